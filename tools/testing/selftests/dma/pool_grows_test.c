// SPDX-License-Identifier: GPL-2.0-only
/*
 * Case 6: with SWIOTLB_DYNAMIC a mapping for which the first pool has no room
 * gets a pool of its own. One of a page or more that begins inside a page was
 * placed beyond the end of that pool (2023). It lies in a pool or fails; what
 * others hold stays theirs.
 */
#include <stdlib.h>

#include "mbe_block_test.h"

#define BIG_BYTES	65536u
#define BEYOND		64u
#define POOL_MAX	(32u << 20)

FIXTURE(grows) {
	struct mbe_session s;
	const char *known;
	struct mbe_memory big;
	__u32 filled;
	long used;
};

FIXTURE_VARIANT(grows) {
	__u32 min_align_mask;
};

FIXTURE_VARIANT_ADD(grows, plain) { 0 };
FIXTURE_VARIANT_ADD(grows, align_4k) { 0xfff };

FIXTURE_SETUP(grows)
{
	struct mbe_session *s = &self->s;

	MBE_BLOCKS_SETUP(self);
	if (mbe_kernel() < MBE_KERNEL(6, 6))
		SKIP(return, "pools do not grow before 6.6");
	if (mbe_config("CONFIG_SWIOTLB_DYNAMIC") != 1)
		SKIP(return, "no CONFIG_SWIOTLB_DYNAMIC in this kernel");
	MBE_REQUIRE_EXHAUSTION();
	MBE_REQUIRE_BOUNCE(s, .which = MBE_SETTING_MIN_ALIGN_MASK,
			   .min_align_mask = variant->min_align_mask);
	if (mbe_pool_slots() * MBE_SLOT_BYTES > POOL_MAX)
		SKIP(return, "the pool is large: boot with a small one, swiotlb=512,force");
	mbe_alloc(s, MBE_MAP_SINGLE, BIG_BYTES, 0, &self->big);
	self->used = mbe_pool_used();
}

FIXTURE_TEARDOWN(grows)
{
	MBE_BLOCKS_TEARDOWN(self);
}

struct beyond {
	struct mbe_memory m;
	struct mbe_dma d;
	struct mbe_describe what;
};

/* As much as the first pool holds, to be held until the file closes. */
static void fill_first_pool(struct __test_metadata *_metadata, FIXTURE_DATA(grows) *self)
{
	__u32 fits = mbe_pool_slots() * MBE_SLOT_BYTES / BIG_BYTES;
	struct mbe_dma d;

	while (self->filled < fits) {
		ASSERT_EQ(0, __mbe_map(&self->s, MBE_MAP_SINGLE, &self->big,
				       MBE_DIR_TO_DEVICE, MBE_ATTR_NO_WARN, &d));
		if (!d.mapping)
			break;
		mbe_dma_forget(&d);
		self->filled++;
	}
}

static bool overlap(const struct mbe_describe *a, const struct mbe_describe *b)
{
	return a->phys < b->phys + b->dma_bytes && b->phys < a->phys + a->dma_bytes;
}

static unsigned int map_beyond(struct __test_metadata *_metadata,
			       struct mbe_session *s, struct beyond *b)
{
	unsigned int count = 0, i;

	for (i = 0; i < BEYOND; i++) {
		mbe_alloc(s, MBE_MAP_SINGLE, 4096 + i * 300, 1 + i * 61 % 4095, &b[count].m);
		mbe_cpu_inks_all(s, &b[count].m, MBE_INK_CPU);
		ASSERT_EQ(0, __mbe_map(s, MBE_MAP_SINGLE, &b[count].m,
				       MBE_DIR_BIDIRECTIONAL, MBE_ATTR_NO_WARN,
				       &b[count].d));
		if (!b[count].d.mapping) {
			mbe_free(s, &b[count].m);
			continue;
		}
		mbe_describe(s, &b[count].d, 0, &b[count].what);
		count++;
	}
	return count;
}

TEST_F(grows, case06_lies_in_a_pool_or_fails)
{
	struct beyond *b = calloc(BEYOND, sizeof(*b));
	struct mbe_session *s = &self->s;
	unsigned int count, i, j;

	ASSERT_NE(NULL, b);
	fill_first_pool(_metadata, self);
	count = map_beyond(_metadata, s, b);
	TH_LOG("%u of %u mapped beyond %u of the first pool", count, BEYOND, self->filled);
	for (i = 0; i < count; i++) {
		for (j = 0; j < i; j++)
			EXPECT_FALSE(overlap(&b[i].what, &b[j].what));
		mbe_device_sees_all(s, &b[i].d, MBE_INK_CPU);
		mbe_device_inks_all(s, &b[i].d, MBE_INK_DEVICE);
	}
	for (i = 0; i < count; i++) {
		mbe_device_sees_all(s, &b[i].d, MBE_INK_DEVICE);
		mbe_unmap(s, &b[i].d, 0);
		mbe_cpu_sees_all(s, &b[i].m, MBE_INK_DEVICE);
		mbe_guards_intact(s, &b[i].m);
	}
	mbe_session_close(s);
	EXPECT_TRUE(mbe_pool_back_to(self->used));
	free(b);
}

MBE_BLOCKS_MAIN
