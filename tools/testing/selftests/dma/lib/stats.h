/* SPDX-License-Identifier: GPL-2.0-only */
/* One phase in numbers, per operation. */
#ifndef DB_STATS_H
#define DB_STATS_H

#include <stddef.h>
#include <stdint.h>

#include <linux/map_benchmark_ext.h>

struct db_stats {
	uint64_t n;			/* samples */
	double min, max, mean;		/* ns per operation; NAN when n = 0 */
	double median, p90, p99;	/* NAN without samples or histogram */
	double stddev;			/* of a sample, n - 1; NAN when n < 2 */
	double cv;			/* stddev / mean */
	double sem;			/* stddev / sqrt(n) */
};

/*
 * @data is the run's data area; samples in it get sorted. @ops is the number of
 * operations in a sample: the deviation is then that of batch means.
 */
void db_stats(struct db_stats *stats, const struct mbe_phase *phase, void *data,
	      unsigned int ops);

/* Sample deviation from the exact sums; NAN when n < 2. */
double db_stddev(uint64_t n, uint64_t sum, uint64_t sq_hi, uint64_t sq_lo);

#endif
