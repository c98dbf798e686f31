// SPDX-License-Identifier: GPL-2.0-only
/* Scenario files: what they mean, and that a mistake names file, line and key. */
#include "kselftest_harness.h"
#include "helper.h"
#include "scenario.h"

FIXTURE(scenario) {
	struct db_matrix matrix;
	struct db_err err;
};

FIXTURE_SETUP(scenario)
{
	memset(self, 0, sizeof(*self));
	machine_make();
}

FIXTURE_TEARDOWN(scenario)
{
	db_matrix_free(&self->matrix);
	machine_drop();
}

static int load(FIXTURE_DATA(scenario) *self, const char *text)
{
	machine_write("/s.ini", text);
	db_matrix_free(&self->matrix);
	return db_scenario_load(machine_path("/s.ini"), &self->matrix, &self->err);
}

TEST_F(scenario, jobs_take_what_global_says)
{
	const char *text = "; comment\n[global]\nsize = 64, 4K\niterations = 5\n\n"
			   "[a]\n# nothing of its own\n"
			   "[b]\nmode = sg\nentries = 2\nsize = 1K ; its own\nseconds = 0.5\n";

	ASSERT_EQ(0, load(self, text))
		TH_LOG("%s", self->err.text);
	ASSERT_EQ(3, self->matrix.count);
	EXPECT_STREQ("single/size=64/dir=to_device/state=dirty", self->matrix.item[0].name);
	EXPECT_EQ(5, self->matrix.item[1].request.run.iterations);
	EXPECT_STREQ("a", self->matrix.item[1].job);
	EXPECT_STREQ("sg/entries=2/size=1024/dir=to_device/state=dirty",
		     self->matrix.item[2].name);
	EXPECT_EQ(0, self->matrix.item[2].request.run.iterations);
	EXPECT_EQ(500000000, self->matrix.item[2].request.run.duration_ns);
	EXPECT_STREQ("s", self->matrix.scenario);
}

TEST_F(scenario, a_mistake_names_file_line_and_what_is_valid)
{
	static const struct { const char *text, *where, *why; } rows[] = {
		{ "[a]\nsise = 1\n", "s.ini:2: key 'sise'", "valid: device, mode, entries" },
		{ "[a]\n\ndir = up\n", "s.ini:3: key 'dir'", "valid: to_device" },
		{ "[a]\nsize = 1\nsize = 2\n", "s.ini:3: key 'size'", "line 2" },
		{ "[a]\nsize = 0\n", "s.ini:2: key 'size'", "from 1 to" },
		{ "[a]\nsize =\n", "s.ini:2: key 'size'", "empty value" },
		{ "size = 1\n[a]\n", "s.ini:1: key 'size' stands before", "[global]" },
		{ "[a]\nnonsense\n", "s.ini:2: 'nonsense' is neither", "key = value" },
		{ "[a\nsize = 1\n", "s.ini:1: '[a': a section", "']'" },
		{ "[]\nsize = 1\n", "s.ini:1: '[]': a section's name", "49" },
		{ "[a]\n[b]\n[a]\n", "s.ini:3: section [a]", "line 1" },
		{ "[global]\n[a]\n[global]\n", "s.ini:3: section [global]", "line 1" },
		{ "[global]\nsize = 1\n", "s.ini: no job", "add a section" },
		{ "", "s.ini: no job", "add a section" },
		{ "[a]\nsize = 1\n  2\n", "s.ini:3: '2' is neither", "key = value" },
		{ "[a]\nentries = 3\n", "s.ini:1: section [a]", "mode sg" },
		{ "\n[a]\niterations = 1\nseconds = 1\n", "s.ini:2: section [a]", "give one" },
		{ "[global]\niterations = 1\nseconds = 1\n[a]\n", "s.ini:1: [global]",
		  "give one" },
		{ "[a]\ntiming = batch\nirqs-off = yes\n", "s.ini:1: section [a]", "irqs-off" },
		{ "[a]\nphases = map\n", "s.ini:1: section [a]", "map and unmap" },
		{ "[a]\nsize = 1..4M+1\n", "s.ini:2: key 'size'", "10000" },
	};
	size_t i;

	for (i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		EXPECT_EQ(DB_USAGE, load(self, rows[i].text)) TH_LOG("row %zu", i);
		EXPECT_TRUE(strstr(self->err.text, rows[i].where) &&
			    strstr(self->err.text, rows[i].why))
			TH_LOG("row %zu: %s", i, self->err.text);
	}
}


TEST_F(scenario, spelling_and_line_ends_are_tolerant)
{
	ASSERT_EQ(0, load(self, "[a]\r\nirqs_off = YES\r\nDir=From-Device\r\n  size: 2K"))
		TH_LOG("%s", self->err.text);
	EXPECT_STREQ("single/size=2048/dir=from_device/state=dirty/irqs_off=yes",
		     self->matrix.item[0].name);
}

TEST_F(scenario, a_missing_file_is_named)
{
	EXPECT_EQ(DB_USAGE, db_scenario_load("/no/such.ini", &self->matrix, &self->err));
	EXPECT_NE(NULL, strstr(self->err.text, "/no/such.ini"));
}

TEST_F(scenario, shipped_files_load_and_are_found_by_name)
{
	static const struct { const char *name; size_t cases; } rows[] = {
		{ "default", 17 }, { "reference-1", 3 }, { "reference-2", 11 },
		{ "reference-3", 4 }, { "reference-4", 6 },
	};
	struct ran ran;
	char *words;
	size_t i, lines;
	char *c;

	for (i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		words = db_printf("scenario %s --dry-run", rows[i].name);
		tool_run(&ran, words);
		EXPECT_EQ(0, ran.status) TH_LOG("%s", ran.err);
		for (lines = 0, c = ran.out; *c; c++)
			lines += *c == '\n';
		EXPECT_EQ(rows[i].cases, lines) TH_LOG("%s", rows[i].name);
		ran_free(&ran);
		free(words);
	}
}

TEST_HARNESS_MAIN
