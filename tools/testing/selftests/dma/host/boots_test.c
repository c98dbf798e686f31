// SPDX-License-Identifier: GPL-2.0-only
/*
 * Statistics over boots. p-values without ties are SciPy 1.10.1's
 * mannwhitneyu(method="exact") and kendalltau(method="exact"); those with ties come
 * from going through all itertools.combinations() of scipy.stats.rankdata().
 */
#include <math.h>

#include "kselftest_harness.h"
#include "boots.h"
#include "helper.h"

#define BOOTS(...) ((struct db_boots){ (const double[]){ __VA_ARGS__ }, \
	sizeof((const double[]){ __VA_ARGS__ }) / sizeof(double) })
#define NONE ((struct db_boots){ })
#define NEAR(a, b) (fabs((a) - (b)) <= 1e-12)

TEST(rank_sum_equals_scipy)
{
	static const struct {
		const char *name;
		double a[8];
		size_t na;
		double b[8];
		size_t nb;
		double p;
	} rows[] = {
		{ "1+1", { 1 }, 1, { 2 }, 1, 1 },
		{ "3+3 apart", { 1, 2, 3 }, 3, { 4, 5, 6 }, 3, 0.1 },
		{ "5+5 apart", { 1, 2, 3, 4, 5 }, 5, { 6, 7, 8, 9, 10 }, 5,
		  0.00793650793650794 },
		{ "5+5 mixed", { 1.1, 3.3, 4.2, 5.9, 8 }, 5, { 2.2, 6.1, 7.7, 9.3, 9.9 }, 5,
		  0.222222222222222 },
		{ "4+7", { 10, 12, 14, 40 }, 4, { 11, 13, 15, 16, 17, 18, 19 }, 7,
		  0.527272727272727 },
		{ "8+8", { 9.99, 11.05, 10.74, 10.72, 11.62, 8.79, 9.37, 8.68 }, 8,
		  { 10.89, 12, 10.98, 11.5, 9.09, 11.15, 10.09, 12.78 }, 8,
		  0.104895104895105 },
		{ "all equal", { 5, 5, 5 }, 3, { 5, 5, 5 }, 3, 1 },
		{ "ties", { 1, 2, 2, 3 }, 4, { 2, 3, 3, 4 }, 4, 0.285714285714286 },
		{ "ties across", { 1, 1, 2, 2, 2 }, 5, { 2, 3, 3, 3 }, 4, 0.0317460317460317 },
		{ "ties, uneven", { 7, 7 }, 2, { 7, 8, 8, 9, 9, 9 }, 6, 0.214285714285714 },
	};
	double there, back;
	size_t i;

	for (i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		struct db_boots a = { rows[i].a, rows[i].na }, b = { rows[i].b, rows[i].nb };

		there = db_ranksum_p(a, b);
		back = db_ranksum_p(b, a);
		EXPECT_TRUE(NEAR(rows[i].p, there)) TH_LOG("%s: %.15g", rows[i].name, there);
		EXPECT_TRUE(NEAR(there, back)) TH_LOG("%s", rows[i].name);
	}
	EXPECT_TRUE(isnan(db_ranksum_p(NONE, BOOTS(1))));
	EXPECT_TRUE(isnan(db_ranksum_p(BOOTS(1), NONE)));
}

/* Few boots cannot show much, however far apart they are. */
TEST(smallest_p_of_so_many_boots)
{
	EXPECT_TRUE(NEAR(1, db_ranksum_p_min(1, 1)));
	EXPECT_TRUE(NEAR(0.1, db_ranksum_p_min(3, 3)));
	EXPECT_TRUE(NEAR(2 / 252.0, db_ranksum_p_min(5, 5)));
	EXPECT_TRUE(NEAR(1, db_ranksum_p_min(0, 5)));
}

TEST(many_boots_are_within_its_range)
{
	double a[DB_BOOTS_MAX], b[DB_BOOTS_MAX], p;
	size_t i;

	for (i = 0; i < DB_BOOTS_MAX; i++) {
		a[i] = 2 * i;
		b[i] = 2 * i + 1;
	}
	p = db_ranksum_p((struct db_boots){ a, 60 }, (struct db_boots){ b, 60 });
	EXPECT_LE(fabs(p - 0.8774076725567167), 1e-9) TH_LOG("%.15g", p);
}

TEST(median_and_mean)
{
	EXPECT_EQ(2, db_boots_median(BOOTS(3, 1, 2)));
	EXPECT_EQ(2.5, db_boots_median(BOOTS(4, 1, 2, 3)));
	EXPECT_EQ(2.5, db_boots_mean(BOOTS(4, 1, 2, 3)));
	EXPECT_EQ(7, db_boots_median(BOOTS(7)));
	EXPECT_TRUE(isnan(db_boots_median(NONE)) && isnan(db_boots_mean(NONE)));
}

