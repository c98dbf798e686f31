// SPDX-License-Identifier: GPL-2.0-only
/*
 * Are the counts of a result what the kernel's source says, to the digit? Or
 * the same as those of another boot? TAP, one line for each case and phase.
 *
 *	check_counts RESULTS TABLE		see expected-arm64.tsv
 *	check_counts --same RESULTS OTHER	every counter
 *
 * Exit status: 0 all are, 1 one is not or a file is unusable, 2 usage.
 */
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "document.h"
#include "json.h"
#include "sys.h"

enum { MODE, PHASE, DIR, ATTRS, BOUNCED, LINES, IN, OUT, FIRST_KERNEL, COLUMNS = 14 };

static unsigned int tests, failures;

static void right(const char *name, const char *phase)
{
	printf("ok %u %s: %s\n", ++tests, name, phase);
}

__attribute__((format(printf, 3, 4)))
static void wrong(const char *name, const char *phase, const char *fmt, ...)
{
	va_list args;

	failures++;
	printf("not ok %u %s: %s\n# ", ++tests, name, phase);
	va_start(args, fmt);
	vprintf(fmt, args);
	va_end(args);
	putchar('\n');
}

/* ---- what a range of memory costs ---- */

struct lines {
	uint64_t cvac, civac, ivac;
};

static struct lines clean(uint64_t offset, uint64_t size, uint64_t line)
{
	uint64_t end = offset + size;

	return (struct lines){ .cvac = (end + line - 1) / line - offset / line };
}

/*
 * The kernel cleans a partial last line, then a partial first one, then walks
 * from the first: a line that the range begins is invalidated in any case, even
 * when the same line was its partial last one.
 */
static struct lines inval(uint64_t offset, uint64_t size, uint64_t line)
{
	uint64_t at = offset / line, end = (offset + size) / line;
	struct lines lines = { .civac = (offset + size) % line != 0 };

	if (offset % line)
		lines.civac++;
	else
		lines.ivac++;
	for (at++; at < end; at++)
		lines.ivac++;
	return lines;
}

static struct lines expected_lines(const char *what, struct json_object *result,
				   uint64_t line, int bounced)
{
	uint64_t size = db_json_get_count(result, "params.size");
	/* A slot begins on a line whatever the buffer does. */
	uint64_t offset = bounced ? 0 : db_json_get_count(result, "params.offset");
	uint64_t entries = db_json_get_count(result, "params.entries");
	struct lines lines = { };

	if (!strcmp(what, "clean"))
		lines = clean(offset, size, line);
	else if (!strcmp(what, "inval"))
		lines = inval(offset, size, line);
	if (!entries)
		entries = 1;
	return (struct lines){ lines.cvac * entries, lines.civac * entries,
			       lines.ivac * entries };
}

/* ---- the table ---- */

struct row {
	char *cell[COLUMNS];
	unsigned int cells;
};

struct table {
	struct row head, *row;
	unsigned int rows, kernel;	/* column of the kernel */
};

static void split(struct row *row, char *line)
{
	char *cell;

	row->cells = 0;
	while ((cell = strsep(&line, "\t")) && row->cells < COLUMNS)
		row->cell[row->cells++] = cell;
}

/*
 * "6.1" is the column of 6.1.5, and not of 6.12; "7+unbatched" that of a 7.x
 * which has the variant in its name, and "7" is then not.
 */
static int is_of(const char *column, const char *release)
{
	const char *variant = strchr(column, '+');
	size_t n = variant ? (size_t)(variant - column) : strlen(column);

	return !strncmp(release, column, n) && release[n] == '.' &&
	       (!variant || strstr(release, variant + 1));
}

static int find_kernel(struct table *table, const char *release)
{
	unsigned int i;

	for (i = FIRST_KERNEL; i < table->head.cells; i++)
		if (is_of(table->head.cell[i], release))
			table->kernel = i;	/* variants stand last */
	if (table->kernel)
		return 0;
	fprintf(stderr, "check_counts: the table has no column for kernel %s\n", release);
	return -1;
}

