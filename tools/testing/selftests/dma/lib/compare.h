/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Two kernels, or two of anything, over several boots each. The number of a boot
 * is the median, or the mean, of its samples; what is compared is these numbers.
 */
#ifndef DB_COMPARE_H
#define DB_COMPARE_H

#include <stdio.h>

#include "list.h"
#include "side.h"

#define DB_COMPARE_ALPHA	0.05	/* a difference is one at p <= this, corrected */
#define DB_COMPARE_RESAMPLES	10000
#define DB_COMPARE_SEED		1

/* Of one case, phase, and way to make a boot one number. */
struct db_contrast {
	double a, b;		/* ns: median of boot medians, mean of boot means */
	double change;		/* b / a - 1 */
	double low, high;	/* 95 % interval of the ratio of the medians over boots */
	double p;		/* exact rank sum; NAN with too few boots to show anything */
	double p_holm;		/* the same, corrected for all rows */
	double floor;		/* change of A against A, or NAN without such boots */
	int separated;		/* 1: every boot of B above all of A, -1: below */
	int differs;		/* p_holm is small, and |change| above the floor */
};

struct db_row {
	const char *name, *phase;	/* lives as long as side A */
	struct db_contrast median, mean;
	double trend_p;			/* over all boots in their order, corrected */
	unsigned int outliers;		/* boots of both sides that are far from their median */
};

/* A counter whose values are not the same on both sides, or within one. */
struct db_count_row {
	const char *name, *phase, *counter;
	char *a, *b;			/* "2560", or "12..14" where boots differ */
};

struct db_compare {
	struct db_side a, b, noise;	/* noise: more boots of A, or none */
	struct db_list differences, spoilers;
	struct db_list only_a, only_b;	/* cases of one side alone */
	size_t rows, count_rows, counts_equal;
	struct db_row *row;
	struct db_count_row *count_row;
	double p_min;			/* the smallest p that so many boots can give */
};

/* The sides have been read. DB_FAILED when they have no case in common. */
int db_compare(struct db_compare *compare, struct db_err *err);
void db_compare_free(struct db_compare *compare);

/* Can so many boots show a difference in one of so many rows, at best? */
int db_compare_can_show(const struct db_compare *compare);

/* How many boots of each side it takes to do so. */
size_t db_compare_boots_needed(const struct db_compare *compare);

/* The verdict in a word: "~", "less", "more"; with too few boots "separated" or "~". */
const char *db_contrast_word(const struct db_compare *compare, const struct db_contrast *c);

void db_compare_text(const struct db_compare *compare, int md, FILE *out);
void db_compare_csv(const struct db_compare *compare, FILE *out);
void db_compare_json(const struct db_compare *compare, FILE *out);
void db_compare_ktap(const struct db_compare *compare, FILE *out);

#endif
