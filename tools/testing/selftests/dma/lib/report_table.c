// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tables for people: one per mode and phase, a row per case. What all cases of
 * a table share stands in its heading, what differs in columns of its own. A
 * mode with a single case gets one table with a row per phase.
 */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "case_name.h"
#include "err.h"
#include "grid.h"
#include "json.h"
#include "report.h"
#include "unit.h"
#include "words.h"

struct group {
	const char *mode;
	int counted;			/* some case has exact counts */
	size_t count;
	struct json_object **result;
	struct db_case_names names;
};

static void split_names(struct group *group)
{
	const char **names = db_alloc(group->count * sizeof(*names));
	size_t i;

	for (i = 0; i < group->count; i++)
		names[i] = db_json_get_text(group->result[i], "name");
	db_case_split(names, group->count, &group->names);
	free(names);
}

/* ns per KiB of a buffer, ns per entry of a list. */
static char *share_cell(struct json_object *result, struct json_object *phase)
{
	const char *mode = db_json_get_text(result, "params.mode");
	double median = db_json_get_number(phase, "median");
	double parts = !strcmp(mode, "sg") ?
		db_json_get_number(result, "params.entries") :
		db_json_get_number(result, "params.size") / 1024;

	if (isnan(median) || !(parts > 0))
		return db_strdup("-");
	return db_printf("%.2f", median / parts);
}

/* Sums of counts that tables show; results.json has each of them. */
static const struct {
	const char *head, *names[5];
} count_columns[] = {
	{ "lines/op", { "dc_cvac", "dc_civac", "dc_ivac", "dc_cvap" } },
	{ "waits/op", { "dsb_sy" } },
	{ "instr/op", { "insn" } },
};

#define COUNT_COLUMNS	(sizeof(count_columns) / sizeof(*count_columns))

/* A count is a whole number, or a fraction as text. */
static double count_value(struct json_object *counts, const char *name)
{
	struct json_object *found = db_json_get(counts, name);
	const char *text;
	double value;
	char *end;

	if (!json_object_is_type(found, json_type_string))
		return db_json_get_number(counts, name);
	text = json_object_get_string(found);
	value = strtod(text, &end);
	return *end == '/' ? value / strtod(end + 1, NULL) : NAN;
}

static char *count_cell(struct json_object *phase, const char *const *names)
{
	struct json_object *counts = db_json_get(phase, "counts");
	double sum = 0, value;
	int known = 0;

	for (; *names; names++) {
		value = count_value(counts, *names);
		if (isnan(value))
			continue;
		sum += value;
		known = 1;
	}
	if (!known)
		return db_strdup("-");
	return db_printf("%.*f", sum == floor(sum) ? 0 : 2, sum);
}

static const char *const columns[] = {
	"median", "p99", "mean", "stddev", "min", "max",
};

static void head_cells(struct db_grid *grid, const struct group *group)
{
	unsigned int i;

	db_grid_cell(grid, db_strdup("n"));
	for (i = 0; i < sizeof(columns) / sizeof(*columns); i++)
		db_grid_cell(grid, db_strdup(columns[i]));
	db_grid_cell(grid, db_strdup(!strcmp(group->mode, "sg") ? "ns/entry" : "ns/KiB"));
	for (i = 0; group->counted && i < COUNT_COLUMNS; i++)
		db_grid_cell(grid, db_strdup(count_columns[i].head));
}

static void number_cells(struct db_grid *grid, const struct group *group,
			 struct json_object *result, struct json_object *phase,
			 const struct db_unit *unit)
{
	unsigned int i;

	db_grid_cell(grid, db_printf("%" PRIu64, db_json_get_count(phase, "n")));
	for (i = 0; i < sizeof(columns) / sizeof(*columns); i++)
		db_grid_cell(grid, db_unit_text(db_json_get_number(phase, columns[i]), unit));
	db_grid_cell(grid, share_cell(result, phase));
	for (i = 0; group->counted && i < COUNT_COLUMNS; i++)
		db_grid_cell(grid, count_cell(phase, count_columns[i].names));
}

static struct json_object *phase_of(struct json_object *result, const char *name)
{
	return db_json_get(db_json_get(result, "phases"), name);
}

static void print_grid(struct db_grid *grid, const struct group *group,
		       const char *phase, const struct db_unit *unit,
		       struct json_object *doc, int md, FILE *out)
{
	char *shared = db_list_join(&group->names.shared, " ");

