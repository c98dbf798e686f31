// SPDX-License-Identifier: GPL-2.0-only
/* Hot spots as text for a mail: at most 75 columns. */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "hotspots.h"

/* A function with less than this share, in percent, is left out. */
#define SMALLEST	0.5
/* Functions that a comparison shows. */
#define ROWS_MAX	25

/* Short enough for a column each; those of the syncs stand below "sync_". */
static const char *const columns[DB_HOT_PHASES] = {
	"map", "for_device", "for_cpu", "unmap", "round_trip"
};
static const char *const phases[DB_HOT_PHASES] = {
	"map", "sync_for_device", "sync_for_cpu", "unmap", "round_trip"
};

static double percent(uint64_t part, uint64_t of)
{
	return of ? 100.0 * part / of : 0;
}

static uint64_t group_sum(const struct db_hotspots *hot, int group)
{
	uint64_t sum = 0;
	int i;

	for (i = 0; i < DB_HOT_PHASES; i++)
		sum += hot->share[group][i];
	return sum;
}

static void head(const struct db_hotspots *hot, const char *unit, const char *what, FILE *out)
{
	fprintf(out, "%s%" PRIu64 " %s in timed phases, %" PRIu64 " besides\n"
		"(%" PRIu64 " of them in setting the buffer's state)\n", what, hot->timed, unit,
		hot->all - hot->timed, hot->set_state);
}

static void group_table(const struct db_hotspots *hot, FILE *out)
{
	int group, i;

	fprintf(out, "\n%-17s %6s", "self, %", "all");
	for (i = 0; i < DB_HOT_PHASES; i++)
		if (hot->phase[i])
			fprintf(out, " %*s", (int)fmax(6, strlen(columns[i])), columns[i]);
	fputc('\n', out);
	for (group = 0; group < DB_HOT_GROUPS; group++) {
		if (!group_sum(hot, group))
			continue;
		fprintf(out, "%-17s %6.1f", db_hot_names[group],
			percent(group_sum(hot, group), hot->timed));
		for (i = 0; i < DB_HOT_PHASES; i++)
			if (hot->phase[i])
				fprintf(out, " %*.1f", (int)fmax(6, strlen(columns[i])),
					percent(hot->share[group][i], hot->timed));
		fputc('\n', out);
	}
	fprintf(out, "%-17s %6.1f", "all", percent(hot->timed, hot->timed));
	for (i = 0; i < DB_HOT_PHASES; i++)
		if (hot->phase[i])
			fprintf(out, " %*.1f", (int)fmax(6, strlen(columns[i])),
				percent(hot->phase[i], hot->timed));
	fputc('\n', out);
}

static int is_small(const struct db_hot_row *row, uint64_t timed)
{
	return percent(row->total, timed) < SMALLEST;
}

static void function_table(const struct db_hotspots *hot, FILE *out)
{
	size_t i, left_out = 0;
	int group, begun;

	for (group = 0; group < DB_HOT_GROUPS; group++) {
		for (begun = 0, i = 0; i < hot->rows; i++) {
			const struct db_hot_row *row = &hot->row[i];

			if (row->group != (unsigned int)group)
				continue;
			if (is_small(row, hot->timed)) {
				left_out++;
				continue;
			}
			if (!begun++)
				fprintf(out, "\n%s\n  self %%  total %%  %-15s  function\n",
					db_hot_names[group], "phase");
			fprintf(out, "  %6.1f  %7.1f  %-15s  %s\n", percent(row->self, hot->timed),
				percent(row->total, hot->timed), phases[row->phase],
				row->function);
		}
	}
	if (left_out)
		fprintf(out, "\n%zu more with less than %g %% each, with all that they call\n",
			left_out, SMALLEST);
}

void db_hotspots_text(const struct db_hotspots *hot, const char *unit, FILE *out)
{
	head(hot, unit, "hot spots: ", out);
	if (!hot->timed)
		return;
	group_table(hot, out);
	function_table(hot, out);
}

struct difference {
	const struct db_hot_row *row;
	double a, b;
};

static int by_size(const void *x, const void *y)
{
	const struct difference *p = x, *q = y;
	double a = fabs(p->b - p->a), b = fabs(q->b - q->a);

	if (a != b)
		return a < b ? 1 : -1;
	return strcmp(p->row->function, q->row->function);
}

static const struct db_hot_row *find(const struct db_hotspots *hot, const struct db_hot_row *row)
{
	size_t i;

	for (i = 0; i < hot->rows; i++)
		if (hot->row[i].phase == row->phase && hot->row[i].group == row->group &&
		    !strcmp(hot->row[i].function, row->function))
			return &hot->row[i];
	return NULL;
}

/* Each function of either side, once. */
static size_t differences(const struct db_hotspots *a, const struct db_hotspots *b,
			  struct difference *list)
{
	const struct db_hot_row *other;
	size_t i, n = 0;

	for (i = 0; i < b->rows; i++) {
		other = find(a, &b->row[i]);
		list[n++] = (struct difference){ &b->row[i],
			other ? percent(other->self, a->timed) : 0,
			percent(b->row[i].self, b->timed) };
	}
	for (i = 0; i < a->rows; i++)
		if (!find(b, &a->row[i]))
			list[n++] = (struct difference){ &a->row[i],
				percent(a->row[i].self, a->timed), 0 };
	qsort(list, n, sizeof(*list), by_size);
	return n;
}

static void group_differences(const struct db_hotspots *a, const struct db_hotspots *b, FILE *out)
{
	double x, y;
	int group;

	fprintf(out, "\n     A %%     B %%    B - A  group, self\n");
	for (group = 0; group < DB_HOT_GROUPS; group++) {
		x = percent(group_sum(a, group), a->timed);
		y = percent(group_sum(b, group), b->timed);
		if (x || y)
			fprintf(out, "  %6.1f  %6.1f  %+7.1f  %s\n", x, y, y - x,
				db_hot_names[group]);
	}
}

void db_hotspots_compare(const struct db_hotspots *a, const struct db_hotspots *b,
			 const char *unit, FILE *out)
{
	struct difference *list = db_alloc((a->rows + b->rows + 1) * sizeof(*list));
	size_t n = differences(a, b, list), i, shown = 0;

	head(a, unit, "A: ", out);
	head(b, unit, "B: ", out);
	group_differences(a, b, out);
	fprintf(out, "\nthe largest differences, self\n     A %%     B %%    B - A  %-15s  function\n",
		"phase");
	for (i = 0; i < n && shown < ROWS_MAX; i++) {
		if (fabs(list[i].b - list[i].a) < 0.05)
			break;
		fprintf(out, "  %6.1f  %6.1f  %+7.1f  %-15s  %s\n", list[i].a, list[i].b,
			list[i].b - list[i].a, phases[list[i].row->phase],
			list[i].row->function);
		shown++;
	}
	if (!shown)
		fprintf(out, "  none\n");
	fprintf(out, "\nShares are of each side's own sum: they tell where it went, not whether\n"
		"there is less of it.\n");
	free(list);
}
