// SPDX-License-Identifier: GPL-2.0-only
/*
 * Case 12: two live mappings in one cache line, both of which the device may
 * write, are reported by DMA_API_DEBUG; other pairs are not. Each row is a pair
 * and the answer that the kernel's source gives for it.
 */
#include "mbe_block_test.h"

#define PART_BYTES	16

FIXTURE(overlap) {
	struct mbe_session s;
	const char *known;
	struct mbe_log log;
};

FIXTURE_VARIANT(overlap) {
	__u32 first_dir;
	__u32 second_dir;
	__u32 second_attrs;
	__u32 distance;		/* between the two, in bytes */
	bool coherent;
	bool reported;
};

#define TO	MBE_DIR_TO_DEVICE
#define FROM	MBE_DIR_FROM_DEVICE
#define BIDI	MBE_DIR_BIDIRECTIONAL
#define SKIPS	MBE_ATTR_SKIP_CPU_SYNC
#define ROW(name, ...) FIXTURE_VARIANT_ADD(overlap, name) { __VA_ARGS__ }
ROW(from_from, FROM, FROM, 0, PART_BYTES, false, true);
ROW(from_bidi, FROM, BIDI, 0, PART_BYTES, false, true);
ROW(bidi_from, BIDI, FROM, 0, PART_BYTES, false, true);
ROW(bidi_bidi, BIDI, BIDI, 0, PART_BYTES, false, true);
ROW(from_from_coherent, FROM, FROM, 0, PART_BYTES, true, true);
ROW(to_to, TO, TO, 0, PART_BYTES, false, false);
ROW(from_to, FROM, TO, 0, PART_BYTES, false, false);
ROW(to_from, TO, FROM, 0, PART_BYTES, false, false);
ROW(from_from_skip, FROM, FROM, SKIPS, PART_BYTES, false, false);
ROW(from_from_apart, FROM, FROM, 0, 1024, false, false);

FIXTURE_SETUP(overlap)
{
	MBE_BLOCKS_SETUP(self);
	MBE_REQUIRE_DMA_DEBUG();
	if (variant->coherent && !mbe_coherent(&self->s)) {
		if (!(self->s.query.settings & MBE_SETTING_COHERENT))
			SKIP(return, "the device cannot be made coherent");
		mbe_settings(&self->s, .which = MBE_SETTING_COHERENT, .coherent = 1);
	}
	mbe_log_begin(&self->log);
}

FIXTURE_TEARDOWN(overlap)
{
	MBE_BLOCKS_TEARDOWN(self);
}

/* What keeps every kernel, or this one, from looking at overlaps. */
static bool silent(const struct mbe_session *s)
{
	if (mbe_kernel() >= MBE_KERNEL(6, 5) && mbe_pool_slots() > 0 &&
	    mbe_config("CONFIG_DMA_BOUNCE_UNALIGNED_KMALLOC") == 1)
		return true;
	/* Where maintenance needs no lines, 7 sees no harm in sharing one. */
	return mbe_kernel() >= MBE_KERNEL(7, 0) &&
		s->query.dma_align_bytes < s->query.cache_line_bytes;
}

TEST_F(overlap, case12_is_reported_where_it_must_be)
{
	const bool reported = variant->reported && !silent(&self->s);
	struct mbe_session *s = &self->s;
	struct mbe_segment first, second;
	struct mbe_dma a, b;
	struct mbe_memory m;
	long before;

	mbe_alloc(s, MBE_MAP_SINGLE, 4096, 0, &m);
	first = (struct mbe_segment) { .buffer = m.buffer, .bytes = PART_BYTES };
	second = first;
	second.offset = variant->distance;
	if (reported)
		mbe_log_expect(&self->log, "overlapping mappings aren't supported");
	before = mbe_dma_debug_errors();
	mbe_map_segments(s, MBE_MAP_SINGLE, &first, 1, variant->first_dir, 0, &a);
	EXPECT_EQ(before, mbe_dma_debug_errors());
	mbe_map_segments(s, MBE_MAP_SINGLE, &second, 1, variant->second_dir,
			 variant->second_attrs, &b);
	EXPECT_EQ(before + reported, mbe_dma_debug_errors());
	mbe_unmap(s, &b, variant->second_attrs);
	mbe_unmap(s, &a, 0);
	EXPECT_EQ(before + reported, mbe_dma_debug_errors());
	mbe_log_end(&self->log);
	EXPECT_EQ(reported, self->log.seen[0] > 0);
}

MBE_BLOCKS_MAIN
