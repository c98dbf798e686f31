// SPDX-License-Identifier: GPL-2.0-only
/* What compare refuses, and what it leaves out: files, words, circumstances. */
#include "kselftest_harness.h"
#include "boot_files.h"
#include "err.h"
#include "json.h"

FIXTURE(refusal) {
	struct ran ran;
	struct json_object *doc;
};

FIXTURE_SETUP(refusal)
{
	memset(self, 0, sizeof(*self));
	machine_make();
	self->doc = boot_begin(&self->ran);
	ASSERT_NE(NULL, self->doc);
}

FIXTURE_TEARDOWN(refusal)
{
	json_object_put(self->doc);
	ran_free(&self->ran);
	machine_drop();
}

TEST_F(refusal, other_circumstances_are_refused_and_can_be_forced)
{
	struct json_object *env = db_json_get(self->doc, "environment");

	boots_write(self->doc, 2, 1);
	json_object_object_add(db_json_get(env, "kernel"), "debug_options",
			       json_tokener_parse("[\"CONFIG_KASAN\"]"));
	boot_write(self->doc, "/b0", 1, 1000);
	boot_write(self->doc, "/b1", 3, 1000);
	compare_run(&self->ran, "", 2, 2, "");
	EXPECT_EQ(1, self->ran.status);
	EXPECT_NE(NULL, strstr(self->ran.err, "kernel.debug_options: "))
		TH_LOG("%s", self->ran.err);
	EXPECT_NE(NULL, strstr(self->ran.err, "--force"));
	EXPECT_STREQ("", self->ran.out);
	compare_run(&self->ran, "--force", 2, 2, "");
	EXPECT_EQ(0, self->ran.status);
	EXPECT_NE(NULL, strstr(self->ran.out, "differs, A | B:")) TH_LOG("%s", self->ran.out);
}

TEST_F(refusal, times_beside_perf_are_not_compared_with_others)
{
	boots_write(self->doc, 2, 1);
	db_json_text(db_json_get(self->doc, "environment"), "perf_event", "cycles");
	boot_write(self->doc, "/b0", 1, 1000);
	boot_write(self->doc, "/b1", 3, 1000);
	compare_run(&self->ran, "", 2, 2, "");
	EXPECT_EQ(1, self->ran.status);
	EXPECT_NE(NULL, strstr(self->ran.err, "perf_event: unknown | cycles"))
		TH_LOG("%s", self->ran.err);
}

TEST_F(refusal, mistakes_are_told)
{
	static const struct { const char *words, *says; int status; } rows[] = {
		{ "compare", "0 files of A and 0 of B", 2 },
		{ "compare x", "1 files of A and 0 of B", 2 },
		{ "compare a -- b -- c -- d", "more than two", 2 },
		{ "compare --format pdf a -- b", "'pdf' is not known; valid: text, md", 2 },
		{ "compare a a -- b", "a stands twice on side A", 2 },
		{ "compare /nowhere/a -- b", "/nowhere/a", 1 },
	};
	size_t i;

	for (i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		ran_free(&self->ran);
		tool_run(&self->ran, rows[i].words);
		EXPECT_EQ(rows[i].status, self->ran.status) TH_LOG("%s", rows[i].words);
		EXPECT_NE(NULL, strstr(self->ran.err, rows[i].says))
			TH_LOG("%s: %s", rows[i].words, self->ran.err);
	}
}

/* Nothing is printed as if it were whole. */
TEST_F(refusal, a_damaged_file_is_named)
{
	boots_write(self->doc, 2, 1);
	machine_write("/b1", "{ \"schema\": 1, \"environment\"");
	compare_run(&self->ran, "", 2, 2, "");
	EXPECT_EQ(1, self->ran.status);
	EXPECT_NE(NULL, strstr(self->ran.err, "/b1")) TH_LOG("%s", self->ran.err);
	EXPECT_STREQ("", self->ran.out);
}

TEST_F(refusal, cases_of_one_side_are_listed)
{
	boot_write(self->doc, "/a0", 0, 1000);
	json_object_array_del_idx(db_json_get(self->doc, "results"), 1, 1);
	boot_write(self->doc, "/b0", 1, 1000);
	compare_run(&self->ran, "", 1, 1, "");
	EXPECT_EQ(0, self->ran.status);
	EXPECT_NE(NULL, strstr(self->ran.out, "only in A:\n    single/size=2048/"))
		TH_LOG("%s", self->ran.out);
	json_object_array_del_idx(db_json_get(self->doc, "results"), 0, 1);
	boot_write(self->doc, "/b0", 1, 1000);
	compare_run(&self->ran, "", 1, 1, "");
	EXPECT_EQ(1, self->ran.status);
	EXPECT_NE(NULL, strstr(self->ran.err, "no case is in every file"));
}

TEST_F(refusal, a_folder_without_boots_is_named)
{
	static const struct { const char *words, *says; int status; } rows[] = {
		{ "report --ab /nowhere", "/nowhere/A: no result file", 1 },
		{ "report --ab /nowhere x.json", "give one of them", 2 },
		{ "report", "give one FILE, or --ab DIR", 2 },
		{ "report --force x.json", "--force is for --ab", 2 },
		{ "report --ab", "--ab: a value is missing", 2 },
	};
	size_t i;

	for (i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		ran_free(&self->ran);
		tool_run(&self->ran, rows[i].words);
		EXPECT_EQ(rows[i].status, self->ran.status) TH_LOG("%s", rows[i].words);
		EXPECT_NE(NULL, strstr(self->ran.err, rows[i].says))
			TH_LOG("%s: %s", rows[i].words, self->ran.err);
		EXPECT_STREQ("", self->ran.out);
	}
}

TEST_HARNESS_MAIN
