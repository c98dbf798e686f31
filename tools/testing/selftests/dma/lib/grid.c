// SPDX-License-Identifier: GPL-2.0-only
/* A table of cells. */
#include <stdlib.h>
#include <string.h>

#include "err.h"
#include "grid.h"

void db_grid_row(struct db_grid *grid)
{
	size_t row = DB_GRID_COLUMNS * sizeof(*grid->cell);

	if (grid->rows == grid->room) {
		grid->room = 2 * grid->room + 16;
		grid->cell = db_grow(grid->cell, grid->room * row);
	}
	memset(grid->cell + grid->rows * DB_GRID_COLUMNS, 0, row);
	grid->rows++;
}

void db_grid_cell(struct db_grid *grid, char *text)
{
	char **row = grid->cell + (grid->rows - 1) * DB_GRID_COLUMNS;
	size_t i = 0;

	while (i < DB_GRID_COLUMNS && row[i])
		i++;
	if (i == DB_GRID_COLUMNS) {
		free(text);
		return;
	}
	if (grid->width[i] < (int)strlen(text))
		grid->width[i] = strlen(text);
	row[i++] = text;
	if (i > grid->columns)
		grid->columns = i;
}

static const char *at(const struct db_grid *grid, size_t row, size_t column)
{
	const char *text = grid->cell[row * DB_GRID_COLUMNS + column];

	return text ? text : "";
}

static void print(const struct db_grid *grid, FILE *out, size_t row,
		  const char *before, const char *between, const char *after)
{
	size_t column;

	fputs(before, out);
	for (column = 0; column < grid->columns; column++)
		fprintf(out, "%s%*s", column ? between : "",
			grid->left[column] ? -grid->width[column] :
			grid->width[column], at(grid, row, column));
	fputs(after, out);
}

void db_grid_text(const struct db_grid *grid, FILE *out)
{
	size_t row;

	for (row = 0; row < grid->rows; row++)
		print(grid, out, row, "  ", "  ", "\n");
}

void db_grid_md(const struct db_grid *grid, FILE *out)
{
	size_t row, column;
	int i;

	for (row = 0; row < grid->rows; row++) {
		print(grid, out, row, "| ", " | ", " |\n");
		if (row)
			continue;
		for (column = 0; column < grid->columns; column++) {
			fputs(grid->left[column] ? "|:" : "|-", out);
			for (i = 0; i < grid->width[column]; i++)
				fputc('-', out);
			fputs(grid->left[column] ? "-" : ":", out);
		}
		fputs("|\n", out);
	}
}

void db_grid_free(struct db_grid *grid)
{
	size_t i;

	for (i = 0; i < grid->rows * DB_GRID_COLUMNS; i++)
		free(grid->cell[i]);
	free(grid->cell);
	memset(grid, 0, sizeof(*grid));
}
