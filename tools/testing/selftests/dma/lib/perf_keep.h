/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What a perf session leaves in its folder, as db_flame_side_read() takes it: perf-script.txt and
 * results.json, and perf.data.
 */
#ifndef DB_PERF_KEEP_H
#define DB_PERF_KEEP_H

#include <json-c/json.h>

#include "err.h"

#define DB_PERF_DATA	"perf.data"
#define DB_PERF_NEW	".new"	/* behind a name until the session has ended well */

/*
 * After db_perf_stop(): has perf print its samples, here, where the symbols are known, and puts
 * that, its data and @doc into the folder. What an earlier session has left there is "*.old" then.
 */
int db_perf_keep(const char *folder, struct json_object *doc, struct db_err *err);

#endif
