// SPDX-License-Identifier: GPL-2.0-only
/* The simple ones: median, mean, separated, outliers. boots.h says what they are. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "boots.h"
#include "err.h"

/* Iglewicz and Hoaglin, "How to Detect and Handle Outliers", 1993. */
#define MAD_SCALE	1.4826
#define OUTLIER_SCORE	3.5

static int by_value(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

double db_boots_median(struct db_boots boots)
{
	double *sorted, median;

	if (!boots.n)
		return NAN;
	sorted = db_alloc(boots.n * sizeof(*sorted));
	memcpy(sorted, boots.value, boots.n * sizeof(*sorted));
	qsort(sorted, boots.n, sizeof(*sorted), by_value);
	median = (sorted[(boots.n - 1) / 2] + sorted[boots.n / 2]) / 2;
	free(sorted);
	return median;
}

double db_boots_mean(struct db_boots boots)
{
	double sum = 0;
	size_t i;

	for (i = 0; i < boots.n; i++)
		sum += boots.value[i];
	return boots.n ? sum / boots.n : NAN;
}

static void extremes(struct db_boots boots, double *min, double *max)
{
	size_t i;

	*min = INFINITY;
	*max = -INFINITY;
	for (i = 0; i < boots.n; i++) {
		*min = fmin(*min, boots.value[i]);
		*max = fmax(*max, boots.value[i]);
	}
}

int db_separated(struct db_boots a, struct db_boots b)
{
	double min_a, max_a, min_b, max_b;

	if (!a.n || !b.n)
		return 0;
	extremes(a, &min_a, &max_a);
	extremes(b, &min_b, &max_b);
	return (min_b > max_a) - (max_b < min_a);
}

int db_is_outlier(struct db_boots boots, size_t i)
{
	double median = db_boots_median(boots), mad, *distance;
	size_t k;

	distance = db_alloc(boots.n * sizeof(*distance));
	for (k = 0; k < boots.n; k++)
		distance[k] = fabs(boots.value[k] - median);
	mad = db_boots_median((struct db_boots){ distance, boots.n });
	free(distance);
	return mad > 0 && fabs(boots.value[i] - median) > OUTLIER_SCORE * MAD_SCALE * mad;
}
