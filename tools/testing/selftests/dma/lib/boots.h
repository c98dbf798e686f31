/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Statistics over boots. A boot is the unit of replication: what is compared is
 * one number of each, its median or its mean. All are for small samples.
 */
#ifndef DB_BOOTS_H
#define DB_BOOTS_H

#include <stddef.h>
#include <stdint.h>

#define DB_BOOTS_MAX	100	/* of one side; the exact test of so many took 0.8 s */

struct db_boots {
	const double *value;
	size_t n;
};

/* NAN when there are none. */
double db_boots_median(struct db_boots boots);
double db_boots_mean(struct db_boots boots);

/*
 * Exact two-sided p-value of the rank-sum test (Wilcoxon; Mann and Whitney): the
 * share of all ways to deal the values to the two sides whose rank sum lies as
 * far from its expectation, or farther. Equal values share the mean of their
 * ranks, and the test stays exact. NAN when a side is empty.
 */
double db_ranksum_p(struct db_boots a, struct db_boots b);

/* The smallest p-value that so many boots can give: 2 / C(a + b, a). */
double db_ranksum_p_min(size_t a, size_t b);

/* 1 when every value of @b lies above every one of @a, -1 below, else 0. */
int db_separated(struct db_boots a, struct db_boots b);

/*
 * Interval of median(b) / median(a): the middle 95 % of @resamples ratios of boots
 * drawn with replacement (Efron's percentile interval). The same @seed gives the
 * same interval. Both NAN with less than 3 boots on a side, or a median of 0.
 */
void db_bootstrap_ratio(struct db_boots a, struct db_boots b, size_t resamples,
			uint64_t seed, double *low, double *high);

/*
 * Holm's step-down correction: @p[i] becomes what it would be in a family of @n
 * comparisons, never above 1. NAN stays, and is no member of the family.
 */
void db_holm(double *p, size_t n);

/*
 * Exact two-sided p-value of Mann and Kendall's test for a trend in the order of
 * the values; NAN with less than 4, or above DB_TREND_MAX. Ties count as no order.
 */
#define DB_TREND_MAX	100
double db_trend_p(struct db_boots boots);

/*
 * Is value @i an outlier? Its distance from the median is more than 3.5 times
 * 1.4826 MAD (Iglewicz and Hoaglin's modified z-score). Never where the MAD is 0.
 */
int db_is_outlier(struct db_boots boots, size_t i);

#endif