	fprintf(out, "\n%s%s%s%s%s%s%s, %s%s%s\n%s", md ? "**" : "", group->mode,
		*shared ? " " : "", shared, *phase ? ": " : "", phase,
		md ? "**" : "", unit->name,
		db_report_emulated(doc) ? ", emulated" : "", "", md ? "\n" : "");
	if (md)
		db_grid_md(grid, out);
	else
		db_grid_text(grid, out);
	free(shared);
}

static void table_of_phases(struct group *group, struct json_object *doc, int md,
			    FILE *out)
{
	struct json_object *result = group->result[0];
	struct json_object *phases = db_json_get(result, "phases");
	struct db_grid grid = { .left = { 1 } };
	const struct db_unit *unit;
	double largest = 0;

	json_object_object_foreach(phases, key, value) {
		(void)key;
		largest = fmax(largest, db_json_get_number(value, "max"));
	}
	unit = db_unit(largest);
	db_grid_row(&grid);
	db_grid_cell(&grid, db_strdup("phase"));
	head_cells(&grid, group);
	json_object_object_foreach(phases, name, phase) {
		db_grid_row(&grid);
		db_grid_cell(&grid, db_strdup(name));
		number_cells(&grid, group, result, phase, unit);
	}
	print_grid(&grid, group, "", unit, doc, md, out);
	db_grid_free(&grid);
}

static void table_of_cases(struct group *group, const char *phase,
			   struct json_object *doc, int md, FILE *out)
{
	struct db_grid grid = { };
	const struct db_unit *unit;
	double largest = -1;
	size_t i, k;

	for (i = 0; i < group->count; i++) {
		struct json_object *of_case = phase_of(group->result[i], phase);

		largest = fmax(largest, db_json_get_number(of_case, "max"));
	}
	if (largest < 0)
		return;		/* no case has this phase */
	unit = db_unit(largest);
	db_grid_row(&grid);
	for (k = 0; k < group->names.varying.count && k < DB_GRID_COLUMNS; k++) {
		grid.left[k] = strcmp(group->names.varying.item[k].text, "size") != 0;
		db_grid_cell(&grid, db_strdup(group->names.varying.item[k].text));
	}
	head_cells(&grid, group);
	for (i = 0; i < group->count; i++) {
		if (!phase_of(group->result[i], phase))
			continue;
		db_grid_row(&grid);
		for (k = 0; k < group->names.varying.count; k++)
			db_grid_cell(&grid,
				     db_case_shown(db_json_get_text(group->result[i], "name"),
						   group->names.varying.item[k].text));
		number_cells(&grid, group, group->result[i],
			     phase_of(group->result[i], phase), unit);
	}
	print_grid(&grid, group, phase, unit, doc, md, out);
	db_grid_free(&grid);
}

static void print_group(struct group *group, struct json_object *doc, int md,
			FILE *out)
{
	const struct db_word *phase;

	split_names(group);
	if (group->count == 1) {
		table_of_phases(group, doc, md, out);
	} else {
		for (phase = db_phase_ids; phase->name; phase++)
			table_of_cases(group, phase->name, doc, md, out);
	}
	db_case_names_free(&group->names);
}

static int any_counts(const struct group *group)
{
	size_t i;

	for (i = 0; i < group->count; i++) {
		struct json_object *phases = db_json_get(group->result[i], "phases");

		json_object_object_foreach(phases, name, phase) {
			(void)name;
			if (db_json_get(phase, "counts"))
				return 1;
		}
	}
	return 0;
}

void db_report_tables(struct json_object *doc, int md, FILE *out)
{
	struct json_object *results = db_json_get(doc, "results"), *result;
	size_t i, count = json_object_array_length(results);
	const struct db_word *mode;

	for (mode = db_modes; mode->name; mode++) {
		struct group group = { .mode = mode->name };

		group.result = db_alloc(count * sizeof(*group.result));
		for (i = 0; i < count; i++) {
			result = json_object_array_get_idx(results, i);
			if (!strcmp(db_json_get_text(result, "params.mode"), mode->name))
				group.result[group.count++] = result;
		}
		group.counted = any_counts(&group);
		if (group.count)
			print_group(&group, doc, md, out);
		free(group.result);
	}
	if (!count)
		fputs("\nno results\n", out);
}
