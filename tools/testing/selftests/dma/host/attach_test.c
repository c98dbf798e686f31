// SPDX-License-Identifier: GPL-2.0-only
/*
 * Counts come into a result exact and whole, or not at all: a counter file that
 * is cut off, changed, or of another boot is refused with the reason.
 */
#include "kselftest_harness.h"
#include "counter.h"
#include "document.h"
#include "helper.h"
#include "json.h"
#include "sha256.h"
#include "sys.h"

#define HEAD	"dma-bench-counts 1\ntarget aarch64\nstray 0\n" \
		"counters insn dc_cvac dsb_sy\n"
#define PHASES	"phase 1 operations 4 disturbed 1\ncount insn 42 10 11\n" \
		"count dc_cvac 256 64 64\n" \
		"phase 4 operations 4 disturbed 0\ncount insn 4 1 1\n"

FIXTURE(attach) {
	char *results, *counts, *before;
	uint32_t run;
};

FIXTURE_SETUP(attach)
{
	struct json_object *doc, *result;
	struct db_err err;
	struct ran ran;
	char *words;

	memset(self, 0, sizeof(*self));
	machine_make();
	self->results = db_strdup(machine_path("/r.json"));
	self->counts = db_strdup(machine_path("/c.txt"));
	words = db_printf("run --phases map,unmap --iterations 4 --count --json %s",
			  self->results);
	tool_run(&ran, words);
	ASSERT_EQ(0, ran.status) TH_LOG("%s", ran.err);
	ran_free(&ran);
	free(words);
	doc = db_document_read(self->results, &err);
	ASSERT_NE(NULL, doc) TH_LOG("%s", err.text);
	result = json_object_array_get_idx(db_json_get(doc, "results"), 0);
	self->run = db_json_get_count(result, "count_run");
	ASSERT_NE(0, self->run);
	json_object_put(doc);
	self->before = db_read_file(self->results, NULL);
}

FIXTURE_TEARDOWN(attach)
{
	free(self->results);
	free(self->counts);
	free(self->before);
	machine_drop();
}

/* Takes @body over. */
static void write_sealed(char *body)
{
	char digest[DB_SHA256_ROOM], *text;

	db_sha256(body, strlen(body), digest);
	text = db_printf("%ssha256 %s\n", body, digest);
	machine_write("/c.txt", text);
	free(text);
	free(body);
}

static void attach(struct ran *ran, const char *results, const char *counts)
{
	char *words = db_printf("attach %s %s", results, counts);

	tool_run(ran, words);
	free(words);
}

/* Refused, with @why, and the result file is as it was. */
#define EXPECT_REFUSED(why) do { \
	struct ran ran; \
	char *after; \
	attach(&ran, self->results, self->counts); \
	after = db_read_file(self->results, NULL); \
	EXPECT_EQ(1, ran.status); \
	EXPECT_NE(NULL, strstr(ran.err, why)) TH_LOG("%s", ran.err); \
	EXPECT_STREQ(self->before, after); \
	free(after); \
	ran_free(&ran); \
} while (0)

static char *good(uint32_t run)
{
	return db_printf(HEAD "run %u\n" PHASES "end %u\n", run, run);
}

#define ATTACH_GOOD(ran) do { \
	write_sealed(good(self->run)); \
	attach(ran, self->results, self->counts); \
	ASSERT_EQ(0, (ran)->status) TH_LOG("%s", (ran)->err); \
	ran_free(ran); \
} while (0)

TEST_F(attach, whole_numbers_and_exact_fractions)
{
	struct json_object *doc, *map;
	struct db_err err;
	struct ran ran;

	ATTACH_GOOD(&ran);
	doc = db_document_read(self->results, &err);
	ASSERT_NE(NULL, doc) TH_LOG("%s", err.text);
	map = db_json_get(json_object_array_get_idx(db_json_get(doc, "results"), 0),
			  "phases.map");
	EXPECT_EQ(4, db_json_get_count(map, "counted"));
	EXPECT_EQ(1, db_json_get_count(map, "disturbed"));
	EXPECT_STREQ("21/2", db_json_get_text(map, "counts.insn"));
	EXPECT_EQ(64, db_json_get_count(map, "counts.dc_cvac"));
	EXPECT_NE(NULL, db_json_get(map, "counts.dsb_sy"));
	EXPECT_EQ(0, db_json_get_count(map, "counts.dsb_sy"));
	EXPECT_EQ(2, json_object_array_length(db_json_get(map, "counts_range.insn")));
	EXPECT_EQ(NULL, db_json_get(map, "counts_range.dc_cvac"));
	json_object_put(doc);
}

