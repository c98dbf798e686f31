// SPDX-License-Identifier: GPL-2.0-only
/* What spoils these numbers or must be known with them, with the remedy. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "err.h"
#include "json.h"
#include "report.h"
#include "series.h"

#define SHOWN_MAX	3	/* cases named for one cause */

static void say(struct db_list *warnings, char *text)
{
	db_list_add(warnings, text, 0);
	free(text);
}

static void warn_emulation(struct json_object *env, struct db_list *warnings)
{
	const char *value = db_json_get_text(env, "emulated.value");
	const char *how = db_json_get_text(env, "emulated.how");
	char *text;

	if (!how)
		how = "not recorded";
	if (!value || !strcmp(value, "unknown"))
		text = db_printf("warning: whether this CPU is emulated is unknown (%s); say dma_bench.emulated=tcg or =kvm on the guest's kernel command line",
				 how);
	else if (!strcmp(value, "yes"))
		text = db_printf("warning: times are emulated (%s): they show that the code runs, not what it costs; measure on hardware",
				 how);
	else
		return;
	say(warnings, text);
}

static void warn_kernel(struct json_object *env, struct db_list *warnings)
{
	char *list = db_json_get_list(env, "kernel.debug_options", ", "), *text = NULL;

	if (!db_json_get(env, "kernel.debug_options"))
		text = db_strdup("warning: the kernel's configuration cannot be read, so debug options may be on; use CONFIG_IKCONFIG_PROC=y or install /boot/config-RELEASE");
	else if (*list)
		text = db_printf("warning: debug options slow mapping down (%s); measure with a kernel without them",
				 list);
	if (text)
		say(warnings, text);
	free(list);
}

static void warn_governors(struct json_object *env, struct db_list *warnings)
{
	struct json_object *by_name = db_json_get(env, "cpu.governors");
	char *text;

	if (!json_object_is_type(by_name, json_type_object))
		return;
	json_object_object_foreach(by_name, name, cpus) {
		if (!strcmp(name, "performance"))
			continue;
		text = db_printf("warning: frequency governor %s on CPUs %s changes the clock while it is measured; cpupower frequency-set -g performance",
				 name, json_object_get_string(cpus));
		say(warnings, text);
	}
}

/* Cases to which something applies: the first few by name, then how many. */
struct cause {
	const char *head, *remedy;
	struct db_list cases;
	size_t more;
};

static void add_case(struct cause *cause, struct json_object *result, char *what)
{
	char *text;

	if (cause->cases.count == SHOWN_MAX) {
		cause->more++;
		free(what);
		return;
	}
	text = db_printf("%s%s%s", db_json_get_text(result, "name"), *what ? ": " : "",
			 what);
	db_list_add(&cause->cases, text, 0);
	free(text);
	free(what);
}

static void flush(struct cause *cause, struct db_list *warnings)
{
	size_t i;

	if (cause->cases.count)
		say(warnings, db_printf("%s%s%s", cause->head,
					*cause->remedy ? "; " : "", cause->remedy));
	for (i = 0; i < cause->cases.count; i++)
		say(warnings, db_printf("    %s", cause->cases.item[i].text));
	if (cause->more)
		say(warnings, db_printf("    and %zu more", cause->more));
	db_list_free(&cause->cases);
}

static int has_flag(struct json_object *result, const char *flag)
{
	char *flags = db_json_get_list(result, "flags", " ");
	int found = !!strstr(flags, flag);

	free(flags);
	return found;
}

static int any_phase(struct json_object *result, const char *representation)
{
	struct json_object *phases = db_json_get(result, "phases");

	json_object_object_foreach(phases, name, phase) {
		const char *is = db_json_get_text(phase, "representation");

		(void)name;
		if (is && !strcmp(is, representation))
			return 1;
	}
	return 0;
}

enum { FAILED, BOUNCED, UNKNOWN, MERGED, COARSE, CHANGED, CLAMPED, BINS,
       DISTURBED, UNCOUNTED, LOST, STOPPED, CAUSES };

static const struct cause causes[CAUSES] = {
	[FAILED] = {
		.head = "warning: mappings failed and are in no statistics",
		.remedy = "try a smaller size, fewer threads or more dma-bits",
	},
	[BOUNCED] = {
		.head = "note: mappings went through the bounce pool; their times hold a copy",
		.remedy = "for direct ones give more dma-bits, or boot without swiotlb=force",
	},
	[UNKNOWN] = {
		.head = "note: whether mappings bounced could not be looked at",
		.remedy = "",
	},
	[MERGED] = {
		.head = "note: entries were merged into fewer DMA segments",
		.remedy = "",
	},
	[COARSE] = {
		.head = "warning: the clock's step is coarse for these operations",
		.remedy = "use --phases round_trip, which is then timed in batches",
	},
	[CHANGED] = {
		.head = "note: too coarse a clock for phases apart: round trips were timed",
		.remedy = "",
	},
	[CLAMPED] = {
		.head = "warning: batches took less than setting the state alone and count as 0",
		.remedy = "raise batch-ops",
	},
	[BINS] = {
		.head = "note: percentiles come from a histogram (within 0.2 %), the rest is exact",
		.remedy = "raise sample-cap for raw samples",
	},
	[DISTURBED] = {
		.head = "note: interrupts came into operations, which are left out of the counts",
		.remedy = "",
	},
	[UNCOUNTED] = {
		.head = "warning: no operation was ever free of interrupts: there is nothing to count",
		.remedy = "use --irqs-off, or a smaller size",
	},
	[STOPPED] = {
		.head = "note: runs were stopped: what is told of them is what they had measured",
		.remedy = "",
	},
	[LOST] = {
		.head = "note: the time series lacks intervals that came too fast to be heard",
		.remedy = "raise the module's stats_interval_ms; the rest of the result has all",
	},
};

