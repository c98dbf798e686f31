// SPDX-License-Identifier: GPL-2.0-only
/* The model of a mapping: who owns a byte, and what the owner must find. */
#include <stdlib.h>

#include "kselftest_harness.h"
#include "../mbe_model.h"

#define BYTES	1000u
#define UNIT	64u
#define DIR	3

FIXTURE(model) {
	struct mbe_model model;
	struct mbe_random r;
};

FIXTURE_SETUP(model)
{
	self->r.state = 1;
	ASSERT_TRUE(mbe_model_init(&self->model, DIR, BYTES, UNIT, 16));
}

FIXTURE_TEARDOWN(model)
{
	mbe_model_free(&self->model);
}

TEST_F(model, ranges_are_whole_units_inside)
{
	struct mbe_range range;
	int i;

	for (i = 0; i < 10000; i++) {
		range = mbe_model_range(&self->model, &self->r);
		ASSERT_LT(0, range.bytes);
		ASSERT_GE(BYTES, range.offset + range.bytes);
		ASSERT_TRUE(!range.offset || !((range.offset + 16) % UNIT));
		ASSERT_TRUE(range.offset + range.bytes == BYTES ||
			    !((range.offset + range.bytes + 16) % UNIT));
	}
}

TEST_F(model, ownership_moves_with_a_range)
{
	struct mbe_range all = { 0, BYTES }, part = { 48, 64 };

	EXPECT_TRUE(mbe_model_owns(&self->model, all, MBE_OWNER_CPU));
	mbe_model_give(&self->model, part, MBE_OWNER_DEVICE);
	EXPECT_FALSE(mbe_model_owns(&self->model, all, MBE_OWNER_CPU));
	EXPECT_TRUE(mbe_model_owns(&self->model, part, MBE_OWNER_DEVICE));
}

TEST_F(model, a_wrong_byte_is_found)
{
	struct mbe_range all = { 0, BYTES }, last = { BYTES - 8, 8 };
	unsigned char data[BYTES], eight[8];

	mbe_random_fill(&self->r, data, BYTES);
	mbe_model_write(&self->model, all, data, MBE_OWNER_CPU);
	EXPECT_EQ(-1, mbe_model_differs(&self->model, all, data));
	memcpy(eight, data + BYTES - 8, 8);
	eight[7] ^= 1;
	EXPECT_EQ(BYTES - 1, mbe_model_differs(&self->model, last, eight));
}

TEST_F(model, what_the_cpu_wrote_is_unsynced_until_given)
{
	struct mbe_range part = { 48, 64 };
	unsigned char data[64] = "";

	mbe_model_write(&self->model, part, data, MBE_OWNER_CPU);
	EXPECT_EQ(1, self->model.unsynced[48]);
	mbe_model_give(&self->model, part, MBE_OWNER_DEVICE);
	EXPECT_EQ(NULL, memchr(self->model.unsynced, 1, BYTES));
	mbe_model_write(&self->model, part, data, MBE_OWNER_DEVICE);
	EXPECT_EQ(NULL, memchr(self->model.unsynced, 1, BYTES));
}

TEST(seed_replays)
{
	struct mbe_random a, b;
	int i;

	setenv("MBE_SEED", "0x1234", 1);
	a.state = mbe_seed();
	b.state = mbe_seed();
	EXPECT_EQ(0x1234, a.state);
	for (i = 0; i < 100; i++)
		ASSERT_EQ(mbe_random(&a), mbe_random(&b));
	for (i = 0; i < 1000; i++)
		ASSERT_GT(10, mbe_random_below(&a, 10));
}

TEST_HARNESS_MAIN
