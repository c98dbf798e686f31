// SPDX-License-Identifier: GPL-2.0-only
/* Numbers of one table share a unit of time. */
#include <math.h>

#include "err.h"
#include "unit.h"

const struct db_unit *db_unit(double largest_ns)
{
	static const struct db_unit units[] = {
		{ "ns", 1, 1 }, { "us", 1e3, 3 }, { "ms", 1e6, 3 },
	};

	return &units[largest_ns < 1e5 ? 0 : largest_ns < 1e8 ? 1 : 2];
}

char *db_unit_text(double ns, const struct db_unit *unit)
{
	if (isnan(ns))
		return db_strdup("-");
	return db_printf("%.*f", unit->decimals, ns / unit->ns);
}
