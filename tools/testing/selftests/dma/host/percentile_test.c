// SPDX-License-Identifier: GPL-2.0-only
/*
 * Percentiles from samples and from the histogram against exact ones, on random
 * and on adversarial data.
 */
#include <math.h>

#include "kselftest_harness.h"
#include "err.h"
#include "helper.h"
#include "percentile.h"

#define ERROR_MAX	(1.0 / 512)

/* Independent of the library: sums order statistics by definition. */
static double exact(const uint64_t *sorted, size_t n, double q)
{
	double h = (n - 1) * q, whole = floor(h);
	size_t i = whole;

	return i + 1 < n ? sorted[i] * (1 - (h - whole)) + sorted[i + 1] * (h - whole) :
		sorted[n - 1];
}

static size_t bins_of(const uint64_t *sorted, size_t n, struct mbe_bin *bins)
{
	size_t i, count = 0;
	uint64_t edge, log2;

	for (i = 0; i < n; i++) {
		/* The ABI's words: 512 bins an octave, one each below 512. */
		for (log2 = 0; log2 < 63 && sorted[i] >> (log2 + 1); log2++)
			;
		edge = log2 < 9 ? sorted[i] : sorted[i] >> (log2 - 9) << (log2 - 9);
		if (!count || bins[count - 1].ns != edge)
			bins[count++] = (struct mbe_bin){ edge, 0 };
		bins[count - 1].count++;
	}
	return count;
}

static double worst(uint64_t *samples, size_t n, double *samples_error)
{
	static const double qs[] = { 0, 0.001, 0.1, 0.5, 0.75, 0.9, 0.99, 0.999, 1 };
	struct mbe_bin *bins = db_alloc(n * sizeof(*bins));
	double error = 0, is, should;
	size_t i, count;

	db_sort_samples(samples, n);
	count = bins_of(samples, n, bins);
	for (i = 0; i < sizeof(qs) / sizeof(*qs); i++) {
		should = exact(samples, n, qs[i]);
		is = db_percentile_samples(samples, n, qs[i]);
		*samples_error = fmax(*samples_error,
				      fabs(is - should) / fmax(should, 1));
		is = db_percentile_bins(bins, count, samples[0], samples[n - 1], qs[i]);
		error = fmax(error, fabs(is - should) / fmax(should, 1));
	}
	free(bins);
	return error;
}

static uint64_t any(int kind, size_t i)
{
	switch (kind) {
	case 0:	/* every magnitude */
		return random_next() >> random_next() % 63;
	case 1:	/* times of a real operation, with a tail */
		return 300 + random_next() % 100 +
		       (random_next() % 50 ? 0 : random_next() % 1000000);
	case 2:	/* constant */
		return 123456789;
	case 3:	/* edges of bins, and one below */
		return (1ull << (9 + i % 40)) - i % 2;
	case 4:	/* two far clusters: interpolation must not fill the gap */
		return i % 2 ? 1000 : 1000000000;
	case 5:	/* the last value of a wide bin only */
		return (1ull << 40) + (1ull << 31) - 1;
	case 6:	/* below 1024 ns: exact */
		return random_next() % 1024;
	default: /* coarse clock: zeros and steps */
		return random_next() % 3 * 4000000;
	}
}

TEST(histogram_stays_within_its_documented_error)
{
	static const size_t sizes[] = { 1, 2, 3, 10, 101, 1000, 20000 };
	double error, samples_error;
	uint64_t *samples;
	size_t i, k;
	int kind;

	random_begin();
	for (kind = 0; kind < 8; kind++)
		for (i = 0; i < sizeof(sizes) / sizeof(*sizes); i++) {
			samples = db_alloc(sizes[i] * sizeof(*samples));
			for (k = 0; k < sizes[i]; k++)
				samples[k] = any(kind, k);
			samples_error = 0;
			error = worst(samples, sizes[i], &samples_error);
			EXPECT_LE(error, ERROR_MAX)
				TH_LOG("kind %d, n %zu: %g", kind, sizes[i], error);
			EXPECT_LE(samples_error, 1e-12)
				TH_LOG("kind %d, n %zu: %g", kind, sizes[i], samples_error);
			if (kind == 6) {
				EXPECT_LE(error, 1e-12);
			}
			free(samples);
		}
}

TEST(order_of_percentiles_is_kept)
{
	uint64_t samples[1000];
	struct mbe_bin bins[1000];
	double q, last, is;
	size_t i, count;
	int round;

	random_begin();
	for (round = 0; round < 50; round++) {
		for (i = 0; i < 1000; i++)
			samples[i] = any(round % 8, i);
		db_sort_samples(samples, 1000);
		count = bins_of(samples, 1000, bins);
		for (last = 0, q = 0; q <= 1; q += 0.01, last = is) {
			is = db_percentile_bins(bins, count, samples[0], samples[999], q);
			EXPECT_LE(last, is) TH_LOG("round %d, q %g", round, q);
			EXPECT_LE(samples[0], is);
			EXPECT_LE(is, samples[999]);
		}
	}
}

TEST(bins_are_never_wider_than_a_512th)
{
	uint64_t ns;

	for (ns = 1; ns < 1ull << 62; ns = ns * 3 / 2 + 1) {
		EXPECT_LE(db_bin_width(ns), ns / 512 + (ns < 512))
			TH_LOG("%llu", (unsigned long long)ns);
	}
}

TEST_HARNESS_MAIN
