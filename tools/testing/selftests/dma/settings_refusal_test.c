// SPDX-License-Identifier: GPL-2.0-only
/* Settings that are refused: with the errno the header names, and no effect. */
#include <errno.h>

#include "mbe_command.h"
#include "mbe_test.h"

FIXTURE(refusal) {
	struct mbe_session s;
	struct mbe_settings set;
};

FIXTURE_SETUP(refusal)
{
	MBE_SESSION_SETUP(&self->s);
	self->set.size = sizeof(self->set);
}

FIXTURE_TEARDOWN(refusal)
{
	mbe_session_close(&self->s);
}

/* Nothing that MBE_IOCTL_SETTINGS changes is other than at the start. */
static bool untouched(FIXTURE_DATA(refusal) *self)
{
	const struct mbe_query *q = &self->s.query;
	struct mbe_query now;

	return !__mbe_query(self->s.fd, &now) &&
	       now.dma_mask == q->dma_mask &&
	       now.coherent_mask == q->coherent_mask &&
	       now.seg_boundary_mask == q->seg_boundary_mask &&
	       now.min_align_mask == q->min_align_mask &&
	       now.max_seg_bytes == q->max_seg_bytes &&
	       now.dev_flags == q->dev_flags;
}

#define REFUSED(err) do {						\
	struct mbe_settings before_ = self->set;			\
									\
	EXPECT_EQ(err, mbe_submit(&self->s, &mbe_commands[MBE_COMMAND_SETTINGS], \
				  &self->set));				\
	EXPECT_EQ(0, memcmp(&before_, &self->set, sizeof(before_)));	\
	EXPECT_TRUE(untouched(self));					\
} while (0)

TEST_F(refusal, unknown_member)
{
	self->set.which = 1u << 5;
	REFUSED(EINVAL);
	self->set.which = 1u << 31;
	REFUSED(EINVAL);
}

TEST_F(refusal, value_of_a_member_that_is_not_set)
{
	self->set.dma_mask = 1;
	REFUSED(EINVAL);
	self->set.dma_mask = 0;
	self->set.seg_boundary_mask = 4095;
	REFUSED(EINVAL);
	self->set.seg_boundary_mask = 0;
	self->set.min_align_mask = 1;
	REFUSED(EINVAL);
	self->set.min_align_mask = 0;
	self->set.max_seg_bytes = 65536;
	REFUSED(EINVAL);
	self->set.max_seg_bytes = 0;
	self->set.coherent = 1;
	REFUSED(EINVAL);
}

TEST_F(refusal, dma_mask_that_is_no_mask)
{
	static const __u64 wrong[] = { 0, 2, 0xfffffffe, 1ull << 63 };
	unsigned int i;

	self->set.which = MBE_SETTING_DMA_MASK;
	for (i = 0; i < ARRAY_SIZE(wrong); i++) {
		self->set.dma_mask = wrong[i];
		REFUSED(EINVAL);
	}
}

/* Right in itself; a direct path cannot work with one bit. */
TEST_F(refusal, dma_mask_that_the_api_refuses)
{
	self->set.which = MBE_SETTING_DMA_MASK | MBE_SETTING_MIN_ALIGN_MASK |
			  MBE_SETTING_MAX_SEG_BYTES | MBE_SETTING_SEG_BOUNDARY_MASK;
	self->set.dma_mask = 1;
	self->set.min_align_mask = 4095;
	self->set.max_seg_bytes = 65536;
	self->set.seg_boundary_mask = 65535;
	if (self->s.query.domain != MBE_DOMAIN_NONE)
		SKIP(return, "behind an IOMMU any mask may do");
	REFUSED(EIO);
}

TEST_F(refusal, segment_boundary_out_of_range)
{
	static const __u64 wrong[] = { 0, 2047, 4096, 0xfffffffe };
	unsigned int i;

	self->set.which = MBE_SETTING_SEG_BOUNDARY_MASK;
	for (i = 0; i < ARRAY_SIZE(wrong); i++) {
		self->set.seg_boundary_mask = wrong[i];
		REFUSED(EINVAL);
	}
}

TEST_F(refusal, alignment_out_of_range)
{
	static const __u32 wrong[] = { 2, 0x1ffff, ~0u };
	unsigned int i;

	self->set.which = MBE_SETTING_MIN_ALIGN_MASK;
	for (i = 0; i < ARRAY_SIZE(wrong); i++) {
		self->set.min_align_mask = wrong[i];
		REFUSED(EINVAL);
	}
}

TEST_F(refusal, alignment_beyond_what_an_iommu_keeps)
{
	__u64 pages = self->s.query.iommu_page_bytes;

	if (!pages)
		SKIP(return, "no IOMMU in front of the device");
	self->set.which = MBE_SETTING_MIN_ALIGN_MASK;
	self->set.min_align_mask = 2 * (pages & -pages) - 1;
	REFUSED(EOPNOTSUPP);
}

TEST_F(refusal, segment_smaller_than_a_page)
{
	self->set.which = MBE_SETTING_MAX_SEG_BYTES;
	self->set.max_seg_bytes = self->s.query.page_bytes - 1;
	REFUSED(EINVAL);
}

TEST_F(refusal, coherent_is_yes_or_no)
{
	self->set.which = MBE_SETTING_COHERENT;
	self->set.coherent = 2;
	REFUSED(EINVAL);
}

TEST_F(refusal, member_that_the_device_does_not_take)
{
	self->set.which = MBE_SETTING_COHERENT;
	if (self->s.query.settings & MBE_SETTING_COHERENT)
		SKIP(return, "this device takes every setting");
	REFUSED(EOPNOTSUPP);
}

TEST_HARNESS_MAIN