static char *of(uint64_t part, uint64_t all, const char *unit)
{
	return db_printf("%" PRIu64 " of %" PRIu64 "%s", part, all, unit);
}

static void look_counts(struct json_object *result, struct cause *cause)
{
	uint64_t failed = db_json_get_count(result, "failed");
	uint64_t bounced = db_json_get_count(result, "bounced");
	uint64_t entries = db_json_get_count(result, "entries");
	uint64_t segments = db_json_get_count(result, "segments");
	char *text;

	if (failed)
		add_case(&cause[FAILED], result,
			 of(failed, db_json_get_count(result, "operations"), ""));
	if (bounced)
		add_case(&cause[BOUNCED], result,
			 of(bounced, db_json_get_count(result, "bounce_checked"),
			    " looked at"));
	if (has_flag(result, "stopped"))
		add_case(&cause[STOPPED], result, db_strdup(""));
	if (has_flag(result, "bounce_unknown"))
		add_case(&cause[UNKNOWN], result, db_strdup(""));
	if (segments && segments < entries) {
		text = db_printf("%" PRIu64 " entries in %" PRIu64 " segment%s", entries,
				 segments, DB_S(segments));
		add_case(&cause[MERGED], result, text);
	}
}

static void look_disturbed(struct json_object *result, struct cause *cause)
{
	struct json_object *phases = db_json_get(result, "phases");
	uint64_t disturbed = 0, counted = 0;

	json_object_object_foreach(phases, name, phase) {
		uint64_t here = db_json_get_count(phase, "counted");

		(void)name;
		if (!db_json_get(phase, "counts"))
			continue;
		if (!here)
			add_case(&cause[UNCOUNTED], result, db_strdup(name));
		counted += here;
		disturbed += db_json_get_count(phase, "disturbed");
	}
	if (disturbed)
		add_case(&cause[DISTURBED], result,
			 of(disturbed, counted + disturbed, ""));
}

static void look_intervals(struct json_object *result, struct cause *cause)
{
	uint64_t lost = db_series_lost(result);
	uint64_t heard = lost ? json_object_array_length(db_json_get(result, "intervals")) : 0;

	if (lost)
		add_case(&cause[LOST], result, of(lost, lost + heard, ""));
}

static void look_times(struct json_object *result, struct cause *cause)
{
	uint64_t clamped = db_json_get_count(result, "phases.round_trip.clamped");
	uint64_t step = db_json_get_count(result, "clock_resolution_ns");

	if (has_flag(result, "phases_changed"))
		add_case(&cause[CHANGED], result, db_strdup(""));
	else if (has_flag(result, "clock_coarse") &&
		 db_json_get_count(result, "batch_ops") == 1)
		add_case(&cause[COARSE], result, db_printf("step %" PRIu64 " ns", step));
	if (clamped)
		add_case(&cause[CLAMPED], result,
			 of(clamped, db_json_get_count(result, "phases.round_trip.n"),
			    ""));
	if (any_phase(result, "histogram"))
		add_case(&cause[BINS], result, db_strdup(""));
}

static void warn_results(struct json_object *doc, struct db_list *warnings)
{
	struct json_object *results = db_json_get(doc, "results");
	struct cause cause[CAUSES];
	size_t i;

	memcpy(cause, causes, sizeof(cause));
	for (i = 0; i < json_object_array_length(results); i++) {
		look_counts(json_object_array_get_idx(results, i), cause);
		look_times(json_object_array_get_idx(results, i), cause);
		look_disturbed(json_object_array_get_idx(results, i), cause);
		look_intervals(json_object_array_get_idx(results, i), cause);
	}
	for (i = 0; i < CAUSES; i++)
		flush(&cause[i], warnings);
}

static void warn_notes(struct json_object *doc, struct db_list *warnings)
{
	struct json_object *notes = db_json_get(doc, "notes"), *note;
	size_t i;

	if (!json_object_is_type(notes, json_type_array))
		return;
	for (i = 0; i < json_object_array_length(notes); i++) {
		note = json_object_array_get_idx(notes, i);
		say(warnings, db_printf("note: %s", json_object_get_string(note)));
	}
}

void db_report_errors(struct json_object *doc, FILE *out)
{
	struct json_object *errors = db_json_shown(db_json_get(doc, "errors"), "");
	struct json_object *error;
	const char *name, *message;
	size_t i;

	for (i = 0; errors && i < json_object_array_length(errors); i++) {
		error = json_object_array_get_idx(errors, i);
		name = db_json_get_text(error, "name");
		message = db_json_get_text(error, "message");
		fprintf(out, "dma_map_benchmark: %s%s%s\n", name ? name : "",
			name && *name ? ": " : "", message ? message : "unknown");
	}
	json_object_put(errors);
}

void db_report_warnings(struct json_object *doc, struct db_list *warnings)
{
	struct json_object *env = db_json_get(doc, "environment");

	warn_emulation(env, warnings);
	warn_kernel(env, warnings);
	warn_governors(env, warnings);
	warn_results(doc, warnings);
	warn_notes(doc, warnings);
}