TEST_F(attach, the_table_shows_them)
{
	struct ran ran;
	char *words;

	ATTACH_GOOD(&ran);
	words = db_printf("report %s", self->results);
	tool_run(&ran, words);
	free(words);
	EXPECT_NE(NULL, strstr(ran.out, "lines/op  waits/op  instr/op"));
	EXPECT_NE(NULL, strstr(ran.out, "64         0     10.50")) TH_LOG("%s", ran.out);
	EXPECT_NE(NULL, strstr(ran.out, "1 of 9")) TH_LOG("%s", ran.out);
	ran_free(&ran);
}

/* Every shorter file, and every changed byte. */
TEST_F(attach, truncated_or_corrupt)
{
	struct db_counter_file file;
	struct db_err err;
	size_t bytes, i;
	char *text;

	write_sealed(good(self->run));
	text = db_read_file(self->counts, &bytes);
	for (i = 0; i < bytes; i++) {
		char kept = text[i];

		text[i] = 0;
		machine_write("/c.txt", text);
		EXPECT_EQ(DB_FAILED, db_counter_read(&file, self->counts, &err));
		text[i] = kept == 'x' ? 'y' : 'x';
		machine_write("/c.txt", text);
		EXPECT_EQ(DB_FAILED, db_counter_read(&file, self->counts, &err));
		text[i] = kept;
	}
	free(text);
	write_sealed(good(self->run));
	EXPECT_EQ(DB_OK, db_counter_read(&file, self->counts, &err));
	db_counter_free(&file);
}

TEST_F(attach, says_truncated)
{
	machine_write("/c.txt", HEAD "run 7\n");
	EXPECT_REFUSED("truncated");
	machine_write("/c.txt", "");
	EXPECT_REFUSED("empty");
}

TEST_F(attach, says_corrupt)
{
	char *text;

	write_sealed(good(self->run));
	text = db_read_file(self->counts, NULL);
	*strstr(text, "256") = '3';
	machine_write("/c.txt", text);
	free(text);
	EXPECT_REFUSED("corrupt");
}

TEST_F(attach, says_foreign)
{
	machine_write("/c.txt", "{ \"schema\": 1 }\n");
	EXPECT_REFUSED("not a counter file");
	write_sealed(db_strdup("dma-bench-counts 2\n"));
	EXPECT_REFUSED("version 2");
	machine_remove("/c.txt");
	EXPECT_REFUSED("started with the counting plugin");
}

TEST_F(attach, malformed_though_sealed)
{
	static const char *const line[] = {
		"nonsense\n", "run\n", "run x\n", "end 1\n", "count insn 1 1 1\n",
		"phase 1 operations 1 disturbed 0\n",
		"run 1\nphase 1 operations 1 disturbed 0\ncount other 1 1 1\n",
		"run 1\nphase 1 operations 1 disturbed 0\ncount insn 1 2 1\n",
		"run 1\nphase 1 operations 1\n", "counters insn\n", "run 1 x\n",
	};
	size_t i;

	for (i = 0; i < ARRAY_SIZE(line); i++) {
		write_sealed(db_printf(HEAD "%s", line[i]));
		EXPECT_REFUSED("does not belong there");
	}
}

TEST_F(attach, of_another_boot)
{
	write_sealed(good(self->run + 1));
	EXPECT_REFUSED("0 times");
	write_sealed(db_printf(HEAD "run %u\n" PHASES "end %u\nrun %u\n" PHASES "end %u\n",
			       self->run, self->run, self->run, self->run));
	EXPECT_REFUSED("2 times");
}

TEST_F(attach, incomplete_run)
{
	write_sealed(db_printf(HEAD "run %u\n" PHASES, self->run));
	EXPECT_REFUSED("has no end");
	write_sealed(db_printf(HEAD "run %u\nphase 1 operations 4 disturbed 0\nend %u\n",
			       self->run, self->run));
	EXPECT_REFUSED("phase unmap was never marked");
	write_sealed(db_printf("dma-bench-counts 1\nstray 3\ncounters insn dc_cvac\nrun %u\n"
			       PHASES "end %u\n", self->run, self->run));
	EXPECT_REFUSED("3 marks fit nowhere");
}

TEST_F(attach, a_result_without_marks)
{
	struct ran ran;
	char *words = db_printf("run --iterations 4 --json %s", self->results);

	tool_run(&ran, words);
	ran_free(&ran);
	free(words);
	free(self->before);
	self->before = db_read_file(self->results, NULL);
	write_sealed(good(self->run));
	EXPECT_REFUSED("no result was run with --count");
}

TEST_HARNESS_MAIN
