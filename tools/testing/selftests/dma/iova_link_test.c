// SPDX-License-Identifier: GPL-2.0-only
/*
 * Case 21: the two-step API (since 6.16): addresses are reserved as one range and
 * memory is linked into it piece by piece. The device sees one contiguous range;
 * a head and a tail that fill no page keep their data; what is unlinked in part
 * is freed as a whole.
 */
#include "mbe_block_test.h"

FIXTURE(iova) {
	struct mbe_session s;
	const char *known;
	struct mbe_memory m;
	struct mbe_dma d;
};

FIXTURE_VARIANT(iova) {
	__u32 dir;
	__u32 bytes;
	__u32 offset;
	__u32 attrs;
	bool keeps_offset;	/* the device's alignment covers a page */
};

#define SKIPS	MBE_ATTR_SKIP_CPU_SYNC
#define ROW(name, ...) FIXTURE_VARIANT_ADD(iova, name) { __VA_ARGS__ }
ROW(to_device_aligned, MBE_DIR_TO_DEVICE, 32768, 0, 0, false);
ROW(from_device_aligned, MBE_DIR_FROM_DEVICE, 32768, 0, 0, false);
ROW(bidirectional_aligned, MBE_DIR_BIDIRECTIONAL, 32768, 0, 0, false);
ROW(to_device_head, MBE_DIR_TO_DEVICE, 32768 - 300, 300, 0, false);
ROW(from_device_head, MBE_DIR_FROM_DEVICE, 32768 - 300, 300, 0, false);
ROW(from_device_tail, MBE_DIR_FROM_DEVICE, 32768 - 1000, 0, 0, false);
ROW(bidirectional_both, MBE_DIR_BIDIRECTIONAL, 30000, 700, 0, false);
ROW(from_device_inside_a_page, MBE_DIR_FROM_DEVICE, 1000, 100, 0, false);
ROW(to_device_skip, MBE_DIR_TO_DEVICE, 32768, 0, SKIPS, false);
ROW(from_device_both_skip, MBE_DIR_FROM_DEVICE, 30000, 700, SKIPS, false);
/* As NVMe asks for it: where the head bounces, its slot begins as the page does. */
ROW(to_device_head_kept, MBE_DIR_TO_DEVICE, 32768 - 300, 300, 0, true);
ROW(bidirectional_both_kept, MBE_DIR_BIDIRECTIONAL, 30000, 700, 0, true);
ROW(from_device_inside_a_page_kept, MBE_DIR_FROM_DEVICE, 1000, 100, 0, true);

FIXTURE_SETUP(iova)
{
	struct mbe_session *s = &self->s;

	MBE_BLOCKS_SETUP(self);
	MBE_REQUIRE_TRANSLATION(s);
	MBE_REQUIRE_KIND(s, MBE_MAP_IOVA);
	mbe_alloc(s, MBE_MAP_IOVA, variant->bytes, variant->offset, &self->m);
	mbe_cpu_inks_all(s, &self->m, MBE_INK_CPU);
}

FIXTURE_TEARDOWN(iova)
{
	MBE_BLOCKS_TEARDOWN(self);
}

/* Each test's first: what a kernel is known to refuse it refuses here. */
#define MAP() do {								\
	if (variant->keeps_offset) {						\
		mbe_settings(&self->s, .which = MBE_SETTING_MIN_ALIGN_MASK,	\
			     .min_align_mask = 0xfff);				\
	} else if (mbe_untrusted(&self->s) && variant->offset) {		\
		MBE_KNOWN(self, 21, "untrusted");				\
	}									\
	mbe_map(&self->s, MBE_MAP_IOVA, &self->m, variant->dir, variant->attrs,	\
		&self->d);							\
} while (0)

TEST_F(iova, case21_one_contiguous_range)
{
	struct mbe_session *s = &self->s;
	struct mbe_describe what;

	MAP();
	EXPECT_EQ(1, self->d.dma_segments);
	mbe_describe(s, &self->d, 0, &what);
	EXPECT_EQ(self->m.bytes, what.dma_bytes);
	EXPECT_EQ(self->m.offset, what.dma_addr & (s->query.page_bytes - 1));
	mbe_device_sees_all(s, &self->d, MBE_INK_CPU);
	mbe_unmap(s, &self->d, variant->attrs);
}

TEST_F(iova, case21_data_arrives)
{
	struct mbe_session *s = &self->s;
	__u32 third = self->m.bytes / 3;

	if (variant->dir == MBE_DIR_TO_DEVICE)
		SKIP(return, "nothing comes from the device");
	MAP();
	mbe_device_inks(s, &self->d, 0, third, MBE_INK_DEVICE);
	mbe_device_inks(s, &self->d, 2 * third, self->m.bytes - 2 * third, MBE_INK_DEVICE);
	/* SKIP_CPU_SYNC at the end would leave a bounced head behind, by right. */
	mbe_unmap(s, &self->d, 0);
	mbe_cpu_sees(s, &self->m, 0, third, MBE_INK_DEVICE);
	mbe_cpu_sees(s, &self->m, third, third, MBE_INK_CPU);
	mbe_cpu_sees(s, &self->m, 2 * third, self->m.bytes - 2 * third, MBE_INK_DEVICE);
}

TEST_F(iova, case21_partial_unlink_frees_all)
{
	struct mbe_session *s = &self->s;
	struct mbe_unmap unmap = {
		.size = sizeof(unmap),
		.attrs = variant->attrs,
		.bytes = s->query.page_bytes - variant->offset,
	};
	long used = mbe_pool_used();
	struct mbe_describe what;
	__u64 page;
	char byte;

	if (variant->bytes <= unmap.bytes)
		SKIP(return, "one page only");
	if (variant->offset)
		SKIP(return, "whole pages only");
	MAP();
	unmap.mapping = self->d.mapping;
	mbe_describe(s, &self->d, 0, &what);
	ASSERT_EQ(0, __mbe_ioctl(s, MBE_IOCTL_UNMAP, &unmap));
	for (page = 0; page < what.dma_bytes; page += s->query.page_bytes) {
		EXPECT_EQ(-ENXIO, __mbe_device_at(s, MBE_DEVICE_READ, MBE_BACKEND_IOMMU,
						  what.dma_addr + page, &byte, 1));
	}
	EXPECT_TRUE(mbe_pool_back_to(used));
}

/* With the addresses of a session of its own: a leak would use them up. */
TEST_F(iova, case21_destroy_gives_the_addresses_back)
{
	struct mbe_session *s = &self->s;
	int i;

	MAP();
	mbe_unmap(s, &self->d, 0);
	mbe_settings(s, .which = MBE_SETTING_DMA_MASK | MBE_SETTING_MIN_ALIGN_MASK,
		     .dma_mask = (1 << 24) - 1,
		     .min_align_mask = variant->keeps_offset ? 0xfff : 0);
	for (i = 0; i < 1000; i++) {
		mbe_map(s, MBE_MAP_IOVA, &self->m, variant->dir, 0, &self->d);
		mbe_unmap(s, &self->d, 0);
	}
}

MBE_BLOCKS_MAIN
