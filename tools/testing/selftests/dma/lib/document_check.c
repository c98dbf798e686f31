// SPDX-License-Identifier: GPL-2.0-only
/* Is this JSON a result file that the rest of the tool can rely on? */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "document.h"
#include "json.h"

static int wrong(struct db_err *err, const char *where, const char *member,
		 const char *rule)
{
	return db_err_set(err, DB_FAILED,
			  "not a result file of dma_map_benchmark: %s%s%s %s", where,
			  *where && *member ? "." : "", member, rule);
}

static int want(struct json_object *from, const char *where, const char *member,
		enum json_type type, const char *rule, struct db_err *err)
{
	struct json_object *found = NULL;

	if (json_object_is_type(from, json_type_object))
		json_object_object_get_ex(from, member, &found);
	return json_object_is_type(found, type) ? DB_OK :
		wrong(err, where, member, rule);
}

static int check_phase(struct json_object *phase, const char *where,
		       struct db_err *err)
{
	static const char *const numbers[] = {
		"min", "median", "mean", "p90", "p99", "max", "stddev",
	};
	struct json_object *found;
	unsigned int i;

	if (want(phase, where, "n", json_type_int, "must be a count", err) ||
	    want(phase, where, "unit", json_type_string, "must be a text", err))
		return DB_FAILED;
	if (strcmp(db_json_get_text(phase, "unit"), "ns"))
		return wrong(err, where, "unit", "must be \"ns\"");
	for (i = 0; i < sizeof(numbers) / sizeof(*numbers); i++) {
		if (!json_object_object_get_ex(phase, numbers[i], &found) ||
		    (found && !json_object_is_type(found, json_type_double) &&
		     !json_object_is_type(found, json_type_int)))
			return wrong(err, where, numbers[i],
				     "must be a number or null");
	}
	return DB_OK;
}

static int check_params(struct json_object *result, const char *where,
			struct db_err *err)
{
	static const char *const texts[] = { "mode", "dir", "state" };
	struct json_object *params = db_json_get(result, "params");
	char place[80];
	unsigned int i;

	snprintf(place, sizeof(place), "%s.params", where);
	for (i = 0; i < sizeof(texts) / sizeof(*texts); i++)
		if (want(params, place, texts[i], json_type_string, "must be a text",
			 err))
			return DB_FAILED;
	if (want(params, place, "size", json_type_int, "must be a count", err))
		return DB_FAILED;
	if (!strcmp(db_json_get_text(params, "mode"), "sg"))
		return want(params, place, "entries", json_type_int,
			    "must be a count", err);
	return DB_OK;
}

static int check_result(struct json_object *result, size_t index, struct db_err *err)
{
	struct json_object *phases;
	char where[40], place[120];

	snprintf(where, sizeof(where), "results[%zu]", index);
	if (want(result, where, "name", json_type_string, "must be a text", err) ||
	    want(result, where, "params", json_type_object, "must be an object", err) ||
	    want(result, where, "phases", json_type_object, "must be an object", err) ||
	    want(result, where, "failed", json_type_int, "must be a count", err) ||
	    check_params(result, where, err))
		return DB_FAILED;
	phases = db_json_get(result, "phases");
	json_object_object_foreach(phases, name, phase) {
		snprintf(place, sizeof(place), "%s.phases.%.60s", where, name);
		if (check_phase(phase, place, err))
			return DB_FAILED;
	}
	return DB_OK;
}

int db_document_check(struct json_object *doc, struct db_err *err)
{
	struct json_object *results;
	size_t i;

	if (!json_object_is_type(doc, json_type_object))
		return wrong(err, "", "the whole", "must be an object");
	if (want(doc, "", "schema", json_type_int, "must be a number", err))
		return DB_FAILED;
	if (db_json_get_count(doc, "schema") != DB_SCHEMA)
		return db_err_set(err, DB_FAILED,
				  "schema %" PRIu64 ": this tool reads schema %d only; use the tool that wrote the file, or a newer one",
				  db_json_get_count(doc, "schema"), DB_SCHEMA);
	if (want(doc, "", "environment", json_type_object, "must be an object", err) ||
	    want(doc, "", "results", json_type_array, "must be an array", err))
		return DB_FAILED;
	results = db_json_get(doc, "results");
	for (i = 0; i < json_object_array_length(results); i++)
		if (check_result(json_object_array_get_idx(results, i), i, err))
			return DB_FAILED;
	return DB_OK;
}
