// SPDX-License-Identifier: GPL-2.0-only
/* compare, from files to table: verdicts, notes, formats. */
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "kselftest_harness.h"
#include "boot_files.h"
#include "err.h"
#include "json.h"

FIXTURE(compare) {
	struct ran ran;
	struct json_object *doc;
};

FIXTURE_SETUP(compare)
{
	memset(self, 0, sizeof(*self));
	machine_make();
	self->doc = boot_begin(&self->ran);
	ASSERT_NE(NULL, self->doc);
}

FIXTURE_TEARDOWN(compare)
{
	json_object_put(self->doc);
	ran_free(&self->ran);
	machine_drop();
}

TEST_F(compare, a_clear_difference_is_told)
{
	boots_write(self->doc, 8, 0.8);
	compare_run(&self->ran, "", 8, 8, "");
	ASSERT_EQ(0, self->ran.status) TH_LOG("%s", self->ran.err);
	EXPECT_NE(NULL, strstr(self->ran.out, "-20.04 %  0.798..0.802"))
		TH_LOG("%s", self->ran.out);
	EXPECT_NE(NULL, strstr(self->ran.out, "  less\n"));
	EXPECT_EQ(NULL, strstr(self->ran.out, "  ~\n"));
}

TEST_F(compare, no_difference_is_a_tilde)
{
	boots_write(self->doc, 8, 1);
	compare_run(&self->ran, "", 8, 8, "");
	ASSERT_EQ(0, self->ran.status);
	EXPECT_EQ(NULL, strstr(self->ran.out, "less\n"));
	EXPECT_EQ(NULL, strstr(self->ran.out, "more\n"));
	EXPECT_NE(NULL, strstr(self->ran.out, "  ~\n"));
}

/* 5 and 5 could show one row at 0.008, but not one of eight. */
TEST_F(compare, too_few_boots_are_told)
{
	boots_write(self->doc, 5, 0.5);
	compare_run(&self->ran, "", 5, 5, "");
	ASSERT_EQ(0, self->ran.status);
	EXPECT_NE(NULL, strstr(self->ran.out, "TOO FEW BOOTS: 5 and 5"))
		TH_LOG("%s", self->ran.out);
	EXPECT_NE(NULL, strstr(self->ran.out, "6 and 6"));
	EXPECT_NE(NULL, strstr(self->ran.out, "  separated\n"));
	compare_run(&self->ran, "", 1, 1, "");
	ASSERT_EQ(0, self->ran.status);
	EXPECT_NE(NULL, strstr(self->ran.out, "     -  separated\n")) TH_LOG("%s", self->ran.out);
}

static void into_folder(const char *file, const char *dir, int i)
{
	char *from = strdup(machine_path(file)), *name = db_printf("/ab/%s/%d.json", dir, i);

	rename(from, machine_path(name));
	free(from);
	free(name);
}

/* Also from a folder of "make ab"; what is being written there is no boot yet. */
TEST_F(compare, a_folder_holds_the_same_boots)
{
	static const char *const dirs[] = { "/ab", "/ab/A", "/ab/B" };
	struct ran folder;
	char *words;
	size_t i;

	boots_write(self->doc, 3, 0.8);
	compare_run(&self->ran, "--format csv", 3, 3, "");
	ASSERT_EQ(0, self->ran.status);
	for (i = 0; i < ARRAY_SIZE(dirs); i++)
		ASSERT_EQ(0, mkdir(machine_path(dirs[i]), 0755));
	for (i = 0; i < 3; i++) {
		into_folder((const char *[]){ "/a0", "/a1", "/a2" }[i], "A", i + 9);
		into_folder((const char *[]){ "/b0", "/b1", "/b2" }[i], "B", i + 9);
	}
	machine_write("/ab/A/12.json.new", "{");
	words = db_printf("report --ab %s --format csv", machine_path("/ab"));
	tool_run(&folder, words);
	free(words);
	EXPECT_EQ(0, folder.status) TH_LOG("%s", folder.err);
	EXPECT_STREQ(self->ran.out, folder.out);
	ran_free(&folder);
}

