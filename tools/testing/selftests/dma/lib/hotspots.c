// SPDX-License-Identifier: GPL-2.0-only
/* Each function's share of the timed phases. */
#include <stdlib.h>
#include <string.h>

#include <linux/map_benchmark_ext.h>

#include "hotspots.h"
#include "list.h"
#include "words.h"

static void split(const char *chain, struct db_list *frames)
{
	char *copy = db_strdup(chain), *rest = copy, *frame;

	while ((frame = strsep(&rest, ";")))
		db_list_add(frames, frame, 0);
	free(copy);
}

/* Where the phase begins: the innermost function that stands for one. */
static int find_phase(const struct db_list *frames, const struct db_hot_groups *groups,
		      size_t *at)
{
	int phase;

	for (*at = frames->count; *at > 0; ) {
		phase = db_hot_phase_of(groups, frames->item[--*at].text);
		if (phase >= 0)
			return phase;
	}
	return -1;
}

struct db_hot_row *db_hotspots_find(const struct db_hotspots *hot, const char *function,
				    int phase, unsigned int group)
{
	struct db_hot_row *row;
	size_t i;

	for (i = 0; i < hot->rows; i++) {
		row = &hot->row[i];
		if (row->phase == phase && row->group == group && !strcmp(row->function, function))
			return row;
	}
	return NULL;
}

static struct db_hot_row *row_of(struct db_hotspots *hot, const char *function, int phase,
				 unsigned int group)
{
	struct db_hot_row *row = db_hotspots_find(hot, function, phase, group);

	if (row)
		return row;
	if (hot->rows == hot->room) {
		hot->room = hot->room ? 2 * hot->room : 64;
		hot->row = db_grow(hot->row, hot->room * sizeof(*hot->row));
	}
	row = &hot->row[hot->rows++];
	*row = (struct db_hot_row){ db_strdup(function), phase, group, 0, 0 };
	return row;
}

/* A function that calls itself counts once. */
static int seen_before(const struct db_list *frames, size_t first, size_t at)
{
	size_t i;

	for (i = first; i < at; i++)
		if (!strcmp(frames->item[i].text, frames->item[at].text))
			return 1;
	return 0;
}

static void add_chain(struct db_hotspots *hot, const struct db_list *frames, size_t first,
		      int phase, uint64_t weight, const struct db_hot_groups *groups)
{
	struct db_hot_row *row;
	int group = DB_HOT_DRIVER;
	size_t i = first;

	/* The phase's own function is there. */
	do {
		group = db_hot_group_under(groups, frames->item[i].text, group);
		row = row_of(hot, frames->item[i].text, phase, group);
		if (!seen_before(frames, first, i))
			row->total += weight;
	} while (++i < frames->count);
	row->self += weight;
	hot->share[group][phase] += weight;
	hot->timed += weight;
}

static int by_share(const void *a, const void *b)
{
	const struct db_hot_row *x = a, *y = b;

	if (x->self != y->self)
		return x->self < y->self ? 1 : -1;
	if (x->total != y->total)
		return x->total < y->total ? 1 : -1;
	return strcmp(x->function, y->function);
}

static int is_out(const struct db_list *frames, const struct db_hot_groups *groups)
{
	size_t i;

	for (i = 0; i < frames->count; i++)
		if (db_hot_is_out(groups, frames->item[i].text))
			return 1;
	return 0;
}

static uint64_t leave_out(struct db_stacks *stacks, const struct db_hot_groups *groups)
{
	struct db_stacks kept = { };
	uint64_t weight = 0;
	size_t i;

	for (i = 0; i < stacks->count; i++) {
		struct db_list frames = { };

		split(stacks->item[i].chain, &frames);
		if (is_out(&frames, groups))
			weight += stacks->item[i].weight;
		else
			db_stacks_add(&kept, stacks->item[i].chain, stacks->item[i].weight);
		db_list_free(&frames);
	}
	db_stacks_free(stacks);
	*stacks = kept;
	return weight;
}

void db_hotspots_make(struct db_hotspots *hot, struct db_stacks *stacks,
		      const struct db_hot_groups *groups)
{
	size_t i, first;
	int phase;

	memset(hot, 0, sizeof(*hot));
	hot->before = leave_out(stacks, groups);
	for (i = 0; i < stacks->count; i++) {
		struct db_list frames = { };
		uint64_t weight = stacks->item[i].weight;

		split(stacks->item[i].chain, &frames);
		phase = find_phase(&frames, groups, &first);
		hot->all += weight;
		if (phase == MBE_PHASE_SET_STATE)
			hot->set_state += weight;
		if (phase >= MBE_PHASE_MAP && phase <= MBE_PHASE_ROUND_TRIP)
			add_chain(hot, &frames, first, phase - MBE_PHASE_MAP, weight, groups);
		db_list_free(&frames);
	}
	if (hot->rows)
		qsort(hot->row, hot->rows, sizeof(*hot->row), by_share);
}

uint64_t db_hotspots_group_sum(const struct db_hotspots *hot, int group)
{
	uint64_t sum = 0;
	int i;

	for (i = 0; i < DB_HOT_PHASES; i++)
		sum += hot->share[group][i];
	return sum;
}

const char *db_hotspots_phase(int phase)
{
	return db_word_name(db_phase_ids, phase + MBE_PHASE_MAP);
}

double db_hotspots_percent(uint64_t part, uint64_t of)
{
	return of ? 100.0 * part / of : 0;
}

void db_hotspots_free(struct db_hotspots *hot)
{
	size_t i;

	for (i = 0; i < hot->rows; i++)
		free(hot->row[i].function);
	free(hot->row);
	memset(hot, 0, sizeof(*hot));
}
