/* SPDX-License-Identifier: GPL-2.0-only */
/* One side of a comparison: the result files of its boots, in the order of time. */
#ifndef DB_SIDE_H
#define DB_SIDE_H

#include <stddef.h>

#include <json-c/json.h>

#include "err.h"

struct db_boot {
	const char *file;
	struct json_object *doc;	/* has passed db_document_check() */
};

struct db_side {
	const char *name;		/* A, B */
	size_t count;
	struct db_boot *boot;
};

/*
 * Read @count files, of which no two may be the same. The order is that of
 * environment.time; files of one second keep theirs.
 */
int db_side_read(struct db_side *side, const char *name, char *const *files,
		 size_t count, struct db_err *err);
void db_side_free(struct db_side *side);

#endif
