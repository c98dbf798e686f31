/* SPDX-License-Identifier: GPL-2.0-only */
/* The exact counts of a comparison. */
#ifndef DB_COMPARE_COUNTS_H
#define DB_COMPARE_COUNTS_H

#include "compare.h"

/* Fill count_row and counts_equal from the rows that are there. */
void db_compare_counts(struct db_compare *compare);

#endif
