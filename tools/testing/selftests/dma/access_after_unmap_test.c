// SPDX-License-Identifier: GPL-2.0-only
/*
 * Case 22: what a device still does after unmap. In strict mode the IOMMU stops
 * it. In lazy mode an old translation may live on for a while: that is told, and
 * is no failure. The access faults, so it is made where messages are expected.
 */
#include "mbe_block_test.h"

FIXTURE(after) {
	struct mbe_session s;
	const char *known;
	struct mbe_log log;
	struct mbe_memory m;
	struct mbe_dma d;
	struct mbe_describe what;
};

FIXTURE_VARIANT(after) {
	__u32 kind;
	__u32 dir;
};

FIXTURE_VARIANT_ADD(after, single) { MBE_MAP_SINGLE, MBE_DIR_BIDIRECTIONAL };
FIXTURE_VARIANT_ADD(after, sg) { MBE_MAP_SG, MBE_DIR_BIDIRECTIONAL };

FIXTURE_SETUP(after)
{
	struct mbe_session *s = &self->s;

	MBE_BLOCKS_SETUP(self);
	MBE_REQUIRE_TRANSLATION(s);
	mbe_alloc(s, variant->kind, 2 * s->query.page_bytes, 0, &self->m);
	mbe_cpu_inks_all(s, &self->m, MBE_INK_CPU);
	mbe_map(s, variant->kind, &self->m, variant->dir, 0, &self->d);
	mbe_describe(s, &self->d, 0, &self->what);
}

FIXTURE_TEARDOWN(after)
{
	MBE_BLOCKS_TEARDOWN(self);
}

TEST_F(after, case22_no_translation_is_left)
{
	struct mbe_session *s = &self->s;
	char byte;

	EXPECT_EQ(0, __mbe_device_at(s, MBE_DEVICE_READ, MBE_BACKEND_IOMMU,
				     self->what.dma_addr, &byte, 1));
	mbe_unmap(s, &self->d, 0);
	EXPECT_EQ(-ENXIO, __mbe_device_at(s, MBE_DEVICE_READ, MBE_BACKEND_IOMMU,
					  self->what.dma_addr, &byte, 1));
	EXPECT_EQ(-ENXIO, __mbe_device_at(s, MBE_DEVICE_WRITE, MBE_BACKEND_IOMMU,
					  self->what.dma_addr, &byte, 1));
}

/* It begins inside a page, and so needs one page more than it has bytes for. */
TEST_F(after, case22_no_page_of_it_is_left)
{
	struct mbe_session *s = &self->s;
	__u64 page_bytes = s->query.page_bytes, first[4], last[4], page;
	struct mbe_memory m;
	struct mbe_dma d;
	__u32 segments, i;
	char byte;

	mbe_alloc(s, variant->kind, page_bytes, page_bytes / 2, &m);
	mbe_map(s, variant->kind, &m, variant->dir, 0, &d);
	segments = d.dma_segments;
	ASSERT_GE(ARRAY_SIZE(first), segments);
	for (i = 0; i < segments; i++) {
		mbe_describe(s, &d, i, &self->what);
		first[i] = self->what.dma_addr;
		last[i] = first[i] + self->what.dma_bytes - 1;
	}
	mbe_unmap(s, &d, 0);
	for (i = 0; i < segments; i++) {
		for (page = first[i] & -page_bytes; page <= last[i]; page += page_bytes) {
			EXPECT_EQ(-ENXIO, __mbe_device_at(s, MBE_DEVICE_READ,
							  MBE_BACKEND_IOMMU, page,
							  &byte, 1));
		}
	}
}

/*
 * The device writes where it must not, until the kernel tells of it: SMMUv3's
 * driver tells of ten events in 5 s, and one write makes more. A write is 200 ms.
 */
static int write_until_told(struct __test_metadata *_metadata, struct mbe_session *s,
			    struct mbe_log *log, __u64 addr, void *data, __u32 bytes)
{
	const char *wrong = NULL;
	int tries, ret = 0;

	for (tries = 0; tries < 40 && !ret && !wrong && !log->seen[0]; tries++) {
		ret = __mbe_device_at(s, MBE_DEVICE_WRITE, MBE_BACKEND_EDU, addr, data, bytes);
		wrong = __mbe_log_read(log);
		if (s->query.domain != MBE_DOMAIN_DMA_STRICT)
			break;
	}
	EXPECT_TRUE(!wrong) TH_LOG("%s", wrong);
	return ret;
}

/* The device's own write: the memory must stay as it is. */
TEST_F(after, case22_the_device_is_stopped)
{
	struct mbe_session *s = &self->s;
	unsigned char data[64];
	const char *wrong;

	if (!mbe_has_backend(s, MBE_BACKEND_EDU))
		SKIP(return, "no edu device");
	MBE_REQUIRE_MISUSE();
	mbe_log_begin(&self->log);
	/* SMMUv3, VT-d: events of translation. */
	mbe_log_expect(&self->log, "arm-smmu-v3.*event|DMAR:.*fault");
	/* The address must have been used, so that a translation is cached. */
	ASSERT_EQ(0, __mbe_device_inks(s, MBE_BACKEND_EDU, &self->d, 0, sizeof(data),
				       MBE_INK_DEVICE));
	mbe_unmap(s, &self->d, 0);
	mbe_cpu_inks_all(s, &self->m, MBE_INK_CPU);
	mbe_ink(data, self->m.buffer, 0, sizeof(data), MBE_INK_LATER);
	ASSERT_EQ(0, write_until_told(_metadata, s, &self->log, self->what.dma_addr, data,
				      sizeof(data)));
	wrong = mbe_cpu_wrong(s, &self->m, 0, sizeof(data), MBE_INK_CPU);
	mbe_log_end(&self->log);
	if (wrong && s->query.domain == MBE_DOMAIN_DMA_LAZY)
		SKIP(return, "lazy mode: the device got through, as it may");
	EXPECT_TRUE(!wrong) TH_LOG("%s", wrong);
	if (s->query.domain == MBE_DOMAIN_DMA_STRICT) {
		EXPECT_LE(1, self->log.seen[0]);
	}
}

/* A device may read what it was given to read, and not write it. */
TEST_F(after, case22_direction_is_a_permission)
{
	struct mbe_session *s = &self->s;
	unsigned char data[64];
	struct mbe_dma d;

	if (!mbe_has_backend(s, MBE_BACKEND_EDU))
		SKIP(return, "no edu device");
	MBE_REQUIRE_MISUSE();
	mbe_log_begin(&self->log);
	mbe_log_expect(&self->log, "arm-smmu-v3.*event|DMAR:.*fault");
	mbe_unmap(s, &self->d, 0);
	mbe_map(s, variant->kind, &self->m, MBE_DIR_TO_DEVICE, 0, &d);
	mbe_describe(s, &d, 0, &self->what);
	mbe_ink(data, self->m.buffer, 0, sizeof(data), MBE_INK_LATER);
	ASSERT_EQ(0, write_until_told(_metadata, s, &self->log, self->what.dma_addr, data,
				      sizeof(data)));
	MBE_EXPECT_RIGHT(mbe_device_wrong(s, MBE_BACKEND_EDU, &d, 0, sizeof(data),
					  MBE_INK_CPU), "edu");
	mbe_unmap(s, &d, 0);
	mbe_cpu_sees_all(s, &self->m, MBE_INK_CPU);
	mbe_log_end(&self->log);
	EXPECT_LE(1, self->log.seen[0]);
}

MBE_BLOCKS_MAIN
