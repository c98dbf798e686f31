// SPDX-License-Identifier: GPL-2.0-only
/*
 * A failure is known for one case, path, architecture and range of kernels, and
 * for no other; a table that cannot be read knows nothing and says so.
 */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "kselftest_harness.h"
#include "../mbe_known.h"
#include "../mbe_path.h"

#define HEAD	"# a comment\ncase\tpath\tarch\tfirst\tlast\tfixed_by\twhy\n"
#define ROWS	HEAD \
		"3\tforced\t-\t-\t6.1\tsubject\told one\n" \
		"18\tforced\t-\t6.18\t-\t-\tnew one\n" \
		"10\tdirect\tarm\t-\t-\t-\tof one architecture\n" \
		"5\tdirect\t-\t6.2\t6.12\t-\tin between\n"

FIXTURE(known) {
	char table[64];
};

static void write_table(const char *path, const char *text)
{
	FILE *file = fopen(path, "w");

	fputs(text, file);
	fclose(file);
}

FIXTURE_SETUP(known)
{
	snprintf(self->table, sizeof(self->table), "/tmp/known.%d", getpid());
	write_table(self->table, ROWS);
}

FIXTURE_TEARDOWN(known)
{
	unlink(self->table);
}

#define KNOWN(number, path, major, minor, arch) \
	mbe_known_in(self->table, number, path, MBE_KERNEL(major, minor), arch)

TEST_F(known, reason_is_given)
{
	const char *why = KNOWN(3, "forced", 6, 1, "aarch64");

	ASSERT_NE(NULL, why);
	EXPECT_NE(NULL, strstr(why, "old one"));
}

TEST_F(known, range_of_kernels)
{
	EXPECT_NE(NULL, KNOWN(3, "forced", 5, 10, "aarch64"));
	EXPECT_EQ(NULL, KNOWN(3, "forced", 6, 2, "aarch64"));
	EXPECT_EQ(NULL, KNOWN(18, "forced", 6, 17, "aarch64"));
	EXPECT_NE(NULL, KNOWN(18, "forced", 6, 18, "aarch64"));
	EXPECT_NE(NULL, KNOWN(18, "forced", 7, 3, "aarch64"));
	EXPECT_EQ(NULL, KNOWN(5, "direct", 6, 1, "aarch64"));
	EXPECT_NE(NULL, KNOWN(5, "direct", 6, 2, "aarch64"));
	EXPECT_NE(NULL, KNOWN(5, "direct", 6, 12, "aarch64"));
	EXPECT_EQ(NULL, KNOWN(5, "direct", 6, 13, "aarch64"));
}

TEST_F(known, case_path_and_architecture)
{
	EXPECT_EQ(NULL, KNOWN(1, "forced", 6, 1, "aarch64"));
	EXPECT_EQ(NULL, KNOWN(3, "direct", 6, 1, "aarch64"));
	EXPECT_NE(NULL, KNOWN(10, "direct", 7, 3, "armv7l"));
	EXPECT_EQ(NULL, KNOWN(10, "direct", 7, 3, "aarch64"));
}

TEST_F(known, broken_or_missing_table_is_told)
{
	write_table(self->table, HEAD "3\tforced\t-\t-\n");
	EXPECT_STREQ("", KNOWN(3, "forced", 6, 1, "aarch64"));
	unlink(self->table);
	EXPECT_STREQ("", KNOWN(3, "forced", 6, 1, "aarch64"));
}

/* The table that is shipped: each row has its columns, and is of a case. */
TEST(shipped_table_is_whole)
{
	char line[600];
	unsigned int rows = 0;
	FILE *file = fopen(DB_HOST_DIR "/known-failures.tsv", "r");

	ASSERT_NE(NULL, file);
	while (fgets(line, sizeof(line), file)) {
		unsigned int tabs = 0, i;

		if (line[0] == '#' || !strncmp(line, "case\t", 5))
			continue;
		for (i = 0; line[i]; i++)
			tabs += line[i] == '\t';
		EXPECT_EQ(6, tabs) TH_LOG("%s", line);
		EXPECT_LT(0, atoi(line));
		EXPECT_GE(24, atoi(line));
		rows++;
	}
	fclose(file);
	EXPECT_LT(0, rows);
}

TEST_HARNESS_MAIN
