// SPDX-License-Identifier: GPL-2.0-only
/*
 * Case 14: what an IOMMU merges obeys the device's limits. The lengths of the DMA
 * segments add up to the list's, none is longer than the maximum or crosses the
 * boundary, the list itself is as it was, and the device finds the bytes in the
 * order of the list. Without a translation every entry stays one.
 */
#include <stdlib.h>

#include "mbe_block_test.h"

#define LIST_BYTES	(40 * 4096)

FIXTURE(limits) {
	struct mbe_session s;
	const char *known;
};

FIXTURE_VARIANT(limits) {
	__u32 max_seg_bytes;
	__u64 boundary_mask;
};

#define ROW(name, ...) FIXTURE_VARIANT_ADD(limits, name) { __VA_ARGS__ }
ROW(max_4k, 4096, 0xffffffff);
ROW(max_12k, 12288, 0xffffffff);
ROW(max_64k, 65536, 0xffffffff);
ROW(max_1m, 1 << 20, 0xffffffff);
ROW(max_1m_boundary_4k, 1 << 20, 0xfff);
ROW(max_1m_boundary_16k, 1 << 20, 0x3fff);
ROW(max_1m_boundary_64k, 1 << 20, 0xffff);
ROW(max_12k_boundary_16k, 12288, 0x3fff);
ROW(max_1m_boundary_none, 1 << 20, ~0ull);

FIXTURE_SETUP(limits)
{
	MBE_BLOCKS_SETUP(self);
	mbe_settings(&self->s,
		     .which = MBE_SETTING_MAX_SEG_BYTES | MBE_SETTING_SEG_BOUNDARY_MASK,
		     .max_seg_bytes = variant->max_seg_bytes,
		     .seg_boundary_mask = variant->boundary_mask);
}

FIXTURE_TEARDOWN(limits)
{
	MBE_BLOCKS_TEARDOWN(self);
}

static void check_segments(struct __test_metadata *_metadata, struct mbe_session *s,
			   const struct mbe_dma *d, __u64 max, __u64 boundary_mask)
{
	struct mbe_describe what;
	__u64 sum = 0, last;
	__u32 i;

	EXPECT_GE(d->count, d->dma_segments);
	if (!mbe_translated(s)) {
		EXPECT_EQ(d->count, d->dma_segments);
	}
	for (i = 0; i < d->dma_segments; i++) {
		mbe_describe(s, d, i, &what);
		last = what.dma_addr + what.dma_bytes - 1;
		sum += what.dma_bytes;
		EXPECT_GE(max, what.dma_bytes);
		if (mbe_translated(s)) {
			EXPECT_EQ(what.dma_addr & ~boundary_mask, last & ~boundary_mask);
		} else {
			EXPECT_EQ(d->segment[i].bytes, what.dma_bytes);
		}
	}
	EXPECT_EQ(d->bytes, sum);
}

static void map_and_check(struct __test_metadata *_metadata, struct mbe_session *s,
			  const struct mbe_memory *m, const struct mbe_segment *list,
			  __u32 count)
{
	struct mbe_dma d;
	__u32 kind;

	for (kind = MBE_MAP_SG; kind <= MBE_MAP_SGTABLE; kind++) {
		mbe_cpu_inks_all(s, m, MBE_INK_CPU);
		mbe_map_segments(s, kind, list, count, MBE_DIR_BIDIRECTIONAL, 0, &d);
		check_segments(_metadata, s, &d, s->query.max_seg_bytes,
			       s->query.seg_boundary_mask);
		mbe_device_sees_all(s, &d, MBE_INK_CPU);
		mbe_unmap(s, &d, 0);
		mbe_cpu_sees_all(s, m, MBE_INK_CPU);
	}
}

/*
 * Cuts [0, m->bytes) into pieces of page_bytes * 1, 2, 3, 1, ... pages. What is
 * not translated must keep the device's boundary itself.
 */
static __u32 cut(struct mbe_session *s, const struct mbe_memory *m,
		 __u32 pages_max, struct mbe_segment *list)
{
	__u64 mask = mbe_translated(s) ? ~0ull : s->query.seg_boundary_mask;
	__u64 done = 0, bytes, left;
	__u32 count = 0;

	while (done < m->bytes) {
		bytes = (1 + count % pages_max) * s->query.page_bytes;
		if (bytes > m->bytes - done)
			bytes = m->bytes - done;
		if (bytes > s->query.max_seg_bytes)
			bytes = s->query.max_seg_bytes;
		left = mask - ((m->phys + done) & mask);
		if (bytes - 1 > left)
			bytes = left + 1;
		list[count++] = (struct mbe_segment) {
			.buffer = m->buffer, .offset = done, .bytes = bytes,
		};
		done += bytes;
	}
	return count;
}

