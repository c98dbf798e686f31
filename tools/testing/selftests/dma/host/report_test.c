// SPDX-License-Identifier: GPL-2.0-only
/* Result files, written and read again; what is no result file is refused. */
#include <sys/stat.h>

#include "kselftest_harness.h"
#include "document.h"
#include "err.h"
#include "helper.h"
#include "json.h"
#include "sys.h"
#include "whole_file.h"

FIXTURE(report) {
	struct ran ran;
	char *file;
	char *text;
	size_t bytes;
};

FIXTURE_SETUP(report)
{
	char *words;

	memset(self, 0, sizeof(*self));
	machine_make();
	self->file = db_strdup(machine_path("/r.json"));
	words = db_printf("sweep --mode all --entries 3 --size 64,64K --dir all --iterations 150 --json %s",
			  self->file);
	setenv("FAKE", "bounced", 1);
	tool_run(&self->ran, words);
	free(words);
	self->text = db_read_file(self->file, &self->bytes);
	ASSERT_NE(NULL, self->text) TH_LOG("%s", self->ran.err);
}

FIXTURE_TEARDOWN(report)
{
	free(self->file);
	free(self->text);
	ran_free(&self->ran);
	unsetenv("FAKE");
	machine_drop();
}

static void report(struct ran *ran, const char *file, const char *more)
{
	char *words = db_printf("report %s %s", file, more);

	tool_run(ran, words);
	free(words);
}

TEST_F(report, prints_the_same_table_again)
{
	struct ran again;

	report(&again, self->file, "");
	EXPECT_EQ(0, again.status) TH_LOG("%s", again.err);
	EXPECT_STREQ(self->ran.out, again.out);
	EXPECT_STREQ("", again.err);
	ran_free(&again);
}

TEST_F(report, every_field_survives_the_round_trip)
{
	struct json_object *first, *second;
	struct db_err err;
	struct ran again;

	report(&again, self->file, "--format json");
	EXPECT_STREQ(self->text, again.out);
	first = db_document_read(self->file, &err);
	ASSERT_NE(NULL, first);
	ASSERT_EQ(0, db_document_write(first, self->file, &err));
	second = db_document_read(self->file, &err);
	EXPECT_TRUE(json_object_equal(first, second));
	json_object_put(first);
	json_object_put(second);
	ran_free(&again);
}

TEST_F(report, csv_has_a_line_per_case_and_phase)
{
	char *rest, *line, *c;
	struct ran csv;
	int lines = 0, commas;

	report(&csv, self->file, "--format csv");
	for (rest = csv.out; (line = strsep(&rest, "\n")) && *line; lines++) {
		for (commas = 0, c = line; *c; c++)
			commas += *c == ',';
		EXPECT_EQ(22, commas) TH_LOG("%s", line);
	}
	EXPECT_EQ(1 + 12 * 4, lines);
	ran_free(&csv);
}

/* Five statistics each; nothing else may be on a line of a test's log. */
TEST_F(report, ktap_has_diagnostic_lines_only)
{
	struct ran ktap;
	char *rest, *line;
	int lines = 0;

	report(&ktap, self->file, "--format ktap");
	for (rest = ktap.out; (line = strsep(&rest, "\n")) && *line; lines++)
		EXPECT_EQ(line, strstr(line, "# dmabench-metric name=")) TH_LOG("%s", line);
	EXPECT_EQ(12 * 4 * 5, lines);
	ran_free(&ktap);
}

TEST_F(report, markdown_rows_are_even)
{
	char *rest, *line, *c;
	int bars, tables = 0;
	struct ran md;

	report(&md, self->file, "--format md");
	for (rest = md.out; (line = strsep(&rest, "\n"));) {
		if (*line != '|')
			continue;
		for (bars = 0, c = line; *c; c++)
			bars += *c == '|';
		EXPECT_EQ(11, bars) TH_LOG("%s", line);
		tables += !strncmp(line, "|-", 2) || !strncmp(line, "|:", 2);
	}
	EXPECT_EQ(8, tables);
	ran_free(&md);
}

/* A file cut anywhere must never pass, and never crash. */
TEST_F_TIMEOUT(report, truncated_anywhere_is_refused, 120)
{
	char *cut = db_printf("%s.cut", self->file);
	struct json_object *doc;
	struct db_err err;
	size_t n;
	FILE *file;

	for (n = 0; n + 2 < self->bytes; n += n < 400 ? 1 : 97) {
		file = fopen(cut, "w");
		fwrite(self->text, 1, n, file);
		fclose(file);
		doc = db_document_read(cut, &err);
		EXPECT_EQ(NULL, doc) TH_LOG("%zu bytes", n);
		EXPECT_NE(NULL, strstr(err.text, "truncated")) TH_LOG("%s", err.text);
	}
	free(cut);
}

