// SPDX-License-Identifier: GPL-2.0-only
/*
 * Case 7: dma_max_mapping_size() is kept. Every size up to it maps on an idle
 * pool, wherever in a page it begins; what is larger fails and leaves nothing
 * behind. Hyper-V and NVMe met mappings that the pool could never hold.
 */
#include "mbe_block_test.h"

#define SEGMENT_BYTES	(4u << 20)	/* above what a pool can hold */
#define UNLIMITED_BYTES	(1u << 20)	/* tried where there is no limit */

FIXTURE(max) {
	struct mbe_session s;
	const char *known;
	struct mbe_memory m;
	__u64 max;
	long used;
};

FIXTURE_VARIANT(max) {
	__u32 min_align_mask;
	bool low_mask;
};

#define ROW(name, ...) FIXTURE_VARIANT_ADD(max, name) { __VA_ARGS__ }
ROW(plain, 0, false);
ROW(align_512, 0x1ff, false);
ROW(align_4k, 0xfff, false);
ROW(align_64k, 0xffff, false);
ROW(low_mask, 0, true);
ROW(low_mask_align_4k, 0xfff, true);

#define LIMITS(variant) \
	.which = MBE_SETTING_MIN_ALIGN_MASK | MBE_SETTING_MAX_SEG_BYTES, \
	.min_align_mask = (variant)->min_align_mask, \
	.max_seg_bytes = SEGMENT_BYTES

FIXTURE_SETUP(max)
{
	struct mbe_session *s = &self->s;

	MBE_BLOCKS_SETUP(self);
	MBE_REQUIRE_ALIGNMENT(s, variant->min_align_mask);
	if (variant->low_mask) {
		MBE_REQUIRE_LOW_MASK(s, LIMITS(variant));
	} else {
		mbe_settings(s, LIMITS(variant));
	}
	self->max = s->query.max_mapping_bytes;
	if (self->max > SEGMENT_BYTES)
		self->max = UNLIMITED_BYTES;
	mbe_alloc_kind(s, MBE_BUFFER_PAGES, self->max + 2 * s->query.page_bytes, 0, 0,
		       &self->m);
	mbe_cpu_inks_all(s, &self->m, MBE_INK_CPU);
	self->used = mbe_pool_used();
	/* Rounded up to pages before the offset is added: one slot too many. */
	if (mbe_untrusted(s) && variant->min_align_mask &&
	    variant->min_align_mask < s->query.page_bytes - 1)
		MBE_KNOWN(self, 7, "untrusted+min-align");
}

FIXTURE_TEARDOWN(max)
{
	MBE_BLOCKS_TEARDOWN(self);
}

static void map_at(struct __test_metadata *_metadata, FIXTURE_DATA(max) *self,
		   __u64 bytes, __u32 offset)
{
	struct mbe_segment part = {
		.buffer = self->m.buffer, .offset = offset, .bytes = bytes,
	};
	struct mbe_dma d;

	ASSERT_EQ(0, __mbe_map_segments(&self->s, MBE_MAP_SINGLE, &part, 1,
					MBE_DIR_TO_DEVICE, MBE_ATTR_NO_WARN, &d));
	ASSERT_EQ(0, d.api_error)
		TH_LOG("%llu bytes at %u", (unsigned long long)bytes, offset);
	mbe_device_sees(&self->s, &d, bytes - 1, 1, MBE_INK_CPU);
	mbe_unmap(&self->s, &d, 0);
}

TEST_F(max, case07_all_up_to_it_maps)
{
	const __u64 sizes[] = {
		self->max, self->max - 1, self->max - 2047, self->max / 2 + 1, 4097,
	};
	unsigned int i;
	__u32 offset;

	for (i = 0; i < ARRAY_SIZE(sizes); i++) {
		for (offset = 0; offset < self->s.query.page_bytes; offset += 127)
			map_at(_metadata, self, sizes[i], offset);
		map_at(_metadata, self, sizes[i], self->s.query.page_bytes - 1);
	}
	EXPECT_TRUE(mbe_pool_back_to(self->used));
}

TEST_F(max, case07_larger_fails_and_leaves_nothing)
{
	struct mbe_session *s = &self->s;
	struct mbe_memory large;
	struct mbe_dma d;
	__u32 offset;

	if (s->query.max_mapping_bytes > SEGMENT_BYTES)
		SKIP(return, "no limit on this path");
	if (variant->min_align_mask >= MBE_SLOT_BYTES)
		MBE_KNOWN(self, 7, "bounced+min-align");
	/* With an alignment the limit is a promise: more may still fit. */
	for (offset = 1; offset < s->query.page_bytes; offset += 555) {
		mbe_alloc_kind(s, MBE_BUFFER_PAGES, 128 * MBE_SLOT_BYTES + 1, offset, 0,
			       &large);
		mbe_cpu_inks_all(s, &large, MBE_INK_CPU);
		mbe_map_refused(EIO, s, MBE_MAP_SINGLE, &large, MBE_DIR_BIDIRECTIONAL,
				MBE_ATTR_NO_WARN, &d);
		mbe_cpu_sees_all(s, &large, MBE_INK_CPU);
		mbe_free(s, &large);
	}
	EXPECT_TRUE(mbe_pool_back_to(self->used));
	map_at(_metadata, self, self->max, 1);
}

MBE_BLOCKS_MAIN
