/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * 128-bit unsigned arithmetic, for sums of squares, on 32-bit machines too.
 */
#ifndef _MBE_WIDE_H
#define _MBE_WIDE_H

#include <linux/types.h>

struct mbe_u128 {
	u64 lo;
	u64 hi;
};

/* Decimal digits of 2^128 and the final zero. */
#define MBE_U128_CHARS	40

struct mbe_u128 mbe_u128_mul(u64 a, u64 b);
struct mbe_u128 mbe_u128_add(struct mbe_u128 a, struct mbe_u128 b);
struct mbe_u128 mbe_u128_sub(struct mbe_u128 a, struct mbe_u128 b);
u64 mbe_u128_div(struct mbe_u128 *value, u64 divisor);
const char *mbe_u128_print(struct mbe_u128 value, char text[MBE_U128_CHARS]);

#endif /* _MBE_WIDE_H */