TEST_F(report, what_is_no_result_file_is_refused_by_name)
{
	static const struct { const char *text, *says; } rows[] = {
		{ "", "truncated" },
		{ "hello", "not JSON" },
		{ "[1]", "must be an object" },
		{ "null", "must be an object" },
		{ " null\n", "must be an object" },
		{ "true", "must be an object" },
		{ "12", "must be an object" },
		{ "{}", "schema must be a number" },
		{ "{\"schema\":2}", "schema 2: this tool reads schema 1 only" },
		{ "{\"schema\":1}", "environment must be an object" },
		{ "{\"schema\":1,\"environment\":{},\"results\":{}}", "results must be an array" },
		{ "{\"schema\":1,\"environment\":{},\"results\":[3]}", "results[0].name" },
		{ "{\"schema\":1,\"environment\":{},\"results\":[]} x", "more text" },
		{ "{\"schema\":1,\"environment\":{},\"results\":[{\"name\":\"a\",\"params\":{},\"phases\":{},\"failed\":0}]}",
		  "results[0].params.mode must be a text" },
		{ "{\"schema\":1,\"environment\":{},\"results\":[{\"name\":\"a\",\"params\":{\"mode\":\"sg\",\"dir\":\"x\",\"state\":\"y\",\"size\":1,\"entries\":1},\"phases\":{\"map\":{\"n\":1,\"unit\":\"us\"}},\"failed\":0}]}",
		  "results[0].phases.map.unit must be \"ns\"" },
		{ "{\"schema\":1,\"environment\":{},\"results\":[{\"name\":\"a\",\"params\":{\"mode\":\"single\",\"dir\":\"x\",\"state\":\"y\",\"size\":1},\"phases\":{\"map\":{\"n\":1,\"unit\":\"ns\",\"min\":\"1\"}},\"failed\":0}]}",
		  "results[0].phases.map.min must be a number or null" },
	};
	struct ran ran;
	size_t i;

	for (i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		machine_write("/x.json", rows[i].text);
		report(&ran, machine_path("/x.json"), "");
		EXPECT_EQ(1, ran.status) TH_LOG("row %zu", i);
		EXPECT_TRUE(strstr(ran.err, rows[i].says) && strstr(ran.err, "x.json"))
			TH_LOG("row %zu: %s", i, ran.err);
		EXPECT_STREQ("", ran.out);
		ran_free(&ran);
	}
}

TEST_F(report, little_is_enough_and_unknown_members_are_ignored)
{
	struct ran ran;

	machine_write("/x.json",
		      "{\"schema\":1,\"environment\":{\"future\":1},\"results\":[{\"name\":\"single/size=8\",\"params\":{\"mode\":\"single\",\"dir\":\"x\",\"state\":\"y\",\"size\":8},\"phases\":{\"map\":{\"n\":1,\"min\":1,\"median\":1,\"mean\":1,\"p90\":1,\"p99\":1,\"max\":1,\"stddev\":null,\"unit\":\"ns\",\"new\":[]}},\"failed\":0,\"more\":{}}]}");
	report(&ran, machine_path("/x.json"), "");
	EXPECT_EQ(0, ran.status) TH_LOG("%s", ran.err);
	EXPECT_NE(NULL, strstr(ran.out, "size=8"));
	ran_free(&ran);
}

TEST_F(report, a_failed_write_leaves_the_old_file)
{
	struct json_object *doc;
	struct db_err err;

	doc = db_document_read(self->file, &err);
	EXPECT_EQ(DB_FAILED, db_document_write(doc, "/dev/null/x", &err));
	EXPECT_NE(NULL, strstr(err.text, "cannot be written"));
	json_object_put(doc);
}

TEST_F(report, a_link_stays_and_what_is_no_file_is_written_directly)
{
	char *link = db_strdup(machine_path("/link.json"));
	struct json_object *doc;
	struct stat found;
	struct db_err err;

	doc = db_document_read(self->file, &err);
	ASSERT_NE(NULL, doc);
	ASSERT_EQ(0, symlink(self->file, link));
	EXPECT_EQ(DB_OK, db_file_writable(link, &err));
	EXPECT_EQ(DB_OK, db_document_write(doc, link, &err));
	EXPECT_TRUE(!lstat(link, &found) && S_ISLNK(found.st_mode));
	/* A device: through a link, lest a mistake harms this machine. */
	ASSERT_EQ(0, unlink(link));
	ASSERT_EQ(0, symlink("/dev/full", link));
	EXPECT_EQ(DB_OK, db_file_writable(link, &err));
	EXPECT_EQ(DB_FAILED, db_document_write(doc, link, &err));
	EXPECT_TRUE(!stat(link, &found) && S_ISCHR(found.st_mode));
	unlink(link);
	json_object_put(doc);
	free(link);
}

TEST_HARNESS_MAIN
