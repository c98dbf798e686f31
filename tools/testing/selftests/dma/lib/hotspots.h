/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Where the time of the timed phases goes: each function's share, by itself and with
 * all that it calls, in the phase and the group that it belongs to. Chains outside
 * the timed phases (the buffer's state, the loop itself) are counted, and left out.
 */
#ifndef DB_HOTSPOTS_H
#define DB_HOTSPOTS_H

#include <stdint.h>
#include <stdio.h>

#include "hot_groups.h"
#include "stacks.h"

#define DB_HOT_PHASES	5	/* map to round_trip: enum mbe_phase_id from 1 on */

struct db_hot_row {
	char *function;
	int phase;		/* from 0: map */
	unsigned int group;
	uint64_t self, total;	/* weights: in it, and in it or what it calls */
};

struct db_hotspots {
	uint64_t all, timed;	/* weights of all chains, and of those in timed phases */
	uint64_t set_state;	/* setting the buffer's state */
	uint64_t before;	/* before the measured part, in none of the others */
	uint64_t share[DB_HOT_GROUPS][DB_HOT_PHASES];	/* by the innermost function */
	size_t rows, room;
	struct db_hot_row *row;	/* one for each function, phase and group */
};

/* Chains before the measured part (warm-up, pilot) are removed from @stacks. */
void db_hotspots_make(struct db_hotspots *hot, struct db_stacks *stacks,
		      const struct db_hot_groups *groups);
void db_hotspots_free(struct db_hotspots *hot);

/* The row of @function, or NULL. */
struct db_hot_row *db_hotspots_find(const struct db_hotspots *hot, const char *function,
				    int phase, unsigned int group);
uint64_t db_hotspots_group_sum(const struct db_hotspots *hot, int group);
const char *db_hotspots_phase(int phase);	/* its name */
double db_hotspots_percent(uint64_t part, uint64_t of);	/* 0 of nothing */

/* At most 75 columns, for a mail; @unit is what is weighed: "samples", "dsb_sy". */
void db_hotspots_text(const struct db_hotspots *hot, const char *unit, FILE *out);
/* How much was weighed; @what stands before. */
void db_hotspots_head(const struct db_hotspots *hot, const char *unit, const char *what, FILE *out);
/* The same of two, in percent points, the largest differences first. */
void db_hotspots_compare(const struct db_hotspots *a, const struct db_hotspots *b,
			 const char *unit, FILE *out);

#endif
