/* SPDX-License-Identifier: GPL-2.0-only */
/* Numbers of one table share a unit of time, so that they compare by eye. */
#ifndef DB_UNIT_H
#define DB_UNIT_H

struct db_unit {
	const char *name;
	double ns;
	int decimals;
};

/* The unit for a table whose largest number is @largest_ns. */
const struct db_unit *db_unit(double largest_ns);

/* "-" for NAN; free() it. */
char *db_unit_text(double ns, const struct db_unit *unit);

#endif
