// SPDX-License-Identifier: GPL-2.0-only
/*
 * Case 13: behind an IOMMU a list comes back with fewer entries than it had.
 * Unmap and sync take the number that was handed to the map call, and reach every
 * entry. About 14 drivers passed the other number and were fixed within a year.
 */
#include <stdlib.h>

#include "mbe_block_test.h"
#include "mbe_probe.h"

#define ENTRIES		24
#define SEGMENTS_MAX	ENTRIES

FIXTURE(count) {
	struct mbe_session s;
	const char *known;
	struct mbe_probe probe;
	struct mbe_memory m;
	struct mbe_dma d;
	struct mbe_describe what[SEGMENTS_MAX];
};

FIXTURE_VARIANT(count) {
	__u32 kind;
	__u32 dir;
};

MBE_ROWS_TO_DEVICE(count, SG, sg);
MBE_ROWS_OF_KIND(count, SG, sg);
MBE_ROWS_TO_DEVICE(count, SGTABLE, sgtable);
MBE_ROWS_OF_KIND(count, SGTABLE, sgtable);

FIXTURE_SETUP(count)
{
	struct mbe_session *s = &self->s;

	MBE_BLOCKS_SETUP(self);
	mbe_alloc(s, variant->kind, ENTRIES * s->query.page_bytes, 0, &self->m);
	mbe_cpu_inks_all(s, &self->m, MBE_INK_CPU);
}

FIXTURE_TEARDOWN(count)
{
	mbe_probe_close(&self->probe);
	MBE_BLOCKS_TEARDOWN(self);
}

static void map_and_look(struct __test_metadata *_metadata, FIXTURE_DATA(count) *self,
			 __u32 kind, __u32 dir)
{
	__u32 i;

	mbe_map(&self->s, kind, &self->m, dir, 0, &self->d);
	ASSERT_GE(SEGMENTS_MAX, self->d.dma_segments);
	for (i = 0; i < self->d.dma_segments; i++)
		mbe_describe(&self->s, &self->d, i, &self->what[i]);
}

/* Pages of the mapping that have a translation now. */
static __u32 translated_pages(struct __test_metadata *_metadata, FIXTURE_DATA(count) *self,
			      __u32 segments)
{
	__u32 page_bytes = self->s.query.page_bytes, pages = 0, i;
	__u64 offset;
	char byte;
	int err;

	for (i = 0; i < segments; i++) {
		for (offset = 0; offset < self->what[i].dma_bytes; offset += page_bytes) {
			err = __mbe_device_at(&self->s, MBE_DEVICE_READ,
					      MBE_BACKEND_IOMMU,
					      self->what[i].dma_addr + offset, &byte, 1);
			ASSERT_TRUE(!err || err == -ENXIO);
			pages += !err;
		}
	}
	return pages;
}

TEST_F(count, case13_unmap_releases_every_entry)
{
	__u32 segments;

	MBE_REQUIRE_TRANSLATION(&self->s);
	map_and_look(_metadata, self, variant->kind, variant->dir);
	segments = self->d.dma_segments;
	TH_LOG("%u entries became %u", ENTRIES, segments);
	EXPECT_EQ(ENTRIES, translated_pages(_metadata, self, segments));
	mbe_unmap(&self->s, &self->d, 0);
	EXPECT_EQ(0, translated_pages(_metadata, self, segments));
}

/* Where entries merged, the wrong number would have been another one. */
TEST_F(count, case13_pages_merge)
{
	MBE_REQUIRE_TRANSLATION(&self->s);
	if (mbe_untrusted(&self->s))
		SKIP(return, "an untrusted device's entries are mapped one by one");
	map_and_look(_metadata, self, variant->kind, variant->dir);
	EXPECT_GT(ENTRIES, self->d.dma_segments);
	mbe_unmap(&self->s, &self->d, 0);
}

