// SPDX-License-Identifier: GPL-2.0-only
/* Scenario files as editors, other systems and mischief leave them. */
#include <sys/stat.h>

#include "kselftest_harness.h"
#include "helper.h"
#include "scenario.h"

FIXTURE(file) {
	struct db_matrix matrix;
	struct db_err err;
	char *path;
};

FIXTURE_SETUP(file)
{
	memset(self, 0, sizeof(*self));
	machine_make();
	self->path = db_strdup(machine_path("/s.ini"));
}

FIXTURE_TEARDOWN(file)
{
	db_matrix_free(&self->matrix);
	free(self->path);
	machine_drop();
}

static int load_bytes(FIXTURE_DATA(file) *self, const char *text, size_t bytes)
{
	FILE *file = fopen(self->path, "w");

	fwrite(text, 1, bytes, file);
	fclose(file);
	db_matrix_free(&self->matrix);
	self->err.text[0] = 0;
	return db_scenario_load(self->path, &self->matrix, &self->err);
}

static int load(FIXTURE_DATA(file) *self, const char *text)
{
	return load_bytes(self, text, strlen(text));
}

#define EXPECT_SAYS(says) \
	EXPECT_NE(NULL, strstr(self->err.text, says)) TH_LOG("%s", self->err.text)

TEST_F(file, a_byte_order_mark_is_no_part_of_it)
{
	EXPECT_EQ(0, load(self, "\xef\xbb\xbf[a]\nsize = 64\n"))
		TH_LOG("%s", self->err.text);
	EXPECT_EQ(DB_USAGE, load(self, "\xef\xbb\xbf[a]\nsise = 64\n"));
	EXPECT_SAYS("s.ini:2: key 'sise'");
	EXPECT_EQ(DB_USAGE, load_bytes(self, "\xff\xfe[\0a\0]\0\n\0", 10));
	EXPECT_SAYS("s.ini:1: the file is UTF-16; save it as UTF-8");
}

TEST_F(file, nul_and_controls_are_named_with_their_line)
{
	static const struct { const char *text; size_t bytes; const char *says; } rows[] = {
		{ "[a]\nsize = 1\000\n", 14, "s.ini:2: a NUL byte" },
		{ "[a]\n\nsi\x1b[31mze = 1\n", 19, "s.ini:3: byte 3 (0x1b) is a control" },
		{ "[a]\nsize = 1 ; \xc2\x9b\n", 18, "s.ini:2: byte 12 (0xc2) is a control" },
		{ "; \xff\n[a]\n", 8, "s.ini:1: byte 3 (0xff) is" },
		{ "[a]\rsize = 1\r", 13, "s.ini:1: byte 4 (0x0d) is" },
	};
	size_t i;

	for (i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		EXPECT_EQ(DB_USAGE, load_bytes(self, rows[i].text, rows[i].bytes))
			TH_LOG("row %zu", i);
		EXPECT_SAYS(rows[i].says);
	}
	EXPECT_EQ(0, load(self, "[a]\t\n\tsize\t=\t64\t; \xc3\xa9\n"))
		TH_LOG("%s", self->err.text);
}

TEST_F(file, what_libinih_lets_pass_is_refused)
{
	static const struct { const char *text, *says; } rows[] = {
		{ "[a] size = 1\n", "s.ini:1: 'size = 1' stands behind section [a]" },
		{ "[a]b]\n", "s.ini:1: 'b]' stands behind section [a]" },
		{ "[a ; b]\nsize = 1\n", "s.ini:1: '[a ; b]': a section begins" },
		{ "[ a]\n", "s.ini:1: '[ a]': a section's name must not begin or end" },
		{ "[a]\nsize ; = 1\n", "s.ini:2: 'size ; = 1' is neither" },
		/* The first mistake, not the last. */
		{ "[a]\nnonsense\nsise = 1\n", "s.ini:2: 'nonsense' is neither" },
		{ "[global]\n[GLOBAL]\n",
		  "s.ini:2: section [GLOBAL] was there already, in line 1" },
	};
	size_t i;

	for (i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		EXPECT_EQ(DB_USAGE, load(self, rows[i].text)) TH_LOG("row %zu", i);
		EXPECT_SAYS(rows[i].says);
	}
	EXPECT_EQ(0, load(self, "[Global] ; all\nsize = 64\n[a] # c\n"))
		TH_LOG("%s", self->err.text);
	EXPECT_STREQ("single/size=64/dir=to_device/state=dirty", self->matrix.item[0].name);
	EXPECT_EQ(1, self->matrix.count);
}

TEST_F(file, the_longest_line_fits_and_one_more_does_not)
{
	char *text = db_printf("[a]\nsize = 64 ;%0187d\n", 0);

	EXPECT_EQ(0, load(self, text)) TH_LOG("%s", self->err.text);
	free(text);
	text = db_printf("[a]\nsize = 64 ;%0188d", 0);
	EXPECT_EQ(DB_USAGE, load(self, text));
	EXPECT_SAYS("s.ini:2: the line has 199 characters, and at most 198 fit");
	free(text);
}

TEST_F(file, only_a_regular_file_is_a_scenario)
{
	EXPECT_EQ(DB_USAGE, db_scenario_load(machine_path(""), &self->matrix, &self->err));
	EXPECT_SAYS("is a folder, but a scenario is a file");
	EXPECT_EQ(DB_USAGE, db_scenario_load("/dev/null", &self->matrix, &self->err));
	EXPECT_SAYS("/dev/null: is a device, but");
	EXPECT_EQ(DB_USAGE, db_scenario_load("./no.ini", &self->matrix, &self->err));
	EXPECT_SAYS("by their names there are: default, reference-1, reference-2");
	EXPECT_EQ(DB_USAGE, db_scenario_load("/dev/null/s.ini", &self->matrix, &self->err));
	EXPECT_SAYS("/dev/null/s.ini: cannot be read: Not a directory");
	/* Nobody writes to it: waiting would be for ever. */
	ASSERT_EQ(0, mkfifo(self->path, 0600));
	EXPECT_EQ(DB_USAGE, db_scenario_load(self->path, &self->matrix, &self->err));
	EXPECT_SAYS("s.ini: is a pipe, but a scenario is a regular file");
}

TEST_F(file, all_sections_together_are_limited)
{
	EXPECT_EQ(0, load(self, "[a]\nsize = 1..9999+1\n[b]\nsize = 1\n"))
		TH_LOG("%s", self->err.text);
	EXPECT_EQ(9999, self->matrix.count);
	EXPECT_EQ(DB_USAGE, load(self, "[a]\nsize = 1..6000+1\n\n[b]\nsize = 1..4001+1\n"));
	EXPECT_SAYS("s.ini:4: section [b]: this job and those before it make more than 10000 cases");
}

TEST_F(file, sections_are_limited_too)
{
	char *text = db_alloc(200000), *to = text;
	int i;

	for (i = 0; i < 10001; i++)
		to += sprintf(to, "[a%d]\n", i);
	EXPECT_EQ(DB_USAGE, load(self, text));
	EXPECT_SAYS("s.ini:10001: more than 10000 sections");
	free(text);
}

TEST_HARNESS_MAIN
