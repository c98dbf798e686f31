/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Names of cases, "sg/entries=64/size=4096/dir=to_device", taken apart: what all
 * of a table share stands in its heading, what differs in columns.
 */
#ifndef DB_CASE_NAME_H
#define DB_CASE_NAME_H

#include <stddef.h>

#include "list.h"

struct db_case_names {
	struct db_list shared;		/* "size=4K" */
	struct db_list varying;		/* keys alone */
};

void db_case_split(const char *const *names, size_t count, struct db_case_names *parts);
void db_case_names_free(struct db_case_names *parts);

/* The value of @key in @name as people write it, "-" without one; free() it. */
char *db_case_shown(const char *name, const char *key);

#endif
