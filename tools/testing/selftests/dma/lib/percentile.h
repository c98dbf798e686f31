/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Percentiles. The quantile q of n sorted values x[0..n-1] lies at h = (n-1)q,
 * between x[floor(h)] and its successor, linearly (Hyndman and Fan's type 7,
 * what R and NumPy do unless told otherwise).
 *
 * From samples this is exact. From the histogram each x is known to within its
 * bin: the r-th of a bin's count values is taken at the middle of the r-th of
 * equal parts of the bin, so the error stays below the bin's width, 1/512
 * (0.195 %) of the value, and is 0 below 1024 ns, where a bin is one value.
 */
#ifndef DB_PERCENTILE_H
#define DB_PERCENTILE_H

#include <stddef.h>
#include <stdint.h>

#include <linux/map_benchmark_ext.h>

void db_sort_samples(uint64_t *samples, size_t count);
double db_percentile_samples(const uint64_t *sorted, size_t count, double q);

/* Width of the bin that begins at @ns. */
uint64_t db_bin_width(uint64_t ns);

/* The true extremes are known apart from the bins, and make the ends exact. */
double db_percentile_bins(const struct mbe_bin *bins, size_t bin_count,
			  uint64_t min_ns, uint64_t max_ns, double q);

#endif
