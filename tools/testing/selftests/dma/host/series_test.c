// SPDX-License-Identifier: GPL-2.0-only
/* report --plot: the intervals of a long run, drawn by gnuplot. */
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "kselftest_harness.h"
#include "document.h"
#include "err.h"
#include "helper.h"
#include "json.h"
#include "series.h"
#include "sys.h"

/* Draws what it was told; $FAKE_GNUPLOT: it does not. */
static const char fake_gnuplot[] =
	"#!/bin/sh\n"
	"[ -z \"$FAKE_GNUPLOT\" ] || { echo 'line 3: undefined variable' >&2; exit 1; }\n"
	"cat\n";

FIXTURE(series) {
	char *file, *svg, *path;
	struct json_object *doc;
	struct ran ran;		/* of plot() */
	char *drawn;		/* which is the script, with the gnuplot that pretends */
};

/* Interval @sequence, at so many seconds, with one phase. */
static struct json_object *interval(int sequence, const char *phase)
{
	struct json_object *json = json_object_new_object();
	struct json_object *phases = json_object_new_array();
	struct json_object *values = json_object_new_object();

	db_json_count(json, "sequence", sequence);
	db_json_count(json, "elapsed_ns", sequence * 1000000000ull);
	db_json_count(json, "rate", 5000 + sequence);
	db_json_text(values, "phase", phase);
	db_json_count(values, "p50_ns", 100 * sequence);
	db_json_count(values, "p99_ns", 200 * sequence);
	json_object_array_add(phases, values);
	json_object_object_add(json, "phases", phases);
	return json;
}

static struct json_object *first_result(struct json_object *doc)
{
	return json_object_array_get_idx(db_json_get(doc, "results"), 0);
}

static void save(FIXTURE_DATA(series) *self)
{
	struct db_err err;

	if (db_document_write(self->doc, self->file, &err))
		ksft_exit_fail_msg("%s\n", err.text);
}

static void add(FIXTURE_DATA(series) *self, int first, int count, const char *phase)
{
	struct json_object *result = first_result(self->doc), *intervals;

	intervals = db_json_get(result, "intervals");
	if (!intervals) {
		intervals = json_object_new_array();
		json_object_object_add(result, "intervals", intervals);
	}
	for (; count; count--)
		json_object_array_add(intervals, interval(first++, phase));
	save(self);
}

FIXTURE_SETUP(series)
{
	struct db_err err;
	char *words;

	memset(self, 0, sizeof(*self));
	machine_make();
	machine_write("/bin/gnuplot", fake_gnuplot);
	ASSERT_EQ(0, chmod(machine_path("/bin/gnuplot"), 0755));
	self->path = db_strdup(getenv("PATH"));
	words = db_printf("%s:%s", machine_path("/bin"), self->path);
	setenv("PATH", words, 1);
	free(words);
	self->file = db_strdup(machine_path("/r.json"));
	self->svg = db_strdup(machine_path("/r.svg"));
	words = db_printf("run --iterations 150 --json %s", self->file);
	tool_run(&self->ran, words);
	free(words);
	ran_free(&self->ran);
	memset(&self->ran, 0, sizeof(self->ran));
	self->doc = db_document_read(self->file, &err);
	ASSERT_NE(NULL, self->doc) TH_LOG("%s", err.text);
}

FIXTURE_TEARDOWN(series)
{
	setenv("PATH", self->path, 1);
	unsetenv("FAKE_GNUPLOT");
	json_object_put(self->doc);
	free(self->file);
	free(self->svg);
	free(self->path);
	free(self->drawn);
	ran_free(&self->ran);
	machine_drop();
}

static void plot(FIXTURE_DATA(series) *self)
{
	char *words = db_printf("report %s --plot %s", self->file, self->svg);

	tool_run(&self->ran, words);
	free(words);
	self->drawn = db_read_file(self->svg, NULL);
}

#define EXPECT_HAS(text, part) EXPECT_NE(NULL, strstr(text, part)) TH_LOG("%s", text)

TEST_F(series, draws_rate_and_percentiles_over_seconds)
{
	add(self, 1, 3, "map");
	plot(self);
	EXPECT_EQ(0, self->ran.status) TH_LOG("%s", self->ran.err);
	EXPECT_HAS(self->ran.out, "map");
	ASSERT_NE(NULL, self->drawn);
	EXPECT_HAS(self->drawn, "1.000 5001 0\n2.000 5002 0\n3.000 5003 0\n");
	EXPECT_HAS(self->drawn, "1.000 100 200\n2.000 200 400\n3.000 300 600\n");
	EXPECT_HAS(self->drawn, "layout 1,2");
}

