/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Call chains as the tree that d3-flame-graph draws, and the page around it. Two sets
 * of chains, of A and B, make a differential page: widths are shares of the own side,
 * in millionths, and "delta" is B's less A's.
 */
#ifndef DB_FLAME_H
#define DB_FLAME_H

#include <stdio.h>

#include "hot_groups.h"
#include "list.h"
#include "stacks.h"

struct db_flame_page {
	const char *title, *unit;
	const struct db_stacks *a, *b;	/* @b NULL: of one side */
	const struct db_hot_groups *groups;
	const struct db_list *notes;	/* warnings, above the picture */
	const char *table;		/* hotspots.txt, below it */
};

/*
 * Writes @template with all of that as JSON instead of the word "@flamegraph_json". Nothing
 * in it can end the script that it stands in.
 */
int db_flame_write(const struct db_flame_page *page, const char *template, FILE *out,
		   struct db_err *err);

#endif
