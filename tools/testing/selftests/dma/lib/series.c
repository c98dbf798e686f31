// SPDX-License-Identifier: GPL-2.0-only
/* What is asked of a time series before it is believed. */
#include <stdio.h>

#include "json.h"
#include "series.h"
#include "shape.h"

const char *db_series_phase(struct json_object *phase)
{
	struct json_object *name = db_json_get(phase, "phase");

	return json_object_is_type(name, json_type_string) ||
	       json_object_is_type(name, json_type_int) ? json_object_get_string(name) : NULL;
}

static int check_phases(struct json_object *interval, const char *where, struct db_err *err)
{
	struct json_object *phases = db_json_get(interval, "phases"), *phase;
	char place[100];
	size_t i;

	for (i = 0; phases && i < json_object_array_length(phases); i++) {
		phase = json_object_array_get_idx(phases, i);
		snprintf(place, sizeof(place), "%.60s.phases[%zu]", where, i);
		if (!json_object_is_type(phase, json_type_object))
			return db_shape_wrong(phase, place, "", "must be an object", err);
		if (!db_series_phase(phase))
			return db_shape_wrong(db_json_get(phase, "phase"), place, "phase",
					      "must be a text, or a number of the module's", err);
		if (db_shape_member(phase, place, "p50_ns", DB_SHAPE_COUNT, err) ||
		    db_shape_member(phase, place, "p99_ns", DB_SHAPE_COUNT, err))
			return DB_FAILED;
	}
	return DB_OK;
}

static int check_interval(struct json_object *interval, const char *where, uint64_t before,
			  struct db_err *err)
{
	static const char *const counts[] = { "elapsed_ns", "rate", "sequence" };
	static const char *const arrays[] = { "phases", NULL };
	size_t i;

	if (!json_object_is_type(interval, json_type_object))
		return db_shape_wrong(interval, where, "", "must be an object", err);
	for (i = 0; i < sizeof(counts) / sizeof(*counts); i++)
		if (db_shape_member(interval, where, counts[i], DB_SHAPE_COUNT, err))
			return DB_FAILED;
	if (db_json_get_count(interval, "sequence") <= before)
		return db_shape_wrong(db_json_get(interval, "sequence"), where, "sequence",
				      "must be more than that of the interval before", err);
	if (db_shape_optional(interval, where, arrays, DB_SHAPE_ARRAY, err))
		return DB_FAILED;
	return check_phases(interval, where, err);
}

int db_series_check(struct json_object *result, const char *where, struct db_err *err)
{
	static const char *const arrays[] = { "intervals", NULL };
	struct json_object *intervals, *interval;
	uint64_t before = 0;
	char place[80];
	size_t i;

	if (db_shape_optional(result, where, arrays, DB_SHAPE_ARRAY, err))
		return DB_FAILED;
	intervals = db_json_get(result, "intervals");
	for (i = 0; intervals && i < json_object_array_length(intervals); i++) {
		interval = json_object_array_get_idx(intervals, i);
		snprintf(place, sizeof(place), "%.40s.intervals[%zu]", where, i);
		if (check_interval(interval, place, before, err))
			return DB_FAILED;
		before = db_json_get_count(interval, "sequence");
	}
	return DB_OK;
}

/* The module numbers them from 1. */
uint64_t db_series_lost(struct json_object *result)
{
	struct json_object *intervals = db_json_get(result, "intervals");
	size_t count = intervals ? json_object_array_length(intervals) : 0;

	if (!count)
		return 0;
	return db_json_get_count(json_object_array_get_idx(intervals, count - 1),
				 "sequence") - count;
}
