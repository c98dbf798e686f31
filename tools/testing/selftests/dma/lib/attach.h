/* SPDX-License-Identifier: GPL-2.0-only */
/* Counts into a result file: "counts" beside the times of each phase. */
#ifndef DB_ATTACH_H
#define DB_ATTACH_H

#include <json-c/json.h>

#include "counter.h"

/*
 * Every result that was run with --count gets its counts, or the document stays
 * as it is and @err says which has none and why.
 */
int db_attach_counts(struct json_object *doc, const struct db_counter_file *file,
		     struct db_err *err);

#endif
