// SPDX-License-Identifier: GPL-2.0-only
/* Hot spots as text for a mail: at most 75 columns. */
#include <inttypes.h>
#include <string.h>

#include "hotspots.h"

/* A function with less than this share, in percent, is left out. */
#define SMALLEST	0.5

/* Short enough for a column each; those of the syncs without their "sync_". */
static const char *const columns[DB_HOT_PHASES] = {
	"map", "for_device", "for_cpu", "unmap", "round_trip"
};

void db_hotspots_head(const struct db_hotspots *hot, const char *unit, const char *what, FILE *out)
{
	fprintf(out, "%s%" PRIu64 " %s in timed phases, %" PRIu64 " besides\n"
		"(%" PRIu64 " of them in setting the buffer's state)\n", what, hot->timed, unit,
		hot->all - hot->timed, hot->set_state);
	if (hot->before)
		fprintf(out, "(and %" PRIu64 " before the measured part, left out everywhere)\n",
			hot->before);
}

static uint64_t phase_sum(const struct db_hotspots *hot, int phase)
{
	uint64_t sum = 0;
	int group;

	for (group = 0; group < DB_HOT_GROUPS; group++)
		sum += hot->share[group][phase];
	return sum;
}

static int width(int phase)
{
	return strlen(columns[phase]) > 6 ? strlen(columns[phase]) : 6;
}

/* Of all phases that there are; @group DB_HOT_GROUPS: the sum. */
static void group_line(const struct db_hotspots *hot, int group, FILE *out)
{
	int all = group == DB_HOT_GROUPS, i;

	fprintf(out, "%-17s %6.1f", all ? "all" : db_hot_names[group],
		db_hotspots_percent(all ? hot->timed : db_hotspots_group_sum(hot, group),
				    hot->timed));
	for (i = 0; i < DB_HOT_PHASES; i++) {
		uint64_t sum = phase_sum(hot, i);

		if (sum)
			fprintf(out, " %*.1f", width(i),
				db_hotspots_percent(all ? sum : hot->share[group][i], hot->timed));
	}
	fputc('\n', out);
}

static void group_table(const struct db_hotspots *hot, FILE *out)
{
	int group, i;

	fprintf(out, "\n%-17s %6s", "self, %", "all");
	for (i = 0; i < DB_HOT_PHASES; i++)
		if (phase_sum(hot, i))
			fprintf(out, " %*s", width(i), columns[i]);
	fputc('\n', out);
	for (group = 0; group < DB_HOT_GROUPS; group++)
		if (db_hotspots_group_sum(hot, group))
			group_line(hot, group, out);
	group_line(hot, DB_HOT_GROUPS, out);
}

static int is_small(const struct db_hot_row *row, uint64_t timed)
{
	return db_hotspots_percent(row->total, timed) < SMALLEST;
}

/* Gives how many were too small to be shown. */
static size_t functions_of(const struct db_hotspots *hot, unsigned int group, FILE *out)
{
	size_t i, left_out = 0;
	int begun = 0;

	for (i = 0; i < hot->rows; i++) {
		const struct db_hot_row *row = &hot->row[i];

		if (row->group != group)
			continue;
		if (is_small(row, hot->timed)) {
			left_out++;
			continue;
		}
		if (!begun++)
			fprintf(out, "\n%s\n  self %%  total %%  %-15s  function\n",
				db_hot_names[group], "phase");
		fprintf(out, "  %6.1f  %7.1f  %-15s  %s\n",
			db_hotspots_percent(row->self, hot->timed),
			db_hotspots_percent(row->total, hot->timed),
			db_hotspots_phase(row->phase), row->function);
	}
	return left_out;
}

void db_hotspots_text(const struct db_hotspots *hot, const char *unit, FILE *out)
{
	size_t left_out = 0;
	int group;

	db_hotspots_head(hot, unit, "hot spots: ", out);
	if (!hot->timed)
		return;
	group_table(hot, out);
	for (group = 0; group < DB_HOT_GROUPS; group++)
		left_out += functions_of(hot, group, out);
	if (left_out)
		fprintf(out, "\n%zu more with less than %g %% each, with all that they call\n",
			left_out, SMALLEST);
}
