/* SPDX-License-Identifier: GPL-2.0-only */
/* Long lines, for a mail. */
#ifndef DB_WRAP_H
#define DB_WRAP_H

#include <stdio.h>

/* The columns that a mail has. */
#define DB_MAIL_COLUMNS	75

/* @first and @text, broken at blanks; what goes on is indented by six. */
void db_wrapped(const char *text, const char *first, FILE *out);

#endif
