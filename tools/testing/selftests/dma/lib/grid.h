/* SPDX-License-Identifier: GPL-2.0-only */
/* A table of cells, printed for people or as Markdown. */
#ifndef DB_GRID_H
#define DB_GRID_H

#include <stddef.h>
#include <stdio.h>

#define DB_GRID_COLUMNS	24

struct db_grid {
	size_t columns, rows, room;
	int left[DB_GRID_COLUMNS];	/* aligned left: words, not numbers */
	int width[DB_GRID_COLUMNS];	/* of the longest cell so far */
	char **cell;			/* room * DB_GRID_COLUMNS; row 0 is the head */
};

/* Begin a row; then its cells one by one. Takes @text over. */
void db_grid_row(struct db_grid *grid);
void db_grid_cell(struct db_grid *grid, char *text);

void db_grid_text(const struct db_grid *grid, FILE *out);
void db_grid_md(const struct db_grid *grid, FILE *out);
void db_grid_free(struct db_grid *grid);

#endif