static int read_table(struct table *table, const char *path, const char *release)
{
	size_t bytes;
	char *text = db_read_file(path, &bytes), *line;

	if (!text) {
		perror(path);
		return -1;
	}
	while ((line = strsep(&text, "\n"))) {
		if (*line == '#' || !*line)
			continue;
		if (!table->head.cells) {
			split(&table->head, line);
			continue;
		}
		table->row = db_grow(table->row, (table->rows + 1) * sizeof(*table->row));
		split(&table->row[table->rows], line);
		if (table->row[table->rows++].cells != table->head.cells) {
			fprintf(stderr, "%s: row '%s': %u cells are needed\n", path, line,
				table->head.cells);
			return -1;
		}
	}
	return find_kernel(table, release);
}

static int fits(const char *cell, const char *value)
{
	return !strcmp(cell, "*") || !strcmp(cell, value);
}

static const struct row *find_row(const struct table *table,
				  struct json_object *result, const char *phase)
{
	char *attrs = db_json_get_list(result, "params.attrs", "+");
	const struct row *found = NULL;
	unsigned int i;

	for (i = 0; i < table->rows && !found; i++) {
		const struct row *row = &table->row[i];

		if (fits(row->cell[MODE], db_json_get_text(result, "params.mode")) &&
		    fits(row->cell[PHASE], phase) &&
		    fits(row->cell[DIR], db_json_get_text(result, "params.dir")) &&
		    fits(row->cell[ATTRS], *attrs ? attrs : "none") &&
		    fits(row->cell[BOUNCED],
			 db_json_get_count(result, "bounced") ? "yes" : "no"))
			found = row;
	}
	free(attrs);
	return found;
}

/* "N", "N+1" or a number. */
static uint64_t evaluate(const char *cell, uint64_t entries)
{
	uint64_t value = 0;

	if (*cell == 'N') {
		value = entries ? entries : 1;
		cell += 1 + (cell[1] == '+');
	}
	return value + strtoull(cell, NULL, 10);
}

/* A fraction is no whole number: never what is expected. */
static int is_count(struct json_object *counts, const char *name, uint64_t value)
{
	return json_object_is_type(db_json_get(counts, name), json_type_int) &&
	       db_json_get_count(counts, name) == value;
}

/* Calls of swiotlb_bounce() in one direction, of whatever size. */
static uint64_t copies(struct json_object *counts, const char *direction)
{
	uint64_t sum = 0;

	json_object_object_foreach(counts, name, value) {
		const char *slash = strrchr(name, '/');

		if (slash && !strncmp(name, "swiotlb_bounce/", 15) &&
		    !strcmp(slash + 1, direction))
			sum += json_object_get_uint64(value);
	}
	return sum;
}

static int copies_fit(const struct row *row, struct json_object *counts,
		      uint64_t entries)
{
	uint64_t each = entries ? entries : 1;

	return copies(counts, "1") == each * strtoull(row->cell[IN], NULL, 10) &&
	       copies(counts, "2") == each * strtoull(row->cell[OUT], NULL, 10);
}

static void check_phase(const struct table *table, struct json_object *result,
			const char *phase, struct json_object *json, uint64_t line)
{
	const struct row *row = find_row(table, result, phase);
	struct json_object *counts = db_json_get(json, "counts");
	const char *name = db_json_get_text(result, "name");
	struct lines lines;
	uint64_t waits, entries = db_json_get_count(result, "params.entries");

	if (!row || !counts) {
		wrong(name, phase, row ? "no counts" : "no row of the table fits");
		return;
	}
	lines = expected_lines(row->cell[LINES], result, line,
			       !strcmp(row->cell[BOUNCED], "yes"));
	waits = evaluate(row->cell[table->kernel], entries);
	if (!is_count(counts, "dc_cvac", lines.cvac) ||
	    !is_count(counts, "dc_civac", lines.civac) ||
	    !is_count(counts, "dc_ivac", lines.ivac) ||
	    !is_count(counts, "dsb_sy", waits))
		wrong(name, phase,
		      "expected cvac %" PRIu64 " civac %" PRIu64 " ivac %" PRIu64
		      " dsb sy %" PRIu64 ", counted %s", lines.cvac, lines.civac, lines.ivac, waits,
		      json_object_to_json_string(counts));
	else if (!copies_fit(row, counts, entries))
		wrong(name, phase, "expected for each entry %s copies in and %s out, counted %s",
		      row->cell[IN], row->cell[OUT], json_object_to_json_string(counts));
	else if (db_json_get_count(json, "disturbed") &&
		 json_object_get_boolean(db_json_get(result, "params.irqs_off")))
		wrong(name, phase, "disturbed although interrupts were off");
	else
		right(name, phase);
}

