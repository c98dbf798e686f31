// SPDX-License-Identifier: GPL-2.0-only
/* Tables: columns as wide as their widest cell, however many rows there are. */
#include "kselftest_harness.h"
#include "err.h"
#include "grid.h"

static void add_row(struct db_grid *grid, const char *first, const char *second)
{
	db_grid_row(grid);
	db_grid_cell(grid, db_strdup(first));
	db_grid_cell(grid, db_strdup(second));
}

TEST(a_column_is_as_wide_as_its_widest_cell)
{
	struct db_grid grid = { .left = { 1 } };
	char *text;
	size_t bytes;
	FILE *out = open_memstream(&text, &bytes);

	add_row(&grid, "a", "head");
	add_row(&grid, "wide", "1");
	db_grid_text(&grid, out);
	db_grid_md(&grid, out);
	fclose(out);
	EXPECT_STREQ("  a     head\n  wide     1\n"
		     "| a    | head |\n|:-----|-----:|\n| wide |    1 |\n", text);
	free(text);
	db_grid_free(&grid);
}

/* Looking through all rows for each cell would take minutes here. */
TEST(fifty_thousand_rows)
{
	FILE *out = fopen("/dev/null", "w");
	struct db_grid grid = { };
	unsigned int i;

	for (i = 0; i < 50000; i++)
		add_row(&grid, "some", "cells");
	db_grid_text(&grid, out);
	EXPECT_EQ(0, ferror(out));
	fclose(out);
	db_grid_free(&grid);
}

TEST_HARNESS_MAIN