TEST(separated_means_every_boot)
{
	EXPECT_EQ(1, db_separated(BOOTS(1, 2), BOOTS(3, 4)));
	EXPECT_EQ(-1, db_separated(BOOTS(3, 4), BOOTS(1, 2)));
	EXPECT_EQ(0, db_separated(BOOTS(1, 3), BOOTS(2, 4)));
	EXPECT_EQ(0, db_separated(BOOTS(1, 2), BOOTS(2, 3)));
	EXPECT_EQ(0, db_separated(NONE, BOOTS(2, 3)));
}

/* The example of Holm's paper in R: p.adjust(c(0.01, 0.04, 0.03, 0.005), "holm"). */
TEST(holm_equals_r)
{
	double p[] = { 0.01, 0.04, NAN, 0.03, 0.005 };

	db_holm(p, 5);
	EXPECT_TRUE(NEAR(0.03, p[0]));
	EXPECT_TRUE(NEAR(0.06, p[1]));
	EXPECT_TRUE(isnan(p[2]));
	EXPECT_TRUE(NEAR(0.06, p[3]));
	EXPECT_TRUE(NEAR(0.02, p[4]));
	db_holm(NULL, 0);
}

TEST(trend_equals_scipy)
{
	EXPECT_TRUE(NEAR(0.0833333333333333, db_trend_p(BOOTS(1, 2, 3, 4))));
	EXPECT_TRUE(NEAR(0.00277777777777778, db_trend_p(BOOTS(1, 2, 3, 4, 5, 6))));
	EXPECT_TRUE(NEAR(0.272222222222222, db_trend_p(BOOTS(3, 1, 4, 2, 6, 5))));
	EXPECT_TRUE(NEAR(0.000396825396825397, db_trend_p(BOOTS(6, 5, 4, 3, 2, 1, 0))));
	EXPECT_TRUE(isnan(db_trend_p(BOOTS(1, 2, 3))) && isnan(db_trend_p(NONE)));
	EXPECT_TRUE(NEAR(1, db_trend_p(BOOTS(5, 5, 5, 5, 5))));
}

TEST(outliers_are_far_from_the_median)
{
	struct db_boots boots = BOOTS(10, 10.1, 9.9, 10.2, 30);
	size_t i;

	for (i = 0; i < boots.n; i++)
		EXPECT_EQ(i == 4, db_is_outlier(boots, i));
	EXPECT_FALSE(db_is_outlier(BOOTS(1, 1, 1, 50), 3));
	EXPECT_FALSE(db_is_outlier(BOOTS(50), 0));
}

TEST(interval_is_repeatable_and_holds_the_ratio)
{
	struct db_boots a = BOOTS(100, 101, 99, 102, 98), b = BOOTS(50, 51, 49, 52, 48);
	double low, high, again[2];

	db_bootstrap_ratio(a, b, 5000, 1, &low, &high);
	db_bootstrap_ratio(a, b, 5000, 1, &again[0], &again[1]);
	EXPECT_EQ(low, again[0]);
	EXPECT_EQ(high, again[1]);
	EXPECT_TRUE(low < 0.5 && 0.5 < high && low > 0.45 && high < 0.55)
		TH_LOG("%g %g", low, high);
	db_bootstrap_ratio(a, BOOTS(50, 51), 100, 1, &low, &high);
	EXPECT_TRUE(isnan(low) && isnan(high));
	db_bootstrap_ratio(BOOTS(0, 0, 0), b, 100, 1, &low, &high);
	EXPECT_TRUE(isnan(low) && isnan(high));
}

/* Boots of one kernel: nothing differs, and at most 5 % may say so. */
TEST(no_difference_is_seldom_claimed)
{
	double a[5], b[5];
	int round, claims = 0, i;

	random_begin();
	for (round = 0; round < 2000; round++) {
		for (i = 0; i < 5; i++) {
			a[i] = 1000 + random_next() % 1000;
			b[i] = 1000 + random_next() % 1000;
		}
		claims += db_ranksum_p((struct db_boots){ a, 5 },
				       (struct db_boots){ b, 5 }) <= 0.05;
	}
	EXPECT_LE(claims, 100) TH_LOG("%d of 2000", claims);
	EXPECT_GE(claims, 20) TH_LOG("%d of 2000: the test says nothing", claims);
}

TEST_HARNESS_MAIN
