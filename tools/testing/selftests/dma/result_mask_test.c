// SPDX-License-Identifier: GPL-2.0-only
/*
 * The DMA mask of a run: set for its time only, told in the result, and a
 * mapping that bounced or failed because of it is counted as such.
 */
#include "mbe_path.h"
#include "mbe_test.h"

#define SMALL_BITS	30u

FIXTURE(mask) {
	struct mbe_session s;
	__u64 device_mask;
};

FIXTURE_SETUP(mask)
{
	MBE_SESSION_SETUP(&self->s);
	self->device_mask = self->s.query.dma_mask;
}

FIXTURE_TEARDOWN(mask)
{
	mbe_session_close(&self->s);
}

static __u64 mask_of_bits(__u32 bits)
{
	return bits == 64 ? ~0ull : (1ull << bits) - 1;
}

TEST_F(mask, own_mask_is_no_change)
{
	mbe_run(&self->s);
	EXPECT_EQ(0, self->s.out.result.flags & MBE_RESULT_MASK_CHANGED);
}

TEST_F(mask, change_is_told_and_undone)
{
	static const __u32 bits[] = { 64, 40, 32 };
	struct mbe_query after;
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(bits); i++) {
		bool changed = mask_of_bits(bits[i]) != self->device_mask;

		self->s.run.dma_bits = bits[i];
		mbe_run(&self->s);
		EXPECT_EQ(changed, !!(self->s.out.result.flags & MBE_RESULT_MASK_CHANGED));
		ASSERT_EQ(0, __mbe_query(self->s.fd, &after));
		EXPECT_EQ(self->device_mask, after.dma_mask);
		EXPECT_EQ(self->s.query.coherent_mask, after.coherent_mask);
	}
}

/* A small mask makes memory unreachable: refused, bounced, failed or all fine. */
TEST_F(mask, small_mask_is_accounted_for)
{
	const struct mbe_result *r = &self->s.out.result;
	__u64 ram_end = mbe_ram_end();
	int ret;

	if (self->s.query.dev_flags & MBE_DEV_SWIOTLB &&
	    (!ram_end || ram_end > mask_of_bits(SMALL_BITS) + 1))
		SKIP(return, "of a bounce pool out of reach the kernel warns, and it may lie there");
	self->s.run.dma_bits = SMALL_BITS;
	self->s.run.attrs = MBE_ATTR_NO_WARN;
	ret = __mbe_run(&self->s);
	if (ret == -EIO)
		SKIP(return, "the device refuses a mask of 30 bits");
	ASSERT_EQ(0, ret);
	ASSERT_TRUE(!mbe_broken(&self->s)) TH_LOG("broken: %s", mbe_broken(&self->s));
	if (r->flags & MBE_RESULT_BOUNCE_UNKNOWN)
		return;
	EXPECT_EQ(r->entries, r->bounce_checked);
	/* Without a pool nothing can bounce. */
	if (!(self->s.query.dev_flags & MBE_DEV_SWIOTLB)) {
		EXPECT_EQ(0, r->bounced);
	}
}

TEST_F(mask, every_mapping_bounces_when_forced)
{
	if (!(self->s.query.dev_flags & MBE_DEV_SWIOTLB_FORCED))
		SKIP(return, "needs the boot argument swiotlb=force");
	mbe_run(&self->s);
	EXPECT_EQ(self->s.out.result.entries, self->s.out.result.bounced);
}

TEST_F(mask, nothing_bounces_when_all_memory_is_in_reach)
{
	if (self->s.query.dev_flags & MBE_DEV_SWIOTLB_FORCED)
		SKIP(return, "swiotlb=force: every mapping bounces");
	if (self->device_mask != ~0ull || self->s.query.bus_limit)
		SKIP(return, "the device's mask does not reach all memory");
	self->s.run.bytes = self->s.query.page_bytes;
	mbe_run(&self->s);
	EXPECT_EQ(0, self->s.out.result.bounced);
	EXPECT_EQ(0, self->s.out.result.failed);
}

TEST_HARNESS_MAIN
