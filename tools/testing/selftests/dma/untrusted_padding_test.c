// SPDX-License-Identifier: GPL-2.0-only
/*
 * Case 20: an untrusted device that gets a part of a page gets a page of the
 * bounce pool with that part in it, and nothing else to read: the padding is
 * zero, not what an earlier mapping left.
 */
#include "mbe_block_test.h"

FIXTURE(padding) {
	struct mbe_session s;
	const char *known;
	__u32 page_bytes;
};

FIXTURE_VARIANT(padding) {
	__u32 dir;
	__u32 bytes;
	__u32 offset;
};

#define ROW(name, ...) FIXTURE_VARIANT_ADD(padding, name) { __VA_ARGS__ }
ROW(to_64_at_1000, MBE_DIR_TO_DEVICE, 64, 1000);
ROW(to_5000_at_100, MBE_DIR_TO_DEVICE, 5000, 100);
ROW(bidirectional_1_at_4095, MBE_DIR_BIDIRECTIONAL, 1, 4095);
ROW(bidirectional_300_at_0, MBE_DIR_BIDIRECTIONAL, 300, 0);
ROW(from_3000_at_500, MBE_DIR_FROM_DEVICE, 3000, 500);

FIXTURE_SETUP(padding)
{
	MBE_BLOCKS_SETUP(self);
	if (!mbe_untrusted(&self->s))
		SKIP(return, "the device is trusted: needs one behind an external-facing port and an IOMMU");
	self->page_bytes = self->s.query.page_bytes;
}

FIXTURE_TEARDOWN(padding)
{
	MBE_BLOCKS_TEARDOWN(self);
}

/* Other data goes through the pool first, in many sizes. */
static void stain_pool(struct __test_metadata *_metadata, struct mbe_session *s)
{
	struct mbe_memory m;
	struct mbe_dma d;
	long i, rounds = mbe_pool_slots() * MBE_SLOT_BYTES / 60000 + 1;

	mbe_alloc(s, MBE_MAP_SINGLE, 60000, 1, &m);
	mbe_cpu_inks_all(s, &m, MBE_INK_OLD);
	for (i = 0; i < rounds && i < 2048; i++) {
		mbe_map(s, MBE_MAP_SINGLE, &m, MBE_DIR_TO_DEVICE, 0, &d);
		mbe_unmap(s, &d, 0);
	}
	mbe_free(s, &m);
}

static bool is_zero(const unsigned char *byte, __u64 bytes)
{
	while (bytes--) {
		if (*byte++)
			return false;
	}
	return true;
}

static void check_padding(struct __test_metadata *_metadata, struct mbe_session *s,
			  const struct mbe_describe *what, __u32 backend)
{
	__u64 page_bytes = s->query.page_bytes;
	__u64 before = what->dma_addr & (page_bytes - 1);
	__u64 last = what->dma_addr + what->dma_bytes - 1;
	__u64 after = page_bytes - 1 - (last & (page_bytes - 1));
	unsigned char page[65536];

	ASSERT_GE(sizeof(page), page_bytes);
	ASSERT_EQ(0, __mbe_device_at(s, MBE_DEVICE_READ, backend,
				     what->dma_addr - before, page, before ?: 1));
	EXPECT_TRUE(is_zero(page, before)) TH_LOG("before the mapping");
	if (after) {
		ASSERT_EQ(0, __mbe_device_at(s, MBE_DEVICE_READ, backend, last + 1,
					     page, after));
		EXPECT_TRUE(is_zero(page, after)) TH_LOG("behind the mapping");
	}
}

TEST_F(padding, case20_reads_as_zero)
{
	struct mbe_session *s = &self->s;
	struct mbe_describe what;
	struct mbe_memory m;
	struct mbe_dma d;

	stain_pool(_metadata, s);
	mbe_alloc(s, MBE_MAP_SINGLE, variant->bytes, variant->offset, &m);
	mbe_cpu_inks_all(s, &m, MBE_INK_CPU);
	mbe_map(s, MBE_MAP_SINGLE, &m, variant->dir, 0, &d);
	mbe_describe(s, &d, 0, &what);
	ASSERT_TRUE(what.flags & MBE_MAPPING_BOUNCED);
	check_padding(_metadata, s, &what, MBE_BACKEND_IOMMU);
	mbe_unmap(s, &d, 0);
}

/* What the device itself reads; slow, so once. */
TEST_F(padding, case20_reads_as_zero_by_the_device)
{
	struct mbe_session *s = &self->s;
	struct mbe_describe what;
	struct mbe_memory m;
	struct mbe_dma d;

	if (!mbe_has_backend(s, MBE_BACKEND_EDU))
		SKIP(return, "no edu device");
	if (variant->offset != 1000)
		SKIP(return, "once is enough");
	stain_pool(_metadata, s);
	mbe_alloc(s, MBE_MAP_SINGLE, variant->bytes, variant->offset, &m);
	mbe_cpu_inks_all(s, &m, MBE_INK_CPU);
	mbe_map(s, MBE_MAP_SINGLE, &m, variant->dir, 0, &d);
	mbe_describe(s, &d, 0, &what);
	check_padding(_metadata, s, &what, MBE_BACKEND_EDU);
	MBE_EXPECT_RIGHT(mbe_device_wrong(s, MBE_BACKEND_EDU, &d, 0, d.bytes, MBE_INK_CPU),
			 "edu");
	mbe_unmap(s, &d, 0);
}

MBE_BLOCKS_MAIN
