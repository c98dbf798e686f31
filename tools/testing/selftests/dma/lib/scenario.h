/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Scenario files: [global] and one section per job, in the style of fio. Each
 * key is one of lib/key_table.c's, with lists and ranges.
 */
#ifndef DB_SCENARIO_H
#define DB_SCENARIO_H

#include "err.h"
#include "matrix.h"

/* Names every mistake with file, line, key and what would be valid. */
int db_scenario_load(const char *path, struct db_matrix *matrix, struct db_err *err);

/* The text of a scenario file, free of NUL; or NULL with the reason. free(). */
char *db_scenario_text(const char *path, struct db_err *err);

/* The scenarios that can be named, for messages; free(). */
char *db_scenario_names(void);

/*
 * @word is a path when it has a '/' or ends in ".ini"; otherwise a name, looked
 * up in "scenarios" beside the program, then where it is installed. free().
 */
char *db_scenario_find(const char *word, struct db_err *err);

#endif
