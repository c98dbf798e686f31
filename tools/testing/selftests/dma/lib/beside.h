/* SPDX-License-Identifier: GPL-2.0-only */
/* Where the program lies, and what was put there with it. */
#ifndef DB_BESIDE_H
#define DB_BESIDE_H

/* The path of @name in the program's own folder; free() it. */
char *db_beside_program(const char *name);

#endif
