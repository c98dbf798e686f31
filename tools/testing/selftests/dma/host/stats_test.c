// SPDX-License-Identifier: GPL-2.0-only
/* Statistics against values computed independently, with exact fractions. */
#include <math.h>

#include "kselftest_harness.h"
#include "helper.h"
#include "stats.h"
#include "wide.h"

static const struct vector {
	const char *name;
	uint64_t n, sum, sq_hi, sq_lo;
	const char *squares;
	double stddev;
} vectors[] = {
#include "stats_vectors.h"
};

#define VECTORS	(sizeof(vectors) / sizeof(*vectors))

TEST(deviation_equals_the_exact_one)
{
	double is, error;
	size_t i;

	for (i = 0; i < VECTORS; i++) {
		const struct vector *v = &vectors[i];

		is = db_stddev(v->n, v->sum, v->sq_hi, v->sq_lo);
		error = v->stddev > 0 ? fabs(is / v->stddev - 1) : fabs(is);
		EXPECT_LE(error, 1e-14) TH_LOG("%s: %.17g", v->name, is);
	}
}

TEST(squares_are_written_in_full)
{
	char text[DB_WIDE_ROOM];
	struct db_wide wide;
	size_t i;

	for (i = 0; i < VECTORS; i++) {
		wide = db_wide(vectors[i].sq_hi, vectors[i].sq_lo);
		EXPECT_STREQ(vectors[i].squares, db_wide_text(&wide, text, sizeof(text)));
	}
	wide = db_wide(0, 0);
	EXPECT_STREQ("0", db_wide_text(&wide, text, sizeof(text)));
}

TEST(dispersion_needs_two_samples)
{
	EXPECT_TRUE(isnan(db_stddev(0, 0, 0, 0)));
	EXPECT_TRUE(isnan(db_stddev(1, 5, 0, 25)));
	EXPECT_EQ(0, db_stddev(2, 10, 0, 50));
	/* Sums that no data can have must not give a number. */
	EXPECT_TRUE(isnan(db_stddev(2, 10, 0, 49)));
}

TEST(deviation_error_and_variation_are_three_things)
{
	uint64_t data[] = { 300, 100, 200, 400 };
	struct mbe_phase phase = {
		.phase = MBE_PHASE_MAP, .repr = MBE_REPR_SAMPLES, .count = 4,
		.min_ns = 100, .max_ns = 400, .sum_ns = 1000, .sum_sq_lo = 300000,
		.data_count = 4,
	};
	struct db_stats s;

	db_stats(&s, &phase, data, 1);
	EXPECT_EQ(4, s.n);
	EXPECT_EQ(250, s.mean);
	EXPECT_EQ(250, s.median);
	EXPECT_EQ(100, s.min);
	EXPECT_EQ(400, s.max);
	EXPECT_LE(fabs(s.stddev - 129.09944487358055), 1e-9);
	EXPECT_LE(fabs(s.sem - 64.54972243679028), 1e-9);
	EXPECT_LE(fabs(s.cv - 0.5163977794943222), 1e-12);
	EXPECT_LE(fabs(s.p90 - 370), 1e-9);
	EXPECT_LE(fabs(s.p99 - 397), 1e-9);
}

TEST(batches_are_divided_into_operations)
{
	uint64_t data[] = { 3000, 1000 };
	struct mbe_phase phase = {
		.repr = MBE_REPR_SAMPLES, .count = 2, .min_ns = 1000, .max_ns = 3000,
		.sum_ns = 4000, .sum_sq_lo = 10000000, .data_count = 2,
	};
	struct db_stats s;

	db_stats(&s, &phase, data, 1000);
	EXPECT_EQ(2, s.n);
	EXPECT_EQ(2, s.mean);
	EXPECT_EQ(1, s.min);
	EXPECT_EQ(3, s.max);
	EXPECT_EQ(2, s.median);
	EXPECT_LE(fabs(s.stddev - M_SQRT2), 1e-12);
}

TEST(nothing_measured_gives_no_number)
{
	struct mbe_phase phase = { .repr = MBE_REPR_NONE };
	struct db_stats s;

	db_stats(&s, &phase, NULL, 1);
	EXPECT_EQ(0, s.n);
	EXPECT_TRUE(isnan(s.min) && isnan(s.max));
	EXPECT_TRUE(isnan(s.mean) && isnan(s.median) && isnan(s.stddev) &&
		    isnan(s.sem) && isnan(s.cv));
}

TEST(wide_products_and_differences_are_exact)
{
	struct db_wide a = db_wide(UINT64_MAX, UINT64_MAX), b, c;
	char text[DB_WIDE_ROOM];

	b = db_wide_mul(&a, UINT64_MAX);
	/* (2^128 - 1) * (2^64 - 1) */
	EXPECT_STREQ("6277101735386680763495507056286727952620534092958556749825",
		     db_wide_text(&b, text, sizeof(text)));
	c = db_wide_sub(&b, &a);
	EXPECT_TRUE(db_wide_less(&c, &b));
	EXPECT_FALSE(db_wide_less(&b, &c));
	EXPECT_FALSE(db_wide_less(&b, &b));
	EXPECT_STREQ("6277101735386680763155224689365789489157159485526788538370",
		     db_wide_text(&c, text, sizeof(text)));
}

TEST_HARNESS_MAIN
