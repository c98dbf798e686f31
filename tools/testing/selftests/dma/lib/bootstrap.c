// SPDX-License-Identifier: GPL-2.0-only
/* The bootstrap of a ratio of medians; boots.h says which. */
#include <math.h>
#include <stdlib.h>

#include "boots.h"
#include "err.h"
#include "percentile.h"

#define BOOTS_NEEDED	3
#define CONFIDENCE	0.95

/* Steele, Lea and Flood's SplitMix64: small, and the same on every machine. */
static uint64_t next(uint64_t *state)
{
	uint64_t z = *state += 0x9e3779b97f4a7c15ull;

	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
	z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
	return z ^ (z >> 31);
}

/* @room has place for as many values as there are boots. */
static double drawn_median(struct db_boots boots, double *room, uint64_t *state)
{
	size_t i;

	for (i = 0; i < boots.n; i++)
		room[i] = boots.value[next(state) % boots.n];
	return db_boots_median((struct db_boots){ room, boots.n });
}

static int by_value(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

/* Type 7, as everywhere here: see percentile.h. */
static double quantile(const double *sorted, size_t n, double q)
{
	double at = (n - 1) * q;
	size_t below = at;

	if (below + 1 >= n)
		return sorted[n - 1];
	return sorted[below] + (at - below) * (sorted[below + 1] - sorted[below]);
}

void db_bootstrap_ratio(struct db_boots a, struct db_boots b, size_t resamples,
			uint64_t seed, double *low, double *high)
{
	size_t most = a.n > b.n ? a.n : b.n, i;
	double *ratio, *room, median;

	*low = NAN;
	*high = NAN;
	if (a.n < BOOTS_NEEDED || b.n < BOOTS_NEEDED || !resamples)
		return;
	ratio = db_alloc(resamples * sizeof(*ratio));
	room = db_alloc(most * sizeof(*room));
	for (i = 0; i < resamples; i++) {
		median = drawn_median(a, room, &seed);
		if (!(median > 0))
			break;
		ratio[i] = drawn_median(b, room, &seed) / median;
	}
	if (i == resamples) {
		qsort(ratio, resamples, sizeof(*ratio), by_value);
		*low = quantile(ratio, resamples, (1 - CONFIDENCE) / 2);
		*high = quantile(ratio, resamples, (1 + CONFIDENCE) / 2);
	}
	free(room);
	free(ratio);
}
