/* SPDX-License-Identifier: GPL-2.0-only */
/* What the kernel gave for one case, as a member of "results". */
#ifndef DB_RESULT_H
#define DB_RESULT_H

#include <json-c/json.h>

#include "matrix.h"
#include "transport.h"

struct json_object *db_result_json(const struct db_case *item, const char *device,
				   struct db_outcome *outcome);

/* Why the outcome is no measurement at all, or NULL; free() it. */
char *db_result_useless(const struct db_outcome *outcome);

#endif
