// SPDX-License-Identifier: GPL-2.0-only
/* Time series of a result file, drawn by gnuplot. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gnuplot.h"
#include "json.h"
#include "list.h"
#include "report.h"
#include "series.h"
#include "whole_file.h"

#define PANEL_WIDTH	340	/* pixels */
#define PANEL_HEIGHT	290
#define TITLE_HEIGHT	40

/* A file may call a case anything: what gnuplot could act upon does not get there. */
static char *plain(const char *text)
{
	char *copy = db_strdup(text), *at;

	for (at = copy; *at; at++)
		if (!(*at >= 'a' && *at <= 'z') && !(*at >= 'A' && *at <= 'Z') &&
		    !strchr("0123456789 =/._,:+-", *at))
			*at = '_';
	return copy;
}

static struct json_object *intervals_of(struct json_object *result)
{
	struct json_object *intervals = db_json_get(result, "intervals");

	return intervals && json_object_array_length(intervals) ? intervals : NULL;
}

static struct json_object *phase_of(struct json_object *interval, const char *name)
{
	struct json_object *phases = db_json_get(interval, "phases"), *phase;
	size_t i;

	for (i = 0; phases && i < json_object_array_length(phases); i++) {
		phase = json_object_array_get_idx(phases, i);
		if (!strcmp(db_series_phase(phase), name))
			return phase;
	}
	return NULL;
}

/* Of all intervals: in the first a phase may not have been measured yet. */
static void phases_of(struct json_object *intervals, struct db_list *names)
{
	struct json_object *phases;
	size_t i, j;

	for (i = 0; i < json_object_array_length(intervals); i++) {
		phases = db_json_get(json_object_array_get_idx(intervals, i), "phases");
		for (j = 0; phases && j < json_object_array_length(phases); j++) {
			const char *name = db_series_phase(json_object_array_get_idx(phases, j));

			if (!db_list_has(names, name))
				db_list_add(names, name, 0);
		}
	}
}

/* Lines "SECONDS VALUE VALUE"; an empty one, which is a gap, for what is not there. */
static void put_data(struct json_object *intervals, const char *phase, FILE *script)
{
	struct json_object *interval, *values;
	uint64_t before = 0, sequence;
	size_t i;

	fputs("$data << END\n", script);
	for (i = 0; i < json_object_array_length(intervals); i++) {
		interval = json_object_array_get_idx(intervals, i);
		sequence = db_json_get_count(interval, "sequence");
		values = phase ? phase_of(interval, phase) : interval;
		if (sequence != before + 1 || !values)
			fputs("\n", script);
		before = sequence;
		if (!values)
			continue;
		fprintf(script, "%.3f %" PRIu64 " %" PRIu64 "\n",
			db_json_get_count(interval, "elapsed_ns") / 1e9,
			db_json_get_count(values, phase ? "p50_ns" : "rate"),
			phase ? db_json_get_count(values, "p99_ns") : 0);
	}
	fputs("END\n", script);
}

/* A tail may be a hundred medians long; but a clock that is coarse tells 0. */
static int has_zero(struct json_object *intervals, const char *name)
{
	struct json_object *phase;
	size_t i;

	for (i = 0; i < json_object_array_length(intervals); i++) {
		phase = phase_of(json_object_array_get_idx(intervals, i), name);
		if (phase && !db_json_get_count(phase, "p50_ns"))
			return 1;
	}
	return 0;
}

static void put_times(const char *title, int logarithmic, FILE *script)
{
	if (logarithmic)
		fputs("set logscale y\nset yrange [*:*]\n", script);
	fprintf(script,
		"set title '%s'\nset ylabel 'ns'\nplot $data using 1:2 pointtype 7 title 'median', '' using 1:3 pointtype 7 title '99th percentile'\n",
		title);
	fputs("unset logscale y\nset yrange [0:1<*]\n", script);
}

static void put_row(struct json_object *result, size_t columns, FILE *script)
{
	struct json_object *intervals = intervals_of(result);
	struct db_list phases = { };
	char *name;
	size_t i;

	name = plain(db_json_get_text(result, "name"));
	put_data(intervals, NULL, script);
	fprintf(script,
		"set label 1 '%s' at graph 0,1.4\nset title 'rate'\nset ylabel 'operations per s'\nplot $data using 1:2 pointtype 7 notitle\nunset label 1\n",
		name);
	free(name);
	phases_of(intervals, &phases);
	for (i = 0; i < phases.count; i++) {
		name = plain(phases.item[i].text);
		put_data(intervals, phases.item[i].text, script);
		put_times(name, !has_zero(intervals, phases.item[i].text), script);
		free(name);
	}
	for (i++; i < columns; i++)
		fputs("set multiplot next\n", script);
	db_list_free(&phases);
}

struct drawing {
	struct json_object *doc;
	size_t rows, columns;
};

static void count_panels(struct drawing *drawing)
{
	struct json_object *results = db_json_get(drawing->doc, "results"), *intervals;
	struct db_list phases;
	size_t i;

	for (i = 0; i < json_object_array_length(results); i++) {
		intervals = intervals_of(json_object_array_get_idx(results, i));
		if (!intervals)
			continue;
		memset(&phases, 0, sizeof(phases));
		phases_of(intervals, &phases);
		if (drawing->columns < phases.count + 1)
			drawing->columns = phases.count + 1;
		drawing->rows++;
		db_list_free(&phases);
	}
}

static void put_script(const struct drawing *drawing, FILE *script)
{
	struct json_object *results = db_json_get(drawing->doc, "results"), *result;
	const char *release = db_json_get_text(drawing->doc, "environment.kernel.release");
	char *kernel = plain(release ? release : "unknown");
	size_t i;

	fprintf(script,
		"set terminal svg size %zu,%zu noenhanced background 'white'\nset multiplot layout %zu,%zu title 'kernel %s%s'\n",
		drawing->columns * PANEL_WIDTH, drawing->rows * PANEL_HEIGHT + TITLE_HEIGHT,
		drawing->rows, drawing->columns, kernel,
		db_report_emulated(drawing->doc) ? ", times EMULATED" : "");
	fputs("set xlabel 'seconds'\nset xrange [0:*]\nset yrange [0:1<*]\nset key below\nset tmargin 6\nset style data linespoints\nset pointsize 0.3\n",
	      script);
	free(kernel);
	for (i = 0; i < json_object_array_length(results); i++) {
		result = json_object_array_get_idx(results, i);
		if (intervals_of(result))
			put_row(result, drawing->columns, script);
	}
	fputs("unset multiplot\n", script);
}

static int draw(FILE *svg, void *data, struct db_err *err)
{
	FILE *script = tmpfile();
	int status;

	if (!script)
		return db_err_set(err, DB_FAILED,
				  "gnuplot: no temporary file for its commands: %s",
				  strerror(errno));
	put_script(data, script);
	status = db_gnuplot(script, svg, err);
	fclose(script);
	return status;
}

int db_series_plot(struct json_object *doc, const char *path, struct db_err *err)
{
	struct drawing drawing = { .doc = doc };

	count_panels(&drawing);
	if (!drawing.rows)
		return db_err_set(err, DB_FAILED,
				  "--plot %s: no result has intervals to draw; those of runs of two seconds or more are kept, where the kernel has CONFIG_NET: --seconds 10, or scenario soak",
				  path);
	return db_file_write(path, draw, &drawing, err);
}
