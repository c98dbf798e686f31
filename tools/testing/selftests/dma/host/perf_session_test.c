// SPDX-License-Identifier: GPL-2.0-only
/* run --perf, with a perf that only pretends: what it is told, and what becomes of its end. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "kselftest_harness.h"
#include "document.h"
#include "err.h"
#include "helper.h"
#include "json.h"
#include "perf_event.h"
#include "sys.h"

/* Notes its arguments and each command; $FAKE_PERF: how it fails. */
static const char fake_perf[] =
	"#!/bin/bash\n"
	"said=${0%/*}/said\n"
	"printf '%s\\n' \"$*\" >>\"$said\"\n"
	"if [ \"$1\" = script ]; then\n"
	"	[ \"$FAKE_PERF\" != unreadable ] || { echo 'incompatible file format' >&2; exit 1; }\n"
	"	cat \"${0%/*}/samples\"\n"
	"	exit\n"
	"fi\n"
	"[ \"$FAKE_PERF\" != refuses ] || { printf '\\nsyntax error: no such event\\n' >&2; exit 129; }\n"
	"while [ \"$1\" != --control ]; do shift; done\n"
	"answer=${2#*,} control=${2#fd:}\n"
	"while [ \"$1\" != -o ]; do shift; done\n"
	"trap 'echo data >\"$2\"; trap - INT; kill -INT $$' INT\n"
	"while read -r -u \"${control%,*}\" word; do\n"
	"	printf '%s\\n' \"$word\" >>\"$said\"\n"
	"	echo \"Events ${word}d\" >&2\n"
	"	[ \"$FAKE_PERF $word\" != 'dies enable' ] || { echo 'out of memory' >&2; exit 3; }\n"
	"	printf 'ack\\n\\0' >&\"$answer\"\n"
	"done\n";

static const char samples[] =
	"# arch : aarch64\n"
	"dma-bench/0   123/123   [002]    12.345678:     250000 cycles:k:\x20\n"
	"\tffff800080012345 dcache_clean_poc+0x20 ([kernel.kallsyms])\n"
	"\tffff80007a012400 do_map+0x8 ([dma_map_benchmark_ext])\n\n";

FIXTURE(perf) {
	struct ran ran;
	char *path;
};

FIXTURE_SETUP(perf)
{
	char *path;

	memset(self, 0, sizeof(*self));
	machine_make();
	machine_write("/bin/perf", fake_perf);
	machine_write("/bin/samples", samples);
	ASSERT_EQ(0, chmod(machine_path("/bin/perf"), 0755));
	self->path = db_strdup(getenv("PATH"));
	path = db_printf("%s:%s", machine_path("/bin"), self->path);
	setenv("PATH", path, 1);
	free(path);
}

FIXTURE_TEARDOWN(perf)
{
	setenv("PATH", self->path, 1);
	free(self->path);
	unsetenv("FAKE_PERF");
	ran_free(&self->ran);
	machine_drop();
}

/* @words, with the folder /hot for the samples. */
static void record(FIXTURE_DATA(perf) *self, const char *how, const char *words)
{
	char *line = db_printf("%s --perf-output %s", words, machine_path("/hot"));

	setenv("FAKE_PERF", how, 1);
	ran_free(&self->ran);
	tool_run(&self->ran, line);
	free(line);
}

static char *text_of(const char *path)
{
	return db_read_file(machine_path(path), NULL);
}

#define EXPECT_TEXT(path, wanted) do { \
	char *is = text_of(path); \
	\
	EXPECT_STREQ(wanted, is ? is : "(no file)"); \
	free(is); \
} while (0)

/* A session that was there before. */
static void leave_older(void)
{
	machine_write("/hot/perf.data", "older data\n");
	machine_write("/hot/perf-script.txt", "older samples\n");
	machine_write("/hot/results.json", "older results\n");
}

TEST_F(perf, flamegraph_reads_what_a_session_leaves)
{
	char *line;

	record(self, "", "run --perf");
	ASSERT_EQ(0, self->ran.status) TH_LOG("%s", self->ran.err);
	EXPECT_TEXT("/hot/perf.data", "data\n");
	EXPECT_TEXT("/hot/perf-script.txt", samples);
	line = db_printf("flamegraph %s --output %s", machine_path("/hot"), machine_path("/drawn"));
	ran_free(&self->ran);
	tool_run(&self->ran, line);
	free(line);
	EXPECT_EQ(0, self->ran.status) TH_LOG("%s", self->ran.err);
	EXPECT_NE(NULL, strstr(self->ran.out, "dcache_clean_poc")) TH_LOG("%s", self->ran.out);
	EXPECT_EQ(NULL, strstr(self->ran.out, "no results.json")) TH_LOG("%s", self->ran.out);
}

TEST_F(perf, samples_are_taken_inside_the_ioctls_only)
{
	char *said;

	record(self, "", "sweep --size 4K,8K --perf");
	ASSERT_EQ(0, self->ran.status) TH_LOG("%s", self->ran.err);
	said = text_of("/bin/said");
	EXPECT_EQ(said, strstr(said, "record -a -g -N -B -D -1 --control fd:"));
	EXPECT_NE(NULL, strstr(said, "/hot/perf.data.new\ndisable\n"
				   "enable\ndisable\nenable\ndisable\nscript --header"))
		TH_LOG("%s", said);
	free(said);
}

