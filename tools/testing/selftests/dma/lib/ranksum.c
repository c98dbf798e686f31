// SPDX-License-Identifier: GPL-2.0-only
/*
 * The rank-sum test, exact: the distribution of the rank sum over all ways to
 * deal the ranks, by going through the ranks one by one. Ranks are doubled, so
 * that those of ties are whole numbers. Shares instead of counts: C(400, 200) is
 * no number for a double.
 */
#include <math.h>
#include <stdlib.h>

#include "boots.h"
#include "err.h"

struct ranked {
	double value;
	int of_a;
	unsigned int rank2;	/* twice its rank */
};

static int by_value(const void *x, const void *y)
{
	const struct ranked *a = x, *b = y;

	return (a->value > b->value) - (a->value < b->value);
}

/* Ties from first to last, counted from 0, have the mean rank (first + last) / 2 + 1. */
static struct ranked *rank(struct db_boots a, struct db_boots b)
{
	size_t n = a.n + b.n, i, end;
	struct ranked *all = db_alloc(n * sizeof(*all));

	for (i = 0; i < n; i++) {
		all[i].of_a = i < a.n;
		all[i].value = i < a.n ? a.value[i] : b.value[i - a.n];
	}
	qsort(all, n, sizeof(*all), by_value);
	for (i = 0; i < n; i = end) {
		size_t k;

		for (end = i; end < n && all[end].value == all[i].value; end++)
			;
		for (k = i; k < end; k++)
			all[k].rank2 = i + end + 1;
	}
	return all;
}

/*
 * share[k][s]: of all ways to take k of the ranks seen so far, how many have the
 * sum s, as a share of all ways to take @take of @n. After rank i of n, a way that
 * has taken k goes on with probability (take - k) / (n - i).
 */
static double tail(const struct ranked *all, size_t n, size_t take, unsigned int sum2)
{
	size_t room = 0, i, k, s;
	double *share, p = 0, expected = take * (n + 1.0), far, moved;

	for (i = 0; i < n; i++)
		room += all[i].rank2;
	room++;
	share = db_alloc((take + 1) * room * sizeof(*share));
	share[0] = 1;
	for (i = 0; i < n; i++) {
		for (k = take + 1; k-- > 0;) {
			double chance = (double)(take - k) / (n - i);

			for (s = room; s-- > 0;) {
				moved = share[k * room + s];
				if (!moved)
					continue;
				if (k < take)
					share[(k + 1) * room + s + all[i].rank2] += moved * chance;
				share[k * room + s] = moved * (1 - chance);
			}
		}
	}
	far = fabs(sum2 - expected);
	for (s = 0; s < room; s++) {
		/* Sums are whole: half a step is no difference. */
		if (fabs(s - expected) > far - 0.5)
			p += share[take * room + s];
	}
	free(share);
	return fmin(p, 1);
}

double db_ranksum_p(struct db_boots a, struct db_boots b)
{
	size_t n = a.n + b.n, i, take;
	unsigned int sum2 = 0;
	struct ranked *all;
	int small;
	double p;

	if (!a.n || !b.n)
		return NAN;
	all = rank(a, b);
	/* The smaller side needs less room, and says the same. */
	small = a.n <= b.n;
	take = small ? a.n : b.n;
	for (i = 0; i < n; i++) {
		if (all[i].of_a == small)
			sum2 += all[i].rank2;
	}
	p = tail(all, n, take, sum2);
	free(all);
	return p;
}

double db_ranksum_p_min(size_t a, size_t b)
{
	double ways = 1;
	size_t i;

	for (i = 1; i <= a; i++)
		ways = ways * (b + i) / i;
	return fmin(2 / ways, 1);
}
