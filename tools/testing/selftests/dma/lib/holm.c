// SPDX-License-Identifier: GPL-2.0-only
/* Holm's correction for many comparisons at once (Scand. J. Statist. 6, 1979). */
#include <math.h>
#include <stdlib.h>

#include "boots.h"
#include "err.h"

static int by_p(const void *a, const void *b)
{
	const double *x = *(double *const *)a, *y = *(double *const *)b;

	return (*x > *y) - (*x < *y);
}

void db_holm(double *p, size_t n)
{
	double **order = db_alloc(n * sizeof(*order)), least = 0;
	size_t members = 0, i;

	for (i = 0; i < n; i++) {
		if (!isnan(p[i]))
			order[members++] = p + i;
	}
	qsort(order, members, sizeof(*order), by_p);
	/* The smallest times all, the next times all but one; never less than before. */
	for (i = 0; i < members; i++) {
		least = fmax(least, fmin(1, *order[i] * (members - i)));
		*order[i] = least;
	}
	free(order);
}