static uint64_t line_of(struct json_object *doc)
{
	struct json_object *devices = db_json_get(doc, "environment.devices");

	json_object_object_foreach(devices, name, facts) {
		(void)name;
		return db_json_get_count(facts, "cache_line_bytes");
	}
	return 0;
}

static int check_table(struct json_object *doc, const char *path)
{
	struct json_object *results = db_json_get(doc, "results");
	uint64_t line = line_of(doc);
	struct table table = { };
	size_t i;

	if (!line || read_table(&table, path,
				db_json_get_text(doc, "environment.kernel.release")))
		return -1;
	for (i = 0; i < json_object_array_length(results); i++) {
		struct json_object *result = json_object_array_get_idx(results, i);
		struct json_object *phases = db_json_get(result, "phases");

		json_object_object_foreach(phases, phase, json)
			check_phase(&table, result, phase, json, line);
	}
	return 0;
}

/* ---- two boots ---- */

static struct json_object *find_result(struct json_object *doc, const char *name)
{
	struct json_object *results = db_json_get(doc, "results"), *result;
	size_t i;

	for (i = 0; i < json_object_array_length(results); i++) {
		result = json_object_array_get_idx(results, i);
		if (!strcmp(db_json_get_text(result, "name"), name))
			return result;
	}
	return NULL;
}

/*
 * How long the search for a free bounce slot takes depends on what was there
 * before: of a bounced mapping all is compared but the instructions.
 */
static void compare_phase(const char *name, const char *phase, int bounced,
			  struct json_object *one, struct json_object *two)
{
	struct json_object *a = db_json_get(one, "counts");
	struct json_object *b = db_json_get(two, "counts");

	if (a && b && bounced) {
		json_object_object_del(a, "insn");
		json_object_object_del(b, "insn");
	}
	if (a && json_object_equal(a, b))
		right(name, phase);
	else
		wrong(name, phase, "%s and %s", json_object_to_json_string(a),
		      json_object_to_json_string(b));
}

static void compare(struct json_object *doc, struct json_object *other)
{
	struct json_object *results = db_json_get(doc, "results");
	size_t i;

	for (i = 0; i < json_object_array_length(results); i++) {
		struct json_object *result = json_object_array_get_idx(results, i);
		const char *name = db_json_get_text(result, "name");
		struct json_object *phases = db_json_get(result, "phases");
		struct json_object *twin = db_json_get(find_result(other, name), "phases");

		json_object_object_foreach(phases, phase, json)
			compare_phase(name, phase,
				      !!db_json_get_count(result, "bounced"), json,
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

int main(int argc, char **argv)
{
	int same = argc > 1 && !strcmp(argv[1], "--same");
	struct json_object *doc, *other;

	if (argc != 3 + same) {
		fputs("usage: check_counts RESULTS TABLE | --same RESULTS OTHER\n", stderr);
		return 2;
	}
	doc = read_result(argv[1 + same]);
	if (!doc)
		return 1;
	puts("TAP version 13");
	if (same) {
		other = read_result(argv[3]);
		if (!other)
			return 1;
		compare(doc, other);
		json_object_put(other);
	} else if (check_table(doc, argv[2])) {
		return 1;
	}
	printf("1..%u\n", tests);
	json_object_put(doc);
	return failures || !tests;
}
