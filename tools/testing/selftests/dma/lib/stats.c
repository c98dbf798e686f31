// SPDX-License-Identifier: GPL-2.0-only
/* Statistics of a phase, from the kernel's exact sums and its data area. */
#include <math.h>

#include "percentile.h"
#include "stats.h"
#include "wide.h"

/*
 * Variance = (n * sum_sq - sum^2) / (n * (n - 1)). The difference is formed
 * exactly: with a deviation of 0.2 % of the mean, doubles would lose it.
 */
double db_stddev(uint64_t n, uint64_t sum, uint64_t sq_hi, uint64_t sq_lo)
{
	struct db_wide squares = db_wide(sq_hi, sq_lo), sums = db_wide(0, sum);

	if (n < 2)
		return NAN;
	squares = db_wide_mul(&squares, n);
	sums = db_wide_mul(&sums, sum);
	if (db_wide_less(&squares, &sums))
		return NAN;	/* no data has such sums */
	squares = db_wide_sub(&squares, &sums);
	return sqrt(db_wide_double(&squares) / n / (n - 1));
}

static double percentile(const struct mbe_phase *phase, const char *data, double q)
{
	if (!phase->data_count)
		return NAN;
	if (phase->repr == MBE_REPR_SAMPLES)
		return db_percentile_samples((const void *)(data + phase->data_offset),
					     phase->data_count, q);
	if (phase->repr == MBE_REPR_HISTOGRAM)
		return db_percentile_bins((const void *)(data + phase->data_offset),
					  phase->data_count, phase->min_ns,
					  phase->max_ns, q);
	return NAN;
}

void db_stats(struct db_stats *stats, const struct mbe_phase *phase, void *data,
	      unsigned int ops)
{
	stats->n = phase->count;
	stats->min = phase->count ? (double)phase->min_ns / ops : NAN;
	stats->max = phase->count ? (double)phase->max_ns / ops : NAN;
	stats->mean = phase->count ? (double)phase->sum_ns / phase->count / ops : NAN;
	if (phase->repr == MBE_REPR_SAMPLES)
		db_sort_samples((void *)((char *)data + phase->data_offset),
				phase->data_count);
	stats->median = percentile(phase, data, 0.50) / ops;
	stats->p90 = percentile(phase, data, 0.90) / ops;
	stats->p99 = percentile(phase, data, 0.99) / ops;
	stats->stddev = db_stddev(phase->count, phase->sum_ns, phase->sum_sq_hi,
				  phase->sum_sq_lo) / ops;
	stats->cv = stats->mean > 0 ? stats->stddev / stats->mean : NAN;
	stats->sem = phase->count ? stats->stddev / sqrt(phase->count) : NAN;
}
