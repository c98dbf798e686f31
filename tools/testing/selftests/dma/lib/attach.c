// SPDX-License-Identifier: GPL-2.0-only
/*
 * Counts into a result file. A count is per operation: a whole number, or where
 * operations differ the exact fraction as text ("51/2"), in lowest terms.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "attach.h"
#include "json.h"
#include "words.h"

static uint64_t common_divisor(uint64_t a, uint64_t b)
{
	while (b) {
		uint64_t rest = a % b;

		a = b;
		b = rest;
	}
	return a;
}

static void add_share(struct json_object *to, const char *name, uint64_t sum,
		      uint64_t operations)
{
	uint64_t divisor;
	char *text;

	if (!operations) {
		db_json_text(to, name, NULL);
		return;
	}
	divisor = common_divisor(sum, operations);
	if (divisor == operations) {
		db_json_count(to, name, sum / operations);
		return;
	}
	text = db_printf("%" PRIu64 "/%" PRIu64, sum / divisor, operations / divisor);
	db_json_text(to, name, text);
	free(text);
}

static void add_range(struct json_object *to, const char *name,
		      const struct db_counter *counter)
{
	struct json_object *range = json_object_new_array();

	json_object_array_add(range, json_object_new_uint64(counter->min));
	json_object_array_add(range, json_object_new_uint64(counter->max));
	json_object_object_add(to, name, range);
}

static struct json_object *counts_json(const struct db_counter_file *file,
				       const struct db_counter_phase *phase,
				       struct json_object *ranges)
{
	struct json_object *json = json_object_new_object();
	size_t i;

	for (i = 0; i < file->names.count; i++) {
		const char *name = file->names.item[i].text;
		const struct db_counter *counter = &phase->counter[i];

		/* Calls told apart by arguments: only those that happened. */
		if (strchr(name, '/') && !counter->sum)
			continue;
		add_share(json, name, counter->sum, phase->operations);
		if (counter->min != counter->max)
			add_range(ranges, name, counter);
	}
	return json;
}

static void attach_phase(struct json_object *to, const struct db_counter_file *file,
			 const struct db_counter_phase *phase)
{
	struct json_object *ranges = json_object_new_object();

	json_object_object_add(to, "counts", counts_json(file, phase, ranges));
	json_object_object_add(to, "counts_range", ranges);
	db_json_count(to, "counted", phase->operations);
	db_json_count(to, "disturbed", phase->disturbed);
}

static const struct db_counter_phase *find_phase(const struct db_counter_run *run,
						 const char *name)
{
	size_t i;

	for (i = 0; i < run->count; i++)
		if (!strcmp(db_word_name(db_phase_ids, run->phase[i].phase), name))
			return &run->phase[i];
	return NULL;
}

static const struct db_counter_run *find_run(const struct db_counter_file *file,
					     uint32_t number, size_t *found)
{
	const struct db_counter_run *run = NULL;
	size_t i;

	*found = 0;
	for (i = 0; i < file->count; i++)
		if (file->run[i].number == number) {
			run = &file->run[i];
			++*found;
		}
	return run;
}

static int check_result(struct json_object *result, const struct db_counter_file *file,
			struct db_err *err)
{
	uint32_t number = db_json_get_count(result, "count_run");
	const char *name = db_json_get_text(result, "name");
	const struct db_counter_run *run;
	struct json_object *phases = db_json_get(result, "phases");
	size_t found;

	run = find_run(file, number, &found);
	if (found != 1)
		return db_err_set(err, DB_FAILED,
				  "case %s: run %" PRIu32 " is in the counter file %zu times, not once: do the two files come from the same boot?",
				  name, number, found);
	if (!run->ended)
		return db_err_set(err, DB_FAILED,
				  "case %s: run %" PRIu32 " has no end in the counter file: the guest was stopped in it; run again",
				  name, number);
	json_object_object_foreach(phases, phase, value) {
		(void)value;
		if (!find_phase(run, phase))
			return db_err_set(err, DB_FAILED,
					  "case %s: phase %s was never marked; build module, tool and plugin from one source",
					  name, phase);
	}
	return DB_OK;
}

static void attach_result(struct json_object *result,
			  const struct db_counter_file *file)
{
	static const char *const beside[] = { "set_state", "empty" };
	struct json_object *phases = db_json_get(result, "phases");
	const struct db_counter_phase *phase;
	const struct db_counter_run *run;
	size_t i;

	run = find_run(file, db_json_get_count(result, "count_run"), &i);
	json_object_object_foreach(phases, name, value)
		attach_phase(value, file, find_phase(run, name));
	for (i = 0; i < sizeof(beside) / sizeof(*beside); i++) {
		phase = find_phase(run, beside[i]);
		if (phase && db_json_get(result, beside[i]))
			attach_phase(db_json_get(result, beside[i]), file, phase);
	}
}

int db_attach_counts(struct json_object *doc, const struct db_counter_file *file,
		     struct db_err *err)
{
	struct json_object *results = db_json_get(doc, "results"), *result;
	size_t i, count = json_object_array_length(results), counted = 0;
	int status;

	if (file->stray)
		return db_err_set(err, DB_FAILED,
				  "%" PRIu64 " mark%s fit%s nowhere, so counts are missing; build module, tool and plugin from one source",
				  file->stray, DB_S(file->stray),
				  file->stray == 1 ? "s" : "");
	for (i = 0; i < count; i++) {
		result = json_object_array_get_idx(results, i);
		if (!db_json_get(result, "count_run"))
			continue;
		counted++;
		status = check_result(result, file, err);
		if (status)
			return status;
	}
	if (!counted)
		return db_err_set(err, DB_FAILED, "no result was run with --count");
	for (i = 0; i < count; i++) {
		result = json_object_array_get_idx(results, i);
		if (db_json_get(result, "count_run"))
			attach_result(result, file);
	}
	db_json_text(db_json_get(doc, "environment"), "counts_target", file->target);
	return DB_OK;
}
