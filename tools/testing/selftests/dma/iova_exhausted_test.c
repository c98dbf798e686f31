// SPDX-License-Identifier: GPL-2.0-only
/*
 * Case 15, behind an IOMMU: when a device's addresses are used up a mapping fails
 * with the documented error, the list is as it was, and all works again when
 * some are free.
 */
#include <stdlib.h>
#include <unistd.h>

#include "mbe_block_test.h"

#define MASK_BITS	24
#define PART_BYTES	65536u
#define HOLD_MAX	((1u << MASK_BITS) / PART_BYTES + 1)
#define STEP_US		10000

FIXTURE(iova) {
	struct mbe_session s;
	const char *known;
	struct mbe_log log;
	struct mbe_memory m;
	struct mbe_dma *held;
	__u32 count;
};

FIXTURE_SETUP(iova)
{
	struct mbe_session *s = &self->s;

	MBE_BLOCKS_SETUP(self);
	MBE_REQUIRE_TRANSLATION(s);
	/* The mask makes the space small and this session's alone. */
	mbe_settings(s, .which = MBE_SETTING_DMA_MASK,
		     .dma_mask = (1ull << MASK_BITS) - 1);
	self->held = calloc(HOLD_MAX, sizeof(*self->held));
	ASSERT_NE(NULL, self->held);
	mbe_alloc(s, MBE_MAP_SINGLE, PART_BYTES, 0, &self->m);
	mbe_cpu_inks_all(s, &self->m, MBE_INK_CPU);
	mbe_log_begin(&self->log);
}

FIXTURE_TEARDOWN(iova)
{
	mbe_log_end(&self->log);
	MBE_BLOCKS_TEARDOWN(self);
}

static void fill(struct __test_metadata *_metadata, FIXTURE_DATA(iova) *self)
{
	struct mbe_dma *d;

	for (;;) {
		ASSERT_GT(HOLD_MAX, self->count);
		d = &self->held[self->count];
		ASSERT_EQ(0, __mbe_map(&self->s, MBE_MAP_SINGLE, &self->m,
				       MBE_DIR_TO_DEVICE, 0, d));
		if (!d->mapping)
			break;
		self->count++;
	}
	EXPECT_EQ(-EIO, d->api_error);
	EXPECT_LT(HOLD_MAX / 2, self->count);
}

static void release(struct __test_metadata *_metadata, FIXTURE_DATA(iova) *self)
{
	while (self->count)
		mbe_unmap(&self->s, &self->held[--self->count], 0);
}

TEST_F(iova, case15_fails_cleanly_and_works_again)
{
	struct mbe_session *s = &self->s;
	__u32 first;
	int i;

	fill(_metadata, self);
	first = self->count;
	release(_metadata, self);
	/* In lazy mode addresses come back after the next flush, 10 ms at most. */
	for (i = 0; i < 100; i++) {
		fill(_metadata, self);
		if (self->count == first)
			break;
		release(_metadata, self);
		usleep(STEP_US);
	}
	EXPECT_EQ(first, self->count);
	mbe_device_sees_all(s, &self->held[0], MBE_INK_CPU);
	release(_metadata, self);
}

TEST_F(iova, case15_list_fails_as_documented)
{
	struct mbe_session *s = &self->s;
	struct mbe_memory m;
	struct mbe_dma d;

	mbe_alloc(s, MBE_MAP_SG, 2 * PART_BYTES, 0, &m);
	mbe_cpu_inks_all(s, &m, MBE_INK_CPU);
	fill(_metadata, self);
	mbe_map_refused(EIO, s, MBE_MAP_SG, &m, MBE_DIR_BIDIRECTIONAL, 0, &d);
	/* Where each entry may bounce, iommu_dma_map_sg() has one error for all reasons. */
	mbe_map_refused(mbe_untrusted(s) ? EIO : ENOMEM, s, MBE_MAP_SGTABLE, &m,
			MBE_DIR_BIDIRECTIONAL, 0, &d);
	mbe_cpu_sees_all(s, &m, MBE_INK_CPU);
	release(_metadata, self);
}

MBE_BLOCKS_MAIN
