// SPDX-License-Identifier: GPL-2.0-only
/*
 * Are the counts of a result what the kernel's source says, to the digit? Or
 * the same as those of another boot? TAP, one line for each case and phase.
 *
 *	check_counts RESULTS TABLE [KERNEL [non-coherent-walk]]	see expected-arm64.tsv
 *	check_counts --same RESULTS OTHER			every counter
 *
 * KERNEL: the table's column, where the release does not say it; "-": it does.
 * non-coherent-walk: the IOMMU's tables need cache maintenance.
 *
 * Exit status: 0 all are, 1 one is not or a file is unusable, 2 usage.
 */
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "document.h"
#include "expected.h"
#include "json.h"

static unsigned int tests, failures;

static void right(const char *name, const char *what)
{
	printf("ok %u %s: %s\n", ++tests, name, what);
}

__attribute__((format(printf, 3, 4)))
static void wrong(const char *name, const char *what, const char *fmt, ...)
{
	va_list args;

	failures++;
	printf("not ok %u %s: %s\n# ", ++tests, name, what);
	va_start(args, fmt);
	vprintf(fmt, args);
	va_end(args);
	putchar('\n');
}

/* A fraction is no whole number: never what is expected. */
static int is_count(struct json_object *counts, const char *name, uint64_t value)
{
	return json_object_is_type(db_json_get(counts, name), json_type_int) &&
	       db_json_get_count(counts, name) == value;
}

/*
 * Calls of swiotlb_bounce() are told apart by size and direction. All of them
 * must be of the buffer's size.
 */
static int copies_fit(const struct expected *expected, struct json_object *counts,
		      uint64_t size)
{
	uint64_t in = 0, out = 0, bytes, count;
	unsigned int direction;

	json_object_object_foreach(counts, name, value) {
		if (sscanf(name, "swiotlb_bounce/%" SCNu64 "/%u", &bytes, &direction) != 2)
			continue;
		count = json_object_get_uint64(value);
		if (!is_count(counts, name, count) || bytes != size)
			return 0;
		*(direction == 1 ? &in : &out) += count;
	}
	return in == expected->in && out == expected->out;
}

/* A function that the kernel lacks is not called. */
static int is_calls(struct json_object *counts, const char *name, uint64_t value)
{
	return is_count(counts, name, value) || (!value && !db_json_get(counts, name));
}

static int counts_fit(const struct expected *expected, struct json_object *counts)
{
	return is_count(counts, "dc_cvac", expected->cvac) &&
	       is_count(counts, "dc_civac", expected->civac) &&
	       is_count(counts, "dc_ivac", expected->ivac) &&
	       is_count(counts, "dsb_sy", expected->waits) &&
	       is_count(counts, "dsb_st", expected->maps) &&
	       is_calls(counts, "arch_sync_dma_for_device", expected->maintained) &&
	       is_calls(counts, "arm_smmu_cmdq_issue_cmdlist", expected->commands);
}

/*
 * Cases of configs/cases.tsv that an emulator shows in no other way, since memory
 * keeps its content whatever becomes of the caches: which operation a map
 * executes, and how often is waited beside the copies out of slots.
 */
static const char *shown_case(const struct expected *expected,
			      struct json_object *result, const char *phase)
{
	const char *dir = db_json_get_text(result, "params.dir");

	if (expected->out && expected->waits)
		return ", case09 waited for before the copy out";
	if (!strcmp(phase, "map") && dir && strcmp(dir, "to_device") && expected->cvac)
		return ", case10 dirty lines are written back";
	return "";
}

static void check_phase(const struct table *table,
			const struct circumstances *circumstances,
			struct json_object *result, const char *phase,
			struct json_object *json)
{
	struct json_object *counts = db_json_get(json, "counts");
	const char *name = db_json_get_text(result, "name");
	struct expected e;
	char what[128];

	if (!expected_of(&e, table, circumstances, result, phase)) {
		wrong(name, phase, "no row of the table fits");
		return;
	}
	snprintf(what, sizeof(what), "%s%s", phase, shown_case(&e, result, phase));
	if (!counts)
		wrong(name, what, "no counts");
	else if (!counts_fit(&e, counts))
		wrong(name, what,
		      "expected cvac %" PRIu64 " civac %" PRIu64 " ivac %" PRIu64
		      " dsb sy %" PRIu64 " dsb st %" PRIu64 " arch_sync_dma_for_device %" PRIu64
		      " arm_smmu_cmdq_issue_cmdlist %" PRIu64 ", counted %s",
		      e.cvac, e.civac, e.ivac, e.waits, e.maps, e.maintained, e.commands,
		      json_object_to_json_string(counts));
	else if (!copies_fit(&e, counts, db_json_get_count(result, "params.size")))
		wrong(name, what, "expected %" PRIu64 " copies of the size in and %" PRIu64
		      " out, counted %s", e.in, e.out, json_object_to_json_string(counts));
	else if (db_json_get_count(json, "disturbed") &&
		 json_object_get_boolean(db_json_get(result, "params.irqs_off")))
		wrong(name, what, "disturbed although interrupts were off");
	else
		right(name, what);
}

