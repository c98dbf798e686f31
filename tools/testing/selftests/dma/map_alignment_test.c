// SPDX-License-Identifier: GPL-2.0-only
/*
 * Case 5: the bits of an address that a device relies on (its min_align_mask)
 * are the same in the DMA address and in the buffer's, at every offset; and what
 * is mapped at the same time never overlaps. NVMe lost the offset in its page;
 * slots were handed out twice (CVE-2024-35814).
 */
#include <stdlib.h>

#include "mbe_block_test.h"

#define LIVE		48
#define LIVE_MIN	12	/* what the smallest pool holds with the largest alignment */
#define POOL_PER_LIVE	(128u << 10)
#define STEP		37u

FIXTURE(align) {
	struct mbe_session s;
	const char *known;
	__u64 mask;		/* what can be relied on */
};

FIXTURE_VARIANT(align) {
	__u32 min_align_mask;
	bool low_mask;
};

#define ROW(name, ...) FIXTURE_VARIANT_ADD(align, name) { __VA_ARGS__ }
ROW(to_512, 0x1ff, false);
ROW(to_2k, 0x7ff, false);
ROW(to_4k, 0xfff, false);
ROW(to_64k, 0xffff, false);
ROW(to_4k_low_mask, 0xfff, true);
ROW(to_64k_low_mask, 0xffff, true);

#define ALIGN(variant)	.which = MBE_SETTING_MIN_ALIGN_MASK, \
			.min_align_mask = (variant)->min_align_mask

FIXTURE_SETUP(align)
{
	struct mbe_session *s = &self->s;

	MBE_BLOCKS_SETUP(self);
	MBE_REQUIRE_ALIGNMENT(s, variant->min_align_mask);
	if (variant->low_mask) {
		MBE_REQUIRE_LOW_MASK(s, ALIGN(variant));
	} else {
		mbe_settings(s, ALIGN(variant));
	}
	/* Before 6.3 the search for slots never ends where an alignment finds no room. */
	if (mbe_kernel() < MBE_KERNEL(6, 3) && (mbe_forced(s) || variant->low_mask) &&
	    variant->min_align_mask >= MBE_SLOT_BYTES &&
	    (__u64)mbe_pool_slots() * MBE_SLOT_BYTES < LIVE * (__u64)POOL_PER_LIVE)
		SKIP(return, "a small pool would hang this kernel: boot with swiotlb=65536,force");
	self->mask = variant->min_align_mask;
}

FIXTURE_TEARDOWN(align)
{
	MBE_BLOCKS_TEARDOWN(self);
}

static void check_bits(struct __test_metadata *_metadata, FIXTURE_DATA(align) *self,
		       const struct mbe_memory *m, __u64 bytes, __u64 offset, __u32 dir)
{
	struct mbe_segment part = { .buffer = m->buffer, .offset = offset, .bytes = bytes };
	struct mbe_session *s = &self->s;
	struct mbe_describe what;
	struct mbe_dma d;

	mbe_map_segments(s, MBE_MAP_SINGLE, &part, 1, dir, 0, &d);
	mbe_describe(s, &d, 0, &what);
	EXPECT_EQ((m->phys + offset) & self->mask, what.dma_addr & self->mask) {
		TH_LOG("%llu bytes at offset %llu", (unsigned long long)bytes,
		       (unsigned long long)offset);
	}
	mbe_unmap(s, &d, 0);
}

TEST_F(align, case05_low_bits_are_kept)
{
	static const __u32 bytes[] = { 1, 512, 2048, 4096, 20000 };
	struct mbe_session *s = &self->s;
	struct mbe_memory m;
	unsigned int i;
	__u32 offset;

	if (mbe_untrusted(s) && self->mask >= MBE_SLOT_BYTES)
		MBE_KNOWN(self, 5, "untrusted");
	mbe_alloc_kind(s, MBE_BUFFER_PAGES, 128 << 10, 0, 1, &m);
	for (i = 0; i < ARRAY_SIZE(bytes); i++) {
		for (offset = 0; offset < 4096; offset += STEP)
			check_bits(_metadata, self, &m, bytes[i], offset,
				   1 + offset % 3);
		/* Every page of the larger masks. */
		for (offset = 0; offset <= 64 << 10; offset += 4096 + STEP)
			check_bits(_metadata, self, &m, bytes[i], offset,
				   MBE_DIR_TO_DEVICE);
	}
	mbe_guards_intact(s, &m);
}

struct live {
	struct mbe_memory m;
	struct mbe_dma d;
	struct mbe_describe what;
};

static int by_address(const void *a, const void *b)
{
	const struct live *x = a, *y = b;

	return x->what.dma_addr < y->what.dma_addr ? -1 :
		x->what.dma_addr > y->what.dma_addr;
}

/* As many as there is room for. */
static unsigned int map_live(struct __test_metadata *_metadata, struct mbe_session *s,
			     struct live *live)
{
	unsigned int i;

	for (i = 0; i < LIVE; i++) {
		mbe_alloc(s, MBE_MAP_SINGLE, 1 + i * 401, i * 531 % 4096, &live[i].m);
		mbe_cpu_inks_all(s, &live[i].m, MBE_INK_CPU);
		ASSERT_EQ(0, __mbe_map(s, MBE_MAP_SINGLE, &live[i].m, MBE_DIR_FROM_DEVICE,
				       MBE_ATTR_NO_WARN, &live[i].d));
		if (!live[i].d.mapping)
			break;
		mbe_describe(s, &live[i].d, 0, &live[i].what);
	}
	EXPECT_LE(LIVE_MIN, i);
	return i;
}

static void check_apart(struct __test_metadata *_metadata, struct live *live,
			unsigned int count)
{
	unsigned int i;

	qsort(live, count, sizeof(*live), by_address);
	for (i = 1; i < count; i++) {
		EXPECT_LE(live[i - 1].what.dma_addr + live[i - 1].what.dma_bytes,
			  live[i].what.dma_addr);
	}
}

/* Each is written by the device; then each still holds its own. */
TEST_F(align, case05_live_mappings_do_not_overlap)
{
	struct live *live = calloc(LIVE, sizeof(*live));
	struct mbe_session *s = &self->s;
	unsigned int count, i;

	ASSERT_NE(NULL, live);
	count = map_live(_metadata, s, live);
	check_apart(_metadata, live, count);
	for (i = 0; i < count; i++)
		mbe_device_inks_all(s, &live[i].d, MBE_INK_DEVICE);
	for (i = 0; i < count; i++)
		mbe_device_sees_all(s, &live[i].d, MBE_INK_DEVICE);
	for (i = 0; i < count; i++) {
		mbe_unmap(s, &live[i].d, 0);
		mbe_cpu_sees_all(s, &live[i].m, MBE_INK_DEVICE);
		mbe_guards_intact(s, &live[i].m);
	}
	free(live);
}

MBE_BLOCKS_MAIN
