// SPDX-License-Identifier: GPL-2.0-only
/*
 * A trend over the boots in their order. Without one, all orders are equally
 * likely, and the number of pairs that are out of order has the distribution of
 * the inversions of a permutation (Mann 1945, Kendall 1938).
 */
#include <math.h>
#include <stdlib.h>

#include "boots.h"
#include "err.h"

#define BOOTS_NEEDED	4

/* Pairs in order less pairs out of order. */
static int score(struct db_boots boots)
{
	int s = 0;
	size_t i, k;

	for (i = 0; i < boots.n; i++) {
		for (k = i + 1; k < boots.n; k++)
			s += (boots.value[k] > boots.value[i]) -
			     (boots.value[k] < boots.value[i]);
	}
	return s;
}

double db_trend_p(struct db_boots boots)
{
	size_t pairs = boots.n * (boots.n - 1) / 2, n, i, k;
	double *share, *next, *swap, p = 0;
	int s;

	if (boots.n < BOOTS_NEEDED || boots.n > DB_TREND_MAX)
		return NAN;
	s = abs(score(boots));
	share = db_alloc((pairs + 1) * sizeof(*share));
	next = db_alloc((pairs + 1) * sizeof(*next));
	share[0] = 1;
	/* The n-th value is out of order with 0 to n - 1 of those before it. */
	for (n = 2; n <= boots.n; n++) {
		for (i = 0; i <= pairs; i++) {
			next[i] = 0;
			for (k = 0; k < n && k <= i; k++)
				next[i] += share[i - k] / n;
		}
		swap = share;
		share = next;
		next = swap;
	}
	for (i = 0; i <= pairs; i++) {
		if (abs((int)(pairs - 2 * i)) >= s)
			p += share[i];
	}
	free(share);
	free(next);
	return fmin(p, 1);
}