/* Content: says something where entries bounce, or on non-coherent hardware. */
TEST_F(count, case13_sync_reaches_every_entry)
{
	struct mbe_session *s = &self->s;

	map_and_look(_metadata, self, variant->kind, variant->dir);
	if (variant->dir != MBE_DIR_TO_DEVICE) {
		mbe_device_inks_all(s, &self->d, MBE_INK_DEVICE);
		mbe_sync_all(s, &self->d, CPU);
		mbe_cpu_sees_all(s, &self->m, MBE_INK_DEVICE);
	}
	if (variant->dir != MBE_DIR_FROM_DEVICE) {
		mbe_sync_all(s, &self->d, CPU);
		mbe_cpu_inks_all(s, &self->m, MBE_INK_LATER);
		mbe_sync_all(s, &self->d, DEVICE);
		mbe_device_sees_all(s, &self->d, MBE_INK_LATER);
	}
	mbe_unmap(s, &self->d, 0);
}

/* The same seen in calls: each byte's lines are maintained once. */
TEST_F(count, case13_sync_maintains_every_entry)
{
	struct mbe_event event[ENTRIES + 8];
	struct mbe_session *s = &self->s;
	__u64 bytes = 0;
	int count, err, i;

	if (mbe_coherent(s))
		SKIP(return, "a coherent device needs no cache maintenance");
	err = __mbe_probe_open(&self->probe) ?:
		__mbe_probe_add(&self->probe, "for_device", "arch_sync_dma_for_device",
				"size=$arg2:u64 dir=$arg3:u32");
	if (err)
		SKIP(return, "the function cannot be probed: %s", strerrorname_np(-err));
	map_and_look(_metadata, self, variant->kind, variant->dir);
	ASSERT_EQ(0, __mbe_probe_start(&self->probe));
	mbe_sync_all(s, &self->d, DEVICE);
	count = __mbe_probe_stop(&self->probe, event, ARRAY_SIZE(event));
	EXPECT_EQ(ENTRIES, count);
	for (i = 0; i < count && i < (int)ARRAY_SIZE(event); i++)
		bytes += event[i].size;
	EXPECT_EQ(self->m.bytes, bytes);
	mbe_unmap(s, &self->d, 0);
}

TEST_F(count, case13_sgtable_equals_the_raw_call)
{
	__u32 segments, i;
	__u64 bytes[SEGMENTS_MAX];

	map_and_look(_metadata, self, MBE_MAP_SG, variant->dir);
	segments = self->d.dma_segments;
	for (i = 0; i < segments; i++)
		bytes[i] = self->what[i].dma_bytes;
	mbe_unmap(&self->s, &self->d, 0);
	map_and_look(_metadata, self, MBE_MAP_SGTABLE, variant->dir);
	ASSERT_EQ(segments, self->d.dma_segments);
	for (i = 0; i < segments; i++)
		EXPECT_EQ(bytes[i], self->what[i].dma_bytes);
	mbe_unmap(&self->s, &self->d, 0);
}

/* The mistake itself: DMA_API_DEBUG must see it. */
TEST_F(count, case13_mapped_count_is_reported)
{
	struct mbe_sync sync = {
		.size = sizeof(sync),
		.target = MBE_SYNC_FOR_CPU,
		.flags = MBE_MISUSE,
		.entries = 1,
	};
	struct mbe_log log;
	long before;

	if (variant->kind != MBE_MAP_SG)
		SKIP(return, "the table's calls know their count");
	if (variant->dir != MBE_DIR_FROM_DEVICE)
		SKIP(return, "DMA_API_DEBUG counts entries only where the sync fits the direction");
	MBE_REQUIRE_DMA_DEBUG();
	map_and_look(_metadata, self, variant->kind, variant->dir);
	sync.mapping = self->d.mapping;
	mbe_log_begin(&log);
	mbe_log_expect(&log, "syncs DMA sg list with different entry count");
	before = mbe_dma_debug_errors();
	ASSERT_EQ(0, __mbe_ioctl(&self->s, MBE_IOCTL_SYNC, &sync));
	EXPECT_EQ(before + 1, mbe_dma_debug_errors());
	mbe_log_end(&log);
	EXPECT_EQ(1, log.seen[0]);
	mbe_unmap(&self->s, &self->d, 0);
}

MBE_BLOCKS_MAIN
