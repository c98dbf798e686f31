// SPDX-License-Identifier: GPL-2.0-only
/* The numbers of a comparison; compare.h says what they are. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "boots.h"
#include "circumstances.h"
#include "compare.h"
#include "compare_counts.h"
#include "document.h"
#include "json.h"

/* One number of each boot; its member of the phase's statistics. */
struct numbers {
	double value[DB_BOOTS_MAX];
	size_t n;
};

static void collect(struct numbers *numbers, const struct db_side *side, const char *name,
		    const char *phase, const char *member)
{
	struct json_object *result;
	double value;
	size_t i;

	numbers->n = 0;
	for (i = 0; i < side->count; i++) {
		result = db_document_result(side->boot[i].doc, name);
		value = db_json_get_number(db_json_get(db_json_get(result, "phases"), phase),
					   member);
		if (!isnan(value))
			numbers->value[numbers->n++] = value;
	}
}

static struct db_boots boots_of(const struct numbers *numbers)
{
	return (struct db_boots){ numbers->value, numbers->n };
}

static void contrast(struct db_contrast *c, const struct db_compare *compare,
		     const struct db_row *row, const char *member)
{
	double (*middle)(struct db_boots boots) =
		strcmp(member, "mean") ? db_boots_median : db_boots_mean;
	struct numbers *n = db_alloc(3 * sizeof(*n));
	struct db_boots a, b, noise;

	collect(&n[0], &compare->a, row->name, row->phase, member);
	collect(&n[1], &compare->b, row->name, row->phase, member);
	collect(&n[2], &compare->noise, row->name, row->phase, member);
	a = boots_of(&n[0]);
	b = boots_of(&n[1]);
	noise = boots_of(&n[2]);
	c->a = middle(a);
	c->b = middle(b);
	c->change = c->a > 0 ? c->b / c->a - 1 : NAN;
	c->p = db_ranksum_p_min(a.n, b.n) <= DB_COMPARE_ALPHA ? db_ranksum_p(a, b) : NAN;
	c->p_holm = c->p;
	c->separated = db_separated(a, b);
	c->floor = noise.n && c->a > 0 ? fabs(middle(noise) / c->a - 1) : NAN;
	db_bootstrap_ratio(a, b, DB_COMPARE_RESAMPLES, DB_COMPARE_SEED, &c->low, &c->high);
	free(n);
}

static unsigned int outliers(const struct numbers *numbers)
{
	unsigned int count = 0;
	size_t i;

	for (i = 0; i < numbers->n; i++)
		count += db_is_outlier(boots_of(numbers), i);
	return count;
}

static const char *time_of(const struct db_side *side, size_t i)
{
	const char *time = db_json_get_text(side->boot[i].doc, "environment.time");

	return time ? time : "";
}

/*
 * Both sides in the order of time, each boot against the median of its side, so
 * that a difference between the sides is no trend.
 */
static double trend(const struct db_compare *compare, struct numbers *a, struct numbers *b)
{
	double middle_a = db_boots_median(boots_of(a)), middle_b = db_boots_median(boots_of(b));
	double all[2 * DB_BOOTS_MAX];
	size_t i = 0, k = 0, n = 0;

	if (a->n != compare->a.count || b->n != compare->b.count)
		return NAN;
	while (i < a->n || k < b->n) {
		if (k == b->n || (i < a->n && strcmp(time_of(&compare->a, i),
						     time_of(&compare->b, k)) <= 0)) {
			all[n++] = a->value[i++] / middle_a;
		} else {
			all[n++] = b->value[k++] / middle_b;
		}
	}
	return db_trend_p((struct db_boots){ all, n });
}

static void fill_row(struct db_row *row, const struct db_compare *compare)
{
	struct numbers *n = db_alloc(2 * sizeof(*n));

	contrast(&row->median, compare, row, "median");
	contrast(&row->mean, compare, row, "mean");
	collect(&n[0], &compare->a, row->name, row->phase, "median");
	collect(&n[1], &compare->b, row->name, row->phase, "median");
	row->outliers = outliers(&n[0]) + outliers(&n[1]);
	row->trend_p = trend(compare, &n[0], &n[1]);
	free(n);
}

/* In every boot of the side, or it is no case of it. */
static int has_case(const struct db_side *side, const char *name)
{
	size_t i;

	for (i = 0; i < side->count; i++) {
		if (!db_document_result(side->boot[i].doc, name))
			return 0;
	}
	return 1;
}

