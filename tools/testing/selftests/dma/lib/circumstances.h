/* SPDX-License-Identifier: GPL-2.0-only */
/* In what the two sides of a comparison differ, besides the numbers. */
#ifndef DB_CIRCUMSTANCES_H
#define DB_CIRCUMSTANCES_H

#include "list.h"
#include "side.h"

/*
 * Add to @differences what differs between the sides, and within one. Gives how
 * many of them make a comparison of times meaningless: another CPU, governor,
 * clock, debug option, DMA path, or an emulated side. Those come first and are
 * listed in @spoilers as well.
 */
size_t db_circumstances(const struct db_side *a, const struct db_side *b,
			struct db_list *differences, struct db_list *spoilers);

#endif
