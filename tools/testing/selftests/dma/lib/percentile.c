// SPDX-License-Identifier: GPL-2.0-only
/* Percentiles of samples and of the kernel's histogram. */
#include <math.h>
#include <stdlib.h>

#include "percentile.h"

static int by_value(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return (x > y) - (x < y);
}

void db_sort_samples(uint64_t *samples, size_t count)
{
	if (count)
		qsort(samples, count, sizeof(*samples), by_value);
}

double db_percentile_samples(const uint64_t *sorted, size_t count, double q)
{
	double h = (count - 1) * q;
	size_t below = h;

	if (below + 1 >= count)
		return sorted[count - 1];
	return sorted[below] + (h - below) *
	       ((double)sorted[below + 1] - (double)sorted[below]);
}

uint64_t db_bin_width(uint64_t ns)
{
	unsigned int log2;

	if (ns < 1ull << MBE_BINS_PER_OCTAVE_SHIFT)
		return 1;
	log2 = 63 - __builtin_clzll(ns);
	return 1ull << (log2 - MBE_BINS_PER_OCTAVE_SHIFT);
}

struct ranks {
	const struct mbe_bin *bins;
	size_t bin_count;
	uint64_t count;
	uint64_t min_ns, max_ns;
};

/* The value of one rank, 0 to count - 1. */
static double value_at(const struct ranks *ranks, uint64_t rank)
{
	double value, part;
	size_t i = 0;

	if (!rank)
		return ranks->min_ns;
	if (rank + 1 >= ranks->count)
		return ranks->max_ns;
	while (rank >= ranks->bins[i].count)
		rank -= ranks->bins[i++].count;
	/* Whole numbers: the largest of a bin is its width less 1 above the edge. */
	part = (rank + 0.5) / ranks->bins[i].count;
	value = ranks->bins[i].ns + part * (db_bin_width(ranks->bins[i].ns) - 1);
	value = fmax(value, ranks->min_ns);
	return fmin(value, ranks->max_ns);
}

double db_percentile_bins(const struct mbe_bin *bins, size_t bin_count,
			  uint64_t min_ns, uint64_t max_ns, double q)
{
	struct ranks ranks = { bins, bin_count, 0, min_ns, max_ns };
	double h, low;
	uint64_t below;
	size_t i;

	for (i = 0; i < bin_count; i++)
		ranks.count += bins[i].count;
	h = (ranks.count - 1) * q;
	below = h;
	low = value_at(&ranks, below);
	if (below + 1 >= ranks.count)
		return low;
	return low + (h - below) * (value_at(&ranks, below + 1) - low);
}
