// SPDX-License-Identifier: GPL-2.0-only
/* Exact integers of up to 256 bits. */
#include <math.h>
#include <stdio.h>

#include "wide.h"

struct db_wide db_wide(uint64_t high, uint64_t low)
{
	struct db_wide wide = { { low, low >> 32, high, high >> 32 } };

	return wide;
}

static void add_product(struct db_wide *sum, const struct db_wide *a, uint32_t b,
			unsigned int shift)
{
	uint64_t carry = 0;
	unsigned int i;

	for (i = 0; i + shift < DB_WIDE_LIMBS; i++) {
		carry += (uint64_t)a->limb[i] * b + sum->limb[i + shift];
		sum->limb[i + shift] = carry;
		carry >>= 32;
	}
}

struct db_wide db_wide_mul(const struct db_wide *a, uint64_t b)
{
	struct db_wide product = { };

	add_product(&product, a, b, 0);
	add_product(&product, a, b >> 32, 1);
	return product;
}

struct db_wide db_wide_sub(const struct db_wide *a, const struct db_wide *b)
{
	struct db_wide difference;
	int64_t borrow = 0;
	unsigned int i;

	for (i = 0; i < DB_WIDE_LIMBS; i++) {
		borrow += (int64_t)a->limb[i] - b->limb[i];
		difference.limb[i] = borrow;
		borrow >>= 32;
	}
	return difference;
}

int db_wide_less(const struct db_wide *a, const struct db_wide *b)
{
	unsigned int i;

	for (i = DB_WIDE_LIMBS; i-- > 0;)
		if (a->limb[i] != b->limb[i])
			return a->limb[i] < b->limb[i];
	return 0;
}

double db_wide_double(const struct db_wide *a)
{
	double sum = 0;
	unsigned int i;

	/* Smallest first, so that low limbs are not lost before they count. */
	for (i = 0; i < DB_WIDE_LIMBS; i++)
		sum += ldexp(a->limb[i], 32 * i);
	return sum;
}

const char *db_wide_text(const struct db_wide *a, char *text, size_t room)
{
	struct db_wide rest = *a;
	char digits[DB_WIDE_ROOM];
	char *at = digits + sizeof(digits);
	uint64_t carry;
	unsigned int i;
	int more;

	*--at = 0;
	do {
		carry = 0;
		more = 0;
		for (i = DB_WIDE_LIMBS; i-- > 0;) {
			carry = carry << 32 | rest.limb[i];
			rest.limb[i] = carry / 10;
			carry %= 10;
			more |= !!rest.limb[i];
		}
		*--at = '0' + carry;
	} while (more);
	snprintf(text, room, "%s", at);
	return text;
}