TEST_F(series, phase_that_begins_late_is_drawn)
{
	add(self, 1, 2, "map");
	add(self, 3, 2, "unmap");
	plot(self);
	ASSERT_NE(NULL, self->drawn) TH_LOG("%s", self->ran.err);
	EXPECT_HAS(self->drawn, "layout 1,3");
	EXPECT_HAS(self->drawn, "\n3.000 300 600\n4.000 400 800\n");
}

TEST_F(series, phase_of_a_newer_module_is_its_number)
{
	struct json_object *json;

	add(self, 1, 2, "map");
	json = db_json_get(first_result(self->doc), "intervals");
	json = db_json_get(json_object_array_get_idx(json, 0), "phases");
	db_json_count(json_object_array_get_idx(json, 0), "phase", 99);
	save(self);
	plot(self);
	ASSERT_NE(NULL, self->drawn) TH_LOG("%s", self->ran.err);
	EXPECT_HAS(self->drawn, "set title '99'");
}

TEST_F(series, lost_intervals_are_a_gap_and_said)
{
	add(self, 1, 2, "map");
	add(self, 5, 1, "map");
	plot(self);
	ASSERT_NE(NULL, self->drawn) TH_LOG("%s", self->ran.err);
	EXPECT_EQ(2, db_series_lost(first_result(self->doc)));
	EXPECT_HAS(self->drawn, "2.000 200 400\n\n5.000 500 1000\n");
	EXPECT_HAS(self->ran.out, "2 of 5");
}

TEST_F(series, names_do_not_reach_gnuplot_as_commands)
{
	db_json_text(first_result(self->doc), "name", "x'; system('id'); `id` \"$d\"");
	add(self, 1, 2, "map'\nquit");
	plot(self);
	ASSERT_NE(NULL, self->drawn) TH_LOG("%s", self->ran.err);
	EXPECT_HAS(self->drawn, "set label 1 'x__ system__id___ _id_ __d_'");
	EXPECT_HAS(self->drawn, "set title 'map__quit'");
}

TEST_F(series, single_interval_is_drawn)
{
	add(self, 1, 1, "map");
	plot(self);
	EXPECT_EQ(0, self->ran.status) TH_LOG("%s", self->ran.err);
	ASSERT_NE(NULL, self->drawn);
	EXPECT_HAS(self->drawn, "1.000 100 200\n");
}

TEST_F(series, short_run_has_nothing_to_draw)
{
	plot(self);
	EXPECT_EQ(1, self->ran.status);
	EXPECT_EQ(NULL, self->drawn);
	EXPECT_HAS(self->ran.err, "no result has intervals to draw");
	EXPECT_STREQ("", self->ran.out);
}

TEST_F(series, failing_gnuplot_leaves_the_old_drawing)
{
	add(self, 1, 2, "map");
	machine_write("/r.svg", "old");
	setenv("FAKE_GNUPLOT", "fails", 1);
	plot(self);
	EXPECT_EQ(1, self->ran.status);
	EXPECT_HAS(self->ran.err, "gnuplot failed: exit status 1: line 3: undefined variable");
	EXPECT_STREQ("old", self->drawn);
}

TEST_F(series, missing_gnuplot_names_its_package)
{
	add(self, 1, 2, "map");
	setenv("PATH", machine_path("/nowhere"), 1);
	plot(self);
	EXPECT_EQ(1, self->ran.status);
	EXPECT_HAS(self->ran.err, "gnuplot-nox");
	EXPECT_EQ(NULL, self->drawn);
}

TEST_F(series, damaged_interval_is_named)
{
	add(self, 2, 1, "map");
	add(self, 2, 1, "map");
	plot(self);
	EXPECT_EQ(1, self->ran.status);
	EXPECT_HAS(self->ran.err, "results[0].intervals[1]");
	EXPECT_HAS(self->ran.err, "sequence");
	EXPECT_EQ(NULL, self->drawn);
}

TEST_F(series, plot_and_ab_are_refused_together)
{
	tool_run(&self->ran, "report --ab x --plot y");
	EXPECT_EQ(2, self->ran.status);
	EXPECT_HAS(self->ran.err, "--plot is for one FILE");
}

/* The real one: what it is told is what it understands. */
TEST_F(series, gnuplot_draws_it)
{
	add(self, 1, 4, "map");
	setenv("PATH", self->path, 1);
	if (system("gnuplot --version >/dev/null 2>&1"))
		SKIP(return, "no gnuplot here");
	plot(self);
	EXPECT_EQ(0, self->ran.status) TH_LOG("%s", self->ran.err);
	ASSERT_NE(NULL, self->drawn);
	EXPECT_HAS(self->drawn, "</svg>");
	EXPECT_HAS(self->drawn, "operations per s");
	EXPECT_HAS(self->drawn, "99th percentile");
}

TEST_HARNESS_MAIN