TEST_F(limits, case14_pages_of_one_block)
{
	struct mbe_segment list[LIST_BYTES / 4096];
	struct mbe_session *s = &self->s;
	__u32 pages_max = variant->boundary_mask == 0xfff ? 1 : 4;
	struct mbe_memory m;

	mbe_alloc_kind(s, MBE_BUFFER_PAGES, LIST_BYTES, 0, 0, &m);
	map_and_check(_metadata, s, &m, list, cut(s, &m, pages_max, list));
}

/* Scattered, the first begins and the last ends inside a page. */
TEST_F(limits, case14_scattered_pages)
{
	struct mbe_session *s = &self->s;
	struct mbe_memory m;
	struct mbe_dma d;

	mbe_alloc(s, MBE_MAP_SG, LIST_BYTES - 1234, 1000, &m);
	mbe_cpu_inks_all(s, &m, MBE_INK_CPU);
	mbe_map(s, MBE_MAP_SG, &m, MBE_DIR_BIDIRECTIONAL, 0, &d);
	check_segments(_metadata, s, &d, s->query.max_seg_bytes, s->query.seg_boundary_mask);
	mbe_device_sees_all(s, &d, MBE_INK_CPU);
	mbe_device_inks_all(s, &d, MBE_INK_DEVICE);
	mbe_unmap(s, &d, 0);
	mbe_cpu_sees_all(s, &m, MBE_INK_DEVICE);
}

/* Gaps in every page: what does not fill its page to the end cannot be merged. */
TEST_F(limits, case14_parts_of_pages)
{
	struct mbe_segment list[LIST_BYTES / 4096];
	struct mbe_session *s = &self->s;
	__u32 page_bytes = s->query.page_bytes, i;
	struct mbe_memory m;
	struct mbe_dma d;

	mbe_alloc_kind(s, MBE_BUFFER_PAGES, ARRAY_SIZE(list) * page_bytes, 0, 0, &m);
	mbe_cpu_inks_all(s, &m, MBE_INK_CPU);
	for (i = 0; i < ARRAY_SIZE(list); i++) {
		list[i] = (struct mbe_segment) {
			.buffer = m.buffer, .offset = i * page_bytes + 128,
			.bytes = 64 + i * 64,
		};
	}
	mbe_map_segments(s, MBE_MAP_SG, list, ARRAY_SIZE(list), MBE_DIR_TO_DEVICE, 0, &d);
	EXPECT_EQ(ARRAY_SIZE(list), d.dma_segments);
	check_segments(_metadata, s, &d, s->query.max_seg_bytes, s->query.seg_boundary_mask);
	mbe_device_sees_all(s, &d, MBE_INK_CPU);
	mbe_unmap(s, &d, 0);
}

/* One block again and again, 4.3 GB in all: no length may wrap. */
TEST_F(limits, case14_more_than_4_gib)
{
	const __u64 block = 4u << 20;
	const __u32 count = 1030;
	struct mbe_segment *list = calloc(count, sizeof(*list));
	struct mbe_session *s = &self->s;
	struct mbe_memory m;
	struct mbe_dma d;
	__u32 i;

	MBE_REQUIRE_TRANSLATION(s);
	if (variant->boundary_mask < 0xffffffff || variant->max_seg_bytes != 1 << 20)
		SKIP(return, "once is enough");
	mbe_settings(s, .which = MBE_SETTING_MAX_SEG_BYTES | MBE_SETTING_DMA_MASK |
		     MBE_SETTING_SEG_BOUNDARY_MASK, .max_seg_bytes = 1u << 30,
		     .dma_mask = ~0ull >> 16, .seg_boundary_mask = variant->boundary_mask);
	ASSERT_NE(NULL, list);
	if (__mbe_alloc_kind(s, MBE_BUFFER_PAGES, block, 0, 0, &m))
		SKIP(return, "no contiguous block of 4 MiB");
	for (i = 0; i < count; i++)
		list[i] = (struct mbe_segment) { .buffer = m.buffer, .bytes = block };
	mbe_map_segments(s, MBE_MAP_SG, list, count, MBE_DIR_TO_DEVICE,
			 MBE_ATTR_SKIP_CPU_SYNC, &d);
	check_segments(_metadata, s, &d, 1u << 30, variant->boundary_mask);
	mbe_unmap(s, &d, MBE_ATTR_SKIP_CPU_SYNC);
	free(list);
}

MBE_BLOCKS_MAIN