TEST_F(compare, what_lies_below_the_noise_is_a_tilde)
{
	char *again;
	int i;

	boots_write(self->doc, 8, 1.01);
	for (i = 0; i < 3; i++) {
		char name[8];

		snprintf(name, sizeof(name), "/n%d", i);
		boot_write(self->doc, name, 40 + i, 1050);
	}
	compare_run(&self->ran, "", 8, 8, "");
	EXPECT_NE(NULL, strstr(self->ran.out, "  more\n")) TH_LOG("%s", self->ran.out);
	again = db_printf(" -- %s0 %s1 %s2", machine_path("/n"), machine_path("/n"),
			  machine_path("/n"));
	compare_run(&self->ran, "", 8, 8, again);
	EXPECT_EQ(NULL, strstr(self->ran.out, "  more\n")) TH_LOG("%s", self->ran.out);
	EXPECT_NE(NULL, strstr(self->ran.out, "A again: 3 boots"));
	free(again);
}

TEST_F(compare, drift_is_told)
{
	char name[8];
	int i;

	for (i = 0; i < 8; i++) {
		snprintf(name, sizeof(name), "/a%d", i);
		boot_write(self->doc, name, 2 * i, 1000 + 10 * i);
		snprintf(name, sizeof(name), "/b%d", i);
		boot_write(self->doc, name, 2 * i + 1, 1005 + 10 * i);
	}
	compare_run(&self->ran, "", 8, 8, "");
	EXPECT_NE(NULL, strstr(self->ran.out, "8 rows drift over the boots"))
		TH_LOG("%s", self->ran.out);
}

TEST_F(compare, exact_counts_are_compared_as_they_are)
{
	struct json_object *results = db_json_get(self->doc, "results");
	struct json_object *phase;

	phase = db_json_get(json_object_array_get_idx(results, 0), "phases.map");
	ASSERT_NE(NULL, phase);
	json_object_object_add(phase, "counts",
			       json_tokener_parse("{\"dsb_sy\": 2560, \"insn\": 7}"));
	json_object_object_add(phase, "counted", json_object_new_int(10));
	json_object_object_add(phase, "disturbed", json_object_new_int(0));
	boot_write(self->doc, "/a0", 0, 1000);
	json_object_object_add(phase, "counts",
			       json_tokener_parse("{\"dsb_sy\": 1, \"insn\": 7}"));
	boot_write(self->doc, "/b0", 1, 1000);
	compare_run(&self->ran, "", 1, 1, "");
	ASSERT_EQ(0, self->ran.status) TH_LOG("%s", self->ran.err);
	EXPECT_NE(NULL, strstr(self->ran.out, "1 exact count per operation is equal; these"))
		TH_LOG("%s", self->ran.out);
	EXPECT_NE(NULL, strstr(self->ran.out, " dsb_sy "));
	EXPECT_NE(NULL, strstr(self->ran.out, " 2560            1\n"));
}

TEST_F(compare, formats_and_width)
{
	static const char *const formats[] = { "md", "csv", "json", "ktap" };
	static const char *const says[] = {
		"| median |", "name,phase,of_boots,", "\"comparison\": 1",
		"# dmabench-metric name=single/size=1024/",
	};
	const char *line, *end;
	char *option;
	size_t i;

	boots_write(self->doc, 3, 0.9);
	for (i = 0; i < 4; i++) {
		option = db_printf("--format %s", formats[i]);
		compare_run(&self->ran, option, 3, 3, "");
		EXPECT_EQ(0, self->ran.status);
		EXPECT_NE(NULL, strstr(self->ran.out, says[i])) TH_LOG("%s", self->ran.out);
		free(option);
	}
	compare_run(&self->ran, "", 3, 3, "");
	for (line = self->ran.out; (end = strchr(line, '\n')); line = end + 1)
		EXPECT_LE(end - line, 75) TH_LOG("%.*s", (int)(end - line), line);
}

TEST_HARNESS_MAIN
