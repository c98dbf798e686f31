/* SPDX-License-Identifier: GPL-2.0-only */
/* Exact integers of up to 256 bits: 32-bit machines have no __int128. */
#ifndef DB_WIDE_H
#define DB_WIDE_H

#include <stddef.h>
#include <stdint.h>

#define DB_WIDE_LIMBS	8
#define DB_WIDE_ROOM	80	/* decimal digits and the end */

struct db_wide {
	uint32_t limb[DB_WIDE_LIMBS];	/* lowest first */
};

struct db_wide db_wide(uint64_t high, uint64_t low);
struct db_wide db_wide_mul(const struct db_wide *a, uint64_t b);
/* a - b; the caller knows that a is not below b unless it is malformed. */
struct db_wide db_wide_sub(const struct db_wide *a, const struct db_wide *b);
int db_wide_less(const struct db_wide *a, const struct db_wide *b);
double db_wide_double(const struct db_wide *a);	/* within one rounding a limb */
const char *db_wide_text(const struct db_wide *a, char *text, size_t room);

#endif
