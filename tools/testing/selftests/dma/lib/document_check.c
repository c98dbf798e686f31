// SPDX-License-Identifier: GPL-2.0-only
/*
 * Is this JSON a result file that the rest of the tool can rely on? Members that
 * nobody here knows are ignored; one that is known must be what it should.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "document.h"
#include "document_phase.h"
#include "json.h"
#include "series.h"
#include "shape.h"
#include "words.h"

static int check_params(struct json_object *result, const char *where,
			struct db_err *err)
{
	static const char *const texts[] = { "mode", "dir", "state", NULL };
	static const char *const counts[] = { "threads", NULL };
	struct json_object *params = db_json_get(result, "params");
	char place[80];
	unsigned int i;

	snprintf(place, sizeof(place), "%s.params", where);
	for (i = 0; texts[i]; i++)
		if (db_shape_member(params, place, texts[i], DB_SHAPE_TEXT, err))
			return DB_FAILED;
	if (db_shape_member(params, place, "size", DB_SHAPE_COUNT, err) ||
	    db_shape_optional(params, place, counts, DB_SHAPE_COUNT, err))
		return DB_FAILED;
	/* Tables go by mode: another would be left out without a word. */
	if (!db_word_find(db_modes, db_json_get_text(params, "mode")))
		return db_shape_wrong(db_json_get(params, "mode"), place, "mode",
				      "must be single or sg, which is what this tool knows",
				      err);
	if (strcmp(db_json_get_text(params, "mode"), "sg"))
		return DB_OK;
	return db_shape_member(params, place, "entries", DB_SHAPE_COUNT, err);
}

/* A part cannot be more than the whole. */
static int check_part(struct json_object *result, const char *where,
		      const char *part, const char *whole, const char *rule,
		      struct db_err *err)
{
	if (!db_json_get(result, whole) ||
	    db_json_get_count(result, part) <= db_json_get_count(result, whole))
		return DB_OK;
	return db_shape_wrong(db_json_get(result, part), where, part, rule, err);
}

static int check_phases(struct json_object *result, const char *where,
			struct db_err *err)
{
	static const char *const beside[] = { "set_state", "empty" };
	struct json_object *phases = db_json_get(result, "phases"), *other;
	uint64_t most = UINT64_MAX;
	char place[120];
	size_t i;

	if (db_json_get(result, "operations"))
		most = db_json_get_count(result, "operations") -
		       db_json_get_count(result, "failed");
	json_object_object_foreach(phases, name, phase) {
		snprintf(place, sizeof(place), "%s.phases.%.60s", where, name);
		if (db_document_phase(phase, place, most, err))
			return DB_FAILED;
	}
	for (i = 0; i < sizeof(beside) / sizeof(*beside); i++) {
		snprintf(place, sizeof(place), "%s.%s", where, beside[i]);
		other = db_json_get(result, beside[i]);
		if (other && db_document_phase(other, place, UINT64_MAX, err))
			return DB_FAILED;
	}
	return DB_OK;
}

static int check_result(struct json_object *result, size_t index, struct db_err *err)
{
	static const char *const texts[] = { "job", "timing", NULL };
	static const char *const words[] = { "flags", NULL };
	static const char *const counts[] = {
		"operations", "bounced", "bounce_checked", "entries", "segments",
		"elapsed_ns", "batch_ops", "clock_resolution_ns", "count_run", NULL
	};
	char where[40];

	snprintf(where, sizeof(where), "results[%zu]", index);
	if (db_shape_member(result, where, "name", DB_SHAPE_TEXT, err) ||
	    db_shape_member(result, where, "params", DB_SHAPE_OBJECT, err) ||
	    db_shape_member(result, where, "phases", DB_SHAPE_OBJECT, err) ||
	    db_shape_member(result, where, "failed", DB_SHAPE_COUNT, err) ||
	    db_shape_optional(result, where, texts, DB_SHAPE_TEXT, err) ||
	    db_shape_optional(result, where, words, DB_SHAPE_TEXTS, err) ||
	    db_shape_optional(result, where, counts, DB_SHAPE_COUNT, err) ||
	    check_params(result, where, err) ||
	    check_part(result, where, "failed", "operations",
		       "must be at most operations", err) ||
	    check_part(result, where, "bounced", "bounce_checked",
		       "must be at most bounce_checked", err))
		return DB_FAILED;
	if (db_series_check(result, where, err))
		return DB_FAILED;
	return check_phases(result, where, err);
}

static int check_environment(struct json_object *env, struct db_err *err)
{
	static const char *const lists[] = { "kernel.debug_options", NULL };
	static const char *const tables[] = { "cpu.governors", NULL };
	static const char *const objects[] = { "devices", NULL };

	if (db_shape_optional(env, "environment", lists, DB_SHAPE_TEXTS, err) ||
	    db_shape_optional(env, "environment", tables, DB_SHAPE_TABLE, err))
		return DB_FAILED;
	return db_shape_optional(env, "environment", objects, DB_SHAPE_OBJECT, err);
}

static int check_messages(struct json_object *doc, struct db_err *err)
{
	static const char *const texts[] = { "notes", NULL };
	static const char *const arrays[] = { "errors", NULL };
	struct json_object *errors;
	char where[40];
	size_t i;

	if (db_shape_optional(doc, "", texts, DB_SHAPE_TEXTS, err) ||
	    db_shape_optional(doc, "", arrays, DB_SHAPE_ARRAY, err))
		return DB_FAILED;
	errors = db_json_get(doc, "errors");
	for (i = 0; errors && i < json_object_array_length(errors); i++) {
		snprintf(where, sizeof(where), "errors[%zu]", i);
		if (db_shape_member(json_object_array_get_idx(errors, i), where,
				    "message", DB_SHAPE_TEXT, err))
			return DB_FAILED;
	}
	return DB_OK;
}

static int check_results(struct json_object *doc, struct db_err *err)
{
	struct json_object *results = db_json_get(doc, "results");
	size_t i;

	for (i = 0; i < json_object_array_length(results); i++)
		if (check_result(json_object_array_get_idx(results, i), i, err))
			return DB_FAILED;
	return DB_OK;
}

int db_document_check(struct json_object *doc, struct db_err *err)
{
	struct json_object *schema;

	if (!json_object_is_type(doc, json_type_object))
		return db_shape_wrong(doc, "the whole", "", "must be an object", err);
	schema = db_json_get(doc, "schema");
	if (!json_object_is_type(schema, json_type_int))
		return db_shape_wrong(schema, "schema", "", "must be a number", err);
	if (json_object_get_int64(schema) != DB_SCHEMA)
		return db_err_set(err, DB_FAILED,
				  "schema %" PRId64 ": this tool reads schema %d only; use the tool that wrote the file, or a newer one",
				  json_object_get_int64(schema), DB_SCHEMA);
	if (db_shape_values(doc, "", err) ||
	    db_shape_member(doc, "", "environment", DB_SHAPE_OBJECT, err) ||
	    db_shape_member(doc, "", "results", DB_SHAPE_ARRAY, err) ||
	    check_environment(db_json_get(doc, "environment"), err) ||
	    check_results(doc, err))
		return DB_FAILED;
	return check_messages(doc, err);
}