TEST_F(perf, the_event_is_cycles_or_as_given)
{
	char *said;

	record(self, "", "run --perf");
	record(self, "", "run --perf=cpu-clock:k");
	said = text_of("/bin/said");
	EXPECT_NE(NULL, strstr(said, " -e cycles -o ")) TH_LOG("%s", said);
	EXPECT_NE(NULL, strstr(said, " -e cpu-clock:k -o ")) TH_LOG("%s", said);
	free(said);
}

TEST_F(perf, the_result_tells_that_perf_ran)
{
	struct json_object *doc;
	struct db_err err;

	record(self, "", "run --perf=cpu-clock");
	doc = db_document_read(machine_path("/hot/results.json"), &err);
	ASSERT_NE(NULL, doc) TH_LOG("%s", err.text);
	EXPECT_STREQ("cpu-clock", db_json_get_text(doc, "environment.perf_event"));
	json_object_put(doc);
}

TEST_F(perf, an_older_session_is_kept)
{
	leave_older();
	record(self, "", "run --perf");
	ASSERT_EQ(0, self->ran.status) TH_LOG("%s", self->ran.err);
	EXPECT_TEXT("/hot/perf.data", "data\n");
	EXPECT_TEXT("/hot/perf.data.old", "older data\n");
	EXPECT_TEXT("/hot/perf-script.txt.old", "older samples\n");
	EXPECT_TEXT("/hot/results.json.old", "older results\n");
}

TEST_F(perf, without_perf_nothing_is_measured)
{
	leave_older();
	setenv("PATH", "/nonexistent", 1);
	record(self, "", "run --perf");
	EXPECT_EQ(1, self->ran.status);
	EXPECT_STREQ("", self->ran.out);
	EXPECT_NE(NULL, strstr(self->ran.err, "perf: no such program in PATH; install it"))
		TH_LOG("%s", self->ran.err);
	EXPECT_TEXT("/hot/results.json", "older results\n");
}

TEST_F(perf, what_perf_refuses_is_told_in_its_words)
{
	leave_older();
	record(self, "refuses", "run --perf=nosuch");
	EXPECT_EQ(1, self->ran.status);
	EXPECT_STREQ("", self->ran.out);
	EXPECT_NE(NULL, strstr(self->ran.err, "perf: exit status 129: syntax error: no such event"))
		TH_LOG("%s", self->ran.err);
	EXPECT_TEXT("/hot/perf-script.txt", "older samples\n");
}

TEST_F(perf, a_perf_that_dies_ends_the_run)
{
	record(self, "dies", "sweep --size 4K,8K --perf");
	EXPECT_EQ(1, self->ran.status);
	EXPECT_NE(NULL, strstr(self->ran.err, "perf: exit status 3: out of memory"))
		TH_LOG("%s", self->ran.err);
	EXPECT_NE(NULL, strstr(self->ran.err, "ended early"));
}

TEST_F(perf, samples_that_cannot_be_printed_replace_nothing)
{
	leave_older();
	record(self, "unreadable", "run --perf");
	EXPECT_EQ(1, self->ran.status);
	EXPECT_NE(NULL, strstr(self->ran.err, "perf: exit status 1: incompatible file format"))
		TH_LOG("%s", self->ran.err);
	EXPECT_NE(NULL, strstr(self->ran.out, "map"));
	EXPECT_TEXT("/hot/perf-script.txt", "older samples\n");
	EXPECT_TEXT("/hot/results.json", "older results\n");
	EXPECT_TEXT("/hot/perf.data.new", "data\n");
}

TEST_F(perf, a_folder_that_cannot_be_made_is_named)
{
	machine_write("/hot", "a file\n");
	record(self, "", "run --perf");
	EXPECT_EQ(1, self->ran.status);
	EXPECT_NE(NULL, strstr(self->ran.err, "/hot/perf.log: cannot be written: Not a directory"))
		TH_LOG("%s", self->ran.err);
}

TEST_F(perf, options_without_sense_are_refused)
{
	static const char *const rows[][2] = {
		{ "run --perf-output hot", "--perf-output hot: belongs to --perf, which" },
		{ "run --perf --perf-output=", "--perf-output: '' is no folder; name one" },
		{ "run --perf=", "--perf: '' is no event; name one that 'perf list' has" },
		{ "report --perf x", "no such option" },
	};
	size_t i;

	for (i = 0; i < sizeof(rows) / sizeof(*rows); i++, ran_free(&self->ran)) {
		tool_run(&self->ran, rows[i][0]);
		EXPECT_EQ(2, self->ran.status);
		EXPECT_NE(NULL, strstr(self->ran.err, rows[i][1]))
			TH_LOG("%s: %s", rows[i][0], self->ran.err);
	}
}

TEST(names_of_arm_barriers_become_raw_codes)
{
	EXPECT_STREQ("r7d", db_perf_event("dsb_spec", "aarch64"));
	EXPECT_STREQ("r47", db_perf_event("l1d_cache_wb_clean", "aarch64"));
	EXPECT_STREQ("cycles", db_perf_event("cycles", "aarch64"));
	EXPECT_STREQ("dsb_spec", db_perf_event("dsb_spec", "x86_64"));
}

TEST_HARNESS_MAIN
