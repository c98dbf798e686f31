// SPDX-License-Identifier: GPL-2.0-only
/* What is different between the hot spots of two runs. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "hotspots.h"

/* Functions that are shown, and the least difference, in points, that one decimal shows. */
#define ROWS_MAX	25
#define SMALLEST	0.05

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

static const struct db_hot_row *twin(const struct db_hotspots *hot, const struct db_hot_row *row)
{
	return db_hotspots_find(hot, row->function, row->phase, row->group);
}

/* Each function of either side, once. */
static size_t differences(const struct db_hotspots *a, const struct db_hotspots *b,
			  struct difference *list)
{
	const struct db_hot_row *other;
	size_t i, n = 0;

	for (i = 0; i < b->rows; i++) {
		other = twin(a, &b->row[i]);
		list[n++] = (struct difference){ &b->row[i],
			other ? db_hotspots_percent(other->self, a->timed) : 0,
			db_hotspots_percent(b->row[i].self, b->timed) };
	}
	for (i = 0; i < a->rows; i++)
		if (!twin(b, &a->row[i]))
			list[n++] = (struct difference){ &a->row[i],
				db_hotspots_percent(a->row[i].self, a->timed), 0 };
	qsort(list, n, sizeof(*list), by_size);
	return n;
}

static void group_differences(const struct db_hotspots *a, const struct db_hotspots *b, FILE *out)
{
	double x, y;
	int group;

	fprintf(out, "\n     A %%     B %%    B - A  group, self\n");
	for (group = 0; group < DB_HOT_GROUPS; group++) {
		x = db_hotspots_percent(db_hotspots_group_sum(a, group), a->timed);
		y = db_hotspots_percent(db_hotspots_group_sum(b, group), b->timed);
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

	db_hotspots_head(a, unit, "A: ", out);
	db_hotspots_head(b, unit, "B: ", out);
	group_differences(a, b, out);
	fprintf(out, "\nthe largest differences, self\n     A %%     B %%    B - A  %-15s  function\n",
		"phase");
	for (i = 0; i < n && shown < ROWS_MAX; i++) {
		if (fabs(list[i].b - list[i].a) < SMALLEST)
			break;
		fprintf(out, "  %6.1f  %6.1f  %+7.1f  %-15s  %s\n", list[i].a, list[i].b,
			list[i].b - list[i].a, db_hotspots_phase(list[i].row->phase),
			list[i].row->function);
		shown++;
	}
	if (!shown)
		fprintf(out, "  none\n");
	fprintf(out, "\nShares are of each side's own sum: they tell where it went, not whether\n"
		"there is less of it.\n");
	free(list);
}
