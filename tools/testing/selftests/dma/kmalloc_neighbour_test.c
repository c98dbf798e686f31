// SPDX-License-Identifier: GPL-2.0-only
/*
 * Case 11: a small kmalloc() buffer may share a cache line with a neighbour that
 * the CPU goes on writing. Invalidating the line would destroy the neighbour's
 * data: so either kmalloc() aligns to whole lines, or (arm64 and riscv since 6.5)
 * such a buffer bounces when the device writes to it.
 */
#include <stdlib.h>

#include "mbe_block_test.h"

#define BUFFERS		256

FIXTURE(neighbour) {
	struct mbe_session s;
	const char *known;
};

FIXTURE_VARIANT(neighbour) {
	__u32 dir;
};

FIXTURE_VARIANT_ADD(neighbour, from_device) { MBE_DIR_FROM_DEVICE };
FIXTURE_VARIANT_ADD(neighbour, bidirectional) { MBE_DIR_BIDIRECTIONAL };

FIXTURE_SETUP(neighbour)
{
	MBE_BLOCKS_SETUP(self);
	if (mbe_coherent(&self->s))
		SKIP(return, "a coherent device invalidates no cache lines");
}

FIXTURE_TEARDOWN(neighbour)
{
	MBE_BLOCKS_TEARDOWN(self);
}

static int by_phys(const void *a, const void *b)
{
	const struct mbe_memory *x = a, *y = b;

	return x->phys < y->phys ? -1 : x->phys > y->phys;
}

/* Two buffers in one line: the index of the first, -1 when there are none. */
static int find_pair(struct __test_metadata *_metadata, struct mbe_session *s,
		     __u32 bytes, struct mbe_memory *m)
{
	__u64 line = s->query.dma_align_bytes;
	int i;

	for (i = 0; i < BUFFERS; i++)
		mbe_alloc_kind(s, MBE_BUFFER_KMALLOC, bytes, 0, 0, &m[i]);
	qsort(m, BUFFERS, sizeof(*m), by_phys);
	for (i = 0; i + 1 < BUFFERS; i++) {
		if ((m[i].phys + bytes - 1) / line == m[i + 1].phys / line)
			return i;
	}
	return -1;
}

/* The device fills one while the CPU fills the other. */
static void write_both(struct __test_metadata *_metadata, struct mbe_session *s,
		       __u32 dir, struct mbe_memory *device, struct mbe_memory *cpu)
{
	struct mbe_dma d;

	mbe_cpu_inks_all(s, device, MBE_INK_CPU);
	mbe_cpu_inks_all(s, cpu, MBE_INK_CPU);
	mbe_map(s, MBE_MAP_SINGLE, device, dir, 0, &d);
	EXPECT_TRUE(mbe_bounced(s, &d))
		TH_LOG("%llu bytes beside a neighbour did not bounce",
		       (unsigned long long)device->bytes);
	mbe_device_inks_all(s, &d, MBE_INK_DEVICE);
	mbe_cpu_inks_all(s, cpu, MBE_INK_LATER);
	mbe_unmap(s, &d, 0);
	mbe_cpu_sees_all(s, device, MBE_INK_DEVICE);
	mbe_cpu_sees_all(s, cpu, MBE_INK_LATER);
}

TEST_F(neighbour, case11_survives)
{
	static const __u32 sizes[] = { 8, 16, 24, 32, 48, 64, 90, 96, 128, 192 };
	struct mbe_memory *m = calloc(BUFFERS, sizeof(*m));
	struct mbe_session *s = &self->s;
	unsigned int i, pairs = 0;
	int first, j;

	ASSERT_NE(NULL, m);
	for (i = 0; i < ARRAY_SIZE(sizes); i++) {
		first = find_pair(_metadata, s, sizes[i], m);
		if (first >= 0) {
			pairs++;
			write_both(_metadata, s, variant->dir, &m[first], &m[first + 1]);
			write_both(_metadata, s, variant->dir, &m[first + 1], &m[first]);
		}
		for (j = 0; j < BUFFERS; j++)
			mbe_free(s, &m[j]);
	}
	TH_LOG("%u of %zu sizes share lines of %u bytes", pairs, ARRAY_SIZE(sizes),
	       s->query.dma_align_bytes);
	/* Before 6.5 there was no bouncing, so there may be no pair. */
	if (mbe_kernel() < MBE_KERNEL(6, 5)) {
		EXPECT_EQ(0, pairs);
	}
	free(m);
}

static bool bucket_is_aligned(__u32 bytes, __u32 align)
{
	static const __u32 buckets[] = { 8, 16, 32, 64, 96, 128, 192, 256, 512 };
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(buckets); i++) {
		if (bytes <= buckets[i])
			return !(buckets[i] % align);
	}
	return true;
}

TEST_F(neighbour, case11_sizes_that_bounce)
{
	struct mbe_session *s = &self->s;
	struct mbe_memory m;
	struct mbe_dma d;
	__u32 bytes;

	if (mbe_config("CONFIG_DMA_BOUNCE_UNALIGNED_KMALLOC") != 1)
		SKIP(return, "this kernel aligns kmalloc() instead");
	if (mbe_pool_slots() <= 0)
		SKIP(return, "no bounce pool: kmalloc() aligns instead");
	if (strcmp(mbe_path(s), "direct") && strcmp(mbe_path(s), "iommu"))
		SKIP(return, "every size bounces on this path");
	for (bytes = 1; bytes <= 300; bytes++) {
		mbe_alloc_kind(s, MBE_BUFFER_KMALLOC, bytes, 0, 0, &m);
		mbe_map(s, MBE_MAP_SINGLE, &m, variant->dir, 0, &d);
		EXPECT_EQ(!bucket_is_aligned(bytes, s->query.dma_align_bytes),
			  mbe_bounced(s, &d)) {
			TH_LOG("%u bytes, lines of %u", bytes, s->query.dma_align_bytes);
		}
		mbe_unmap(s, &d, 0);
		mbe_free(s, &m);
	}
}

MBE_BLOCKS_MAIN