static void add_rows(struct db_compare *compare, struct json_object *result)
{
	const char *name = db_json_get_text(result, "name");
	struct json_object *phases = db_json_get(result, "phases");

	json_object_object_foreach(phases, phase, unused) {
		(void)unused;
		compare->row = db_grow(compare->row,
				       (compare->rows + 1) * sizeof(*compare->row));
		memset(&compare->row[compare->rows], 0, sizeof(*compare->row));
		compare->row[compare->rows].name = name;
		compare->row[compare->rows++].phase = phase;
	}
}

static void list_others(const struct db_side *of, const struct db_side *not_of,
			struct db_list *list)
{
	struct json_object *results;
	const char *name;
	size_t i, k, n;

	for (i = 0; i < of->count; i++) {
		results = db_json_get(of->boot[i].doc, "results");
		for (k = 0; k < json_object_array_length(results); k++) {
			name = db_json_get_text(json_object_array_get_idx(results, k), "name");
			if (has_case(of, name) && has_case(not_of, name))
				continue;
			for (n = 0; n < list->count && strcmp(list->item[n].text, name); n++)
				;
			if (n == list->count)
				db_list_add(list, name, 0);
		}
	}
}

/* Three families of tests: each is corrected for itself. */
static double *p_of(struct db_row *row, int family)
{
	switch (family) {
	case 0:
		return &row->median.p_holm;
	case 1:
		return &row->mean.p_holm;
	default:
		return &row->trend_p;
	}
}

static void correct(struct db_compare *compare)
{
	double *p = db_alloc(compare->rows * sizeof(*p));
	int family;
	size_t i;

	for (family = 0; family < 3; family++) {
		for (i = 0; i < compare->rows; i++)
			p[i] = *p_of(&compare->row[i], family);
		db_holm(p, compare->rows);
		for (i = 0; i < compare->rows; i++)
			*p_of(&compare->row[i], family) = p[i];
	}
	free(p);
}

static void judge(struct db_contrast *c)
{
	c->differs = c->p_holm <= DB_COMPARE_ALPHA &&
		     (isnan(c->floor) || fabs(c->change) > c->floor);
}

int db_compare_can_show(const struct db_compare *compare)
{
	return compare->p_min * compare->rows <= DB_COMPARE_ALPHA;
}

size_t db_compare_boots_needed(const struct db_compare *compare)
{
	size_t boots = 1;

	while (db_ranksum_p_min(boots, boots) * compare->rows > DB_COMPARE_ALPHA)
		boots++;
	return boots;
}

const char *db_contrast_word(const struct db_compare *compare, const struct db_contrast *c)
{
	if (c->differs)
		return c->change > 0 ? "more" : "less";
	if (c->separated && !db_compare_can_show(compare))
		return "separated";
	return "~";
}

int db_compare(struct db_compare *compare, struct db_err *err)
{
	struct json_object *results = db_json_get(compare->a.boot[0].doc, "results"), *result;
	size_t i;

	for (i = 0; i < json_object_array_length(results); i++) {
		result = json_object_array_get_idx(results, i);
		if (has_case(&compare->a, db_json_get_text(result, "name")) &&
		    has_case(&compare->b, db_json_get_text(result, "name")))
			add_rows(compare, result);
	}
	list_others(&compare->a, &compare->b, &compare->only_a);
	list_others(&compare->b, &compare->a, &compare->only_b);
	if (!compare->rows)
		return db_err_set(err, DB_FAILED,
				  "no case is in every file: names of cases are compared as they are; see report FILE");
	compare->p_min = db_ranksum_p_min(compare->a.count, compare->b.count);
	for (i = 0; i < compare->rows; i++)
		fill_row(&compare->row[i], compare);
	correct(compare);
	for (i = 0; i < compare->rows; i++) {
		judge(&compare->row[i].median);
		judge(&compare->row[i].mean);
	}
	db_compare_counts(compare);
	db_circumstances(&compare->a, &compare->b, &compare->differences, &compare->spoilers);
	return DB_OK;
}

void db_compare_free(struct db_compare *compare)
{
	size_t i;

	for (i = 0; i < compare->count_rows; i++) {
		free(compare->count_row[i].a);
		free(compare->count_row[i].b);
	}
	free(compare->count_row);
	free(compare->row);
	db_list_free(&compare->differences);
	db_list_free(&compare->spoilers);
	db_list_free(&compare->only_a);
	db_list_free(&compare->only_b);
	db_side_free(&compare->a);
	db_side_free(&compare->b);
	db_side_free(&compare->noise);
}
