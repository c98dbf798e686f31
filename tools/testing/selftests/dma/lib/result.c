// SPDX-License-Identifier: GPL-2.0-only
/* From the kernel's result to JSON; Documentation/results.rst describes it. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "json.h"
#include "result.h"
#include "stats.h"
#include "wide.h"

static const struct db_word representations[] = {
	{ "none", MBE_REPR_NONE },
	{ "samples", MBE_REPR_SAMPLES },
	{ "histogram", MBE_REPR_HISTOGRAM },
	{ }
};

static struct json_object *phase_json(const struct mbe_phase *phase,
				      struct db_outcome *outcome)
{
	struct db_wide squares = db_wide(phase->sum_sq_hi, phase->sum_sq_lo);
	struct json_object *json = json_object_new_object();
	char text[DB_WIDE_ROOM];
	struct db_stats stats;

	db_stats(&stats, phase, outcome->data, outcome->result.batch_ops);
	db_json_count(json, "n", stats.n);
	db_json_number(json, "min", stats.min);
	db_json_number(json, "median", stats.median);
	db_json_number(json, "mean", stats.mean);
	db_json_number(json, "p90", stats.p90);
	db_json_number(json, "p99", stats.p99);
	db_json_number(json, "max", stats.max);
	db_json_number(json, "stddev", stats.stddev);
	db_json_number(json, "cv", stats.cv);
	db_json_number(json, "sem", stats.sem);
	db_json_text(json, "unit", "ns");
	db_json_text(json, "representation",
		     db_word_name(representations, phase->repr));
	db_json_count(json, "sum_ns", phase->sum_ns);
	db_json_text(json, "sum_sq_ns2", db_wide_text(&squares, text, sizeof(text)));
	db_json_count(json, "clamped", phase->clamped);
	return json;
}

/* Samples of the empty operation are single windows even in batches. */
static struct json_object *empty_json(const struct mbe_phase *phase,
				      const struct db_outcome *outcome)
{
	struct db_outcome single = *outcome;

	single.result.batch_ops = 1;
	return phase_json(phase, &single);
}

static struct json_object *params_json(const struct db_request *request,
				       const char *device)
{
	struct json_object *json = json_object_new_object();
	char name[32];
	unsigned int i;

	for (i = 0; i < DB_KEY_COUNT; i++)
		json_object_object_add(json, db_key_spelling(i, name, sizeof(name)),
				       db_key_json(i, request));
	db_json_text(json, "device", device);
	return json;
}

static void add_counts(struct json_object *to, const struct mbe_result *result)
{
	struct json_object *flags = json_object_new_array();
	const struct db_word *flag;

	db_json_count(to, "operations", result->operations);
	db_json_count(to, "failed", result->failed);
	/* Not looked at is not the same as none. */
	if (result->flags & MBE_RESULT_BOUNCE_UNKNOWN)
		db_json_text(to, "bounced", NULL);
	else
		db_json_count(to, "bounced", result->bounced);
	db_json_count(to, "bounce_checked", result->bounce_checked);
	db_json_count(to, "segments", result->segments);
	db_json_count(to, "entries", result->entries);
	db_json_count(to, "elapsed_ns", result->elapsed_ns);
	db_json_text(to, "timing", db_word_name(db_timings, result->timing));
	db_json_count(to, "batch_ops", result->batch_ops);
	db_json_count(to, "clock_resolution_ns", result->clock_resolution_ns);
	for (flag = db_result_flags; flag->name; flag++)
		if (result->flags & flag->value)
			json_object_array_add(flags, json_object_new_string(flag->name));
	json_object_object_add(to, "flags", flags);
}

struct json_object *db_result_json(const struct db_case *item, const char *device,
				   struct db_outcome *outcome)
{
	struct json_object *json = json_object_new_object();
	struct json_object *phases = json_object_new_object();
	const struct mbe_result *result = &outcome->result;
	unsigned int i;

	db_json_text(json, "name", item->name);
	if (*item->job)
		db_json_text(json, "job", item->job);
	/* What attach finds the run's counts by. */
	if (item->request.run.flags & MBE_RUN_COUNT)
		db_json_count(json, "count_run", item->request.run.count_run);
	json_object_object_add(json, "params", params_json(&item->request, device));
	json_object_object_add(json, "phases", phases);
	for (i = 0; i < result->phase_count; i++) {
		const struct mbe_phase *phase = &result->phase[i];
		const char *name = db_word_name(db_phase_ids, phase->phase);

		if (phase->phase == MBE_PHASE_EMPTY)
			json_object_object_add(json, name, empty_json(phase, outcome));
		else if (phase->phase == MBE_PHASE_SET_STATE)
			json_object_object_add(json, name, phase_json(phase, outcome));
		else
			json_object_object_add(phases, name, phase_json(phase, outcome));
	}
	add_counts(json, result);
	return json;
}

char *db_result_useless(const struct db_outcome *outcome)
{
	const struct mbe_result *result = &outcome->result;

	if (!result->operations)
		return db_strdup("not one operation was finished; give more seconds or iterations");
	if (result->failed == result->operations)
		return db_printf("all %" PRIu64 " mapping%s failed: the device's mask, bounce pool or IOMMU space does not fit; try a smaller size or more dma-bits",
				 (uint64_t)result->failed, DB_S(result->failed));
	return NULL;
}
