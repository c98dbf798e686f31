// SPDX-License-Identifier: GPL-2.0-only
/*
 * 128-bit unsigned arithmetic. Outside the measured loop but for one
 * multiplication and one addition per sample, so plain is better than fast.
 */
#include <linux/kernel.h>
#include <linux/math64.h>

#include "mbe_wide.h"

/* Schoolbook product of 32-bit halves. */
struct mbe_u128 mbe_u128_mul(u64 a, u64 b)
{
	u64 low = (u64)lower_32_bits(a) * lower_32_bits(b);
	u64 mid1 = (u64)upper_32_bits(a) * lower_32_bits(b);
	u64 mid2 = (u64)lower_32_bits(a) * upper_32_bits(b);
	u64 high = (u64)upper_32_bits(a) * upper_32_bits(b);
	u64 carry = (u64)upper_32_bits(low) + lower_32_bits(mid1) +
		    lower_32_bits(mid2);

	return (struct mbe_u128) {
		.lo = (carry << 32) | lower_32_bits(low),
		.hi = high + upper_32_bits(mid1) + upper_32_bits(mid2) +
		      upper_32_bits(carry),
	};
}

struct mbe_u128 mbe_u128_add(struct mbe_u128 a, struct mbe_u128 b)
{
	struct mbe_u128 sum = { .lo = a.lo + b.lo, .hi = a.hi + b.hi };

	sum.hi += sum.lo < a.lo;
	return sum;
}

struct mbe_u128 mbe_u128_sub(struct mbe_u128 a, struct mbe_u128 b)
{
	struct mbe_u128 rest = { .lo = a.lo - b.lo, .hi = a.hi - b.hi };

	rest.hi -= a.lo < b.lo;
	return rest;
}

/**
 * mbe_u128_div - divide in place
 * @value: dividend, becomes the quotient
 * @divisor: 1 to 2^63
 *
 * Bit by bit; the bound on @divisor keeps the remainder from overflowing.
 *
 * Return: the remainder.
 */
u64 mbe_u128_div(struct mbe_u128 *value, u64 divisor)
{
	u64 rest = 0;
	int i;

	for (i = 0; i < 128; i++) {
		rest = (rest << 1) | (value->hi >> 63);
		value->hi = (value->hi << 1) | (value->lo >> 63);
		value->lo <<= 1;
		if (rest >= divisor) {
			rest -= divisor;
			value->lo |= 1;
		}
	}
	return rest;
}

/* Decimal digits of @value, at the end of @text. */
const char *mbe_u128_print(struct mbe_u128 value, char text[MBE_U128_CHARS])
{
	int i = MBE_U128_CHARS - 1;

	text[i] = '\0';
	do {
		text[--i] = '0' + mbe_u128_div(&value, 10);
	} while (value.lo || value.hi);
	return text + i;
}