static bool has_flag(struct json_object *facts, const char *flag)
{
	struct json_object *flags = db_json_get(facts, "flags");
	size_t i, count = flags ? json_object_array_length(flags) : 0;

	for (i = 0; i < count; i++)
		if (!strcmp(json_object_get_string(json_object_array_get_idx(flags, i)), flag))
			return true;
	return false;
}

/* All cases of a file are of one device. */
static void read_circumstances(struct circumstances *circumstances,
			       struct json_object *doc)
{
	struct json_object *devices = db_json_get(doc, "environment.devices");

	json_object_object_foreach(devices, name, facts) {
		(void)name;
		circumstances->line = db_json_get_count(facts, "cache_line_bytes");
		circumstances->coherent = has_flag(facts, "coherent");
	}
}

static int check_table(struct json_object *doc, const char *path, const char *kernel,
		       struct circumstances *circumstances)
{
	const char *release = db_json_get_text(doc, "environment.kernel.release");
	struct json_object *results = db_json_get(doc, "results");
	struct table *table = expected_read(path, release, kernel);
	size_t i;

	read_circumstances(circumstances, doc);
	if (!table)
		return -1;
	for (i = 0; i < json_object_array_length(results); i++) {
		struct json_object *result = json_object_array_get_idx(results, i);
		struct json_object *phases = db_json_get(result, "phases");

		json_object_object_foreach(phases, phase, json)
			check_phase(table, circumstances, result, phase, json);
	}
	expected_free(table);
	return 0;
}

/* ---- two boots ---- */

static void leave_out(struct json_object *a, struct json_object *b, const char *counter)
{
	json_object_object_del(a, counter);
	json_object_object_del(b, counter);
}

/*
 * How long the search for a free bounce slot or IO address takes depends on
 * what was there before: if anything is @searched, instructions are no count.
 * How often the SMMU's queue is polled depends on the host: behind an @iommu,
 * the barrier is none that ends each poll's readl().
 */
static void compare_phase(const char *name, const char *phase, bool iommu, bool searched,
			  struct json_object *one, struct json_object *two)
{
	struct json_object *a = db_json_get(one, "counts");
	struct json_object *b = db_json_get(two, "counts");

	if (a && b && searched)
		leave_out(a, b, "insn");
	if (a && b && iommu)
		leave_out(a, b, "dmb");
	if (a && json_object_equal(a, b))
		right(name, phase);
	else
		wrong(name, phase, "%s and %s", json_object_to_json_string(a),
		      json_object_to_json_string(b));
}

static bool behind_iommu(struct json_object *doc)
{
	struct json_object *devices = db_json_get(doc, "environment.devices");

	json_object_object_foreach(devices, name, facts) {
		const char *path = db_json_get_text(facts, "path");

		(void)name;
		return path && !strncmp(path, "IOMMU", 5);
	}
	return false;
}

static void compare(struct json_object *doc, struct json_object *other)
{
	bool iommu = behind_iommu(doc);
	struct json_object *results = db_json_get(doc, "results");
	size_t i;

	for (i = 0; i < json_object_array_length(results); i++) {
		struct json_object *result = json_object_array_get_idx(results, i);
		const char *name = db_json_get_text(result, "name");
		struct json_object *phases = db_json_get(result, "phases");
		struct json_object *twin = db_json_get(db_document_result(other, name), "phases");

		json_object_object_foreach(phases, phase, json)
			compare_phase(name, phase, iommu,
				      iommu || db_json_get_count(result, "bounced"), json,
				      db_json_get(twin, phase));
	}
}

static struct json_object *read_result(const char *path)
{
	struct db_err err;
	struct json_object *doc = db_document_read(path, &err);

	if (!doc)
		fprintf(stderr, "check_counts: %s\n", err.text);
	return doc;
}

static const char usage[] =
	"usage: check_counts RESULTS TABLE [KERNEL [non-coherent-walk]] | --same RESULTS OTHER\n";

static int run_same(struct json_object *doc, const char *path)
{
	struct json_object *other = read_result(path);

	if (!other)
		return -1;
	compare(doc, other);
	json_object_put(other);
	return 0;
}

int main(int argc, char **argv)
{
	int same = argc > 1 && !strcmp(argv[1], "--same"), status;
	struct circumstances circumstances = { .coherent_walk = argc < 5 };
	struct json_object *doc;

	if (same ? argc != 4 : argc < 3 || argc > 5 ||
	    (argc == 5 && strcmp(argv[4], "non-coherent-walk"))) {
		fputs(usage, stderr);
		return 2;
	}
	doc = read_result(argv[1 + same]);
	if (!doc)
		return 1;
	puts("TAP version 13");
	status = same ? run_same(doc, argv[3]) :
		check_table(doc, argv[2], argc > 3 ? argv[3] : NULL, &circumstances);
	if (!status)
		printf("1..%u\n", tests);
	json_object_put(doc);
	return status || failures || !tests;
}
