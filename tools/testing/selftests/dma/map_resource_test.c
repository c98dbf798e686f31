// SPDX-License-Identifier: GPL-2.0-only
/*
 * Case 18: dma_map_resource() takes device memory of any size, never bounces it
 * and, without a translation, gives its physical address. Registers of 4 bytes
 * were bounced or refused in 2025. Nothing is accessed here.
 */
#include <stdio.h>

#include "mbe_block_test.h"

/* Further from RAM than a section of the memory map: no page structures there. */
#define FAR_BYTES	(1ull << 30)

FIXTURE(resource) {
	struct mbe_session s;
	const char *known;
	__u64 phys;
	__u64 bytes;
};

FIXTURE_VARIANT(resource) {
	__u32 dir;
};

FIXTURE_VARIANT_ADD(resource, to_device) { MBE_DIR_TO_DEVICE };
FIXTURE_VARIANT_ADD(resource, from_device) { MBE_DIR_FROM_DEVICE };
FIXTURE_VARIANT_ADD(resource, bidirectional) { MBE_DIR_BIDIRECTIONAL };

struct span {
	unsigned long long first, last;
};

static bool near(const struct span *a, const struct span *b)
{
	return a->first < b->last + FAR_BYTES && b->first < a->last + FAR_BYTES;
}

/* The first line of /proc/iomem below no other that is device memory far from RAM. */
static bool find_device_memory(struct span *found)
{
	struct span ram[64], span;
	unsigned int rams = 0, i;
	char line[256];
	FILE *file;
	bool done = false;

	file = fopen("/proc/iomem", "r");
	while (file && fgets(line, sizeof(line), file)) {
		if (rams < ARRAY_SIZE(ram) && strstr(line, "System RAM") &&
		    sscanf(line, " %llx-%llx", &span.first, &span.last) == 2)
			ram[rams++] = span;
	}
	if (file)
		rewind(file);
	while (file && !done && fgets(line, sizeof(line), file)) {
		if (line[0] == ' ' || strstr(line, "System RAM") ||
		    sscanf(line, "%llx-%llx", &span.first, &span.last) != 2 ||
		    span.last - span.first < 4095 || span.first & 4095)
			continue;
		for (i = 0; i < rams && !near(&ram[i], &span); i++)
			;
		done = i == rams;
		*found = span;
	}
	if (file)
		fclose(file);
	return done && rams;
}

FIXTURE_SETUP(resource)
{
	struct span span;

	MBE_BLOCKS_SETUP(self);
	MBE_REQUIRE_KIND(&self->s, MBE_MAP_RESOURCE);
	if (!find_device_memory(&span))
		SKIP(return, "no device memory far from RAM in /proc/iomem");
	self->phys = span.first;
	self->bytes = span.last - span.first + 1;
	if (self->phys + self->bytes - 1 > self->s.query.dma_mask)
		SKIP(return, "the device does not reach device memory");
	MBE_KNOWN(self, 18, mbe_path(&self->s));
}

FIXTURE_TEARDOWN(resource)
{
	MBE_BLOCKS_TEARDOWN(self);
}

TEST_F(resource, case18_any_size_maps_and_nothing_bounces)
{
	static const __u32 sizes[] = { 1, 4, 63, 4095, 4096 };
	struct mbe_session *s = &self->s;
	struct mbe_describe what;
	long used = mbe_pool_used();
	struct mbe_dma d;
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(sizes); i++) {
		ASSERT_EQ(0, __mbe_map_resource(s, self->phys, sizes[i], variant->dir, &d));
		EXPECT_EQ(0, d.api_error) TH_LOG("%u bytes", sizes[i]);
		if (!d.mapping)
			continue;
		mbe_describe(s, &d, 0, &what);
		EXPECT_FALSE(what.flags & MBE_MAPPING_BOUNCED);
		if (!mbe_translated(s)) {
			EXPECT_EQ(self->phys, what.dma_addr);
		}
		EXPECT_EQ(self->phys & 4095, what.dma_addr & 4095);
		mbe_unmap(s, &d, 0);
	}
	EXPECT_TRUE(mbe_pool_back_to(used));
}

/* At an odd place: four bytes in the middle of a page. */
TEST_F(resource, case18_registers_keep_their_offset)
{
	struct mbe_session *s = &self->s;
	struct mbe_describe what;
	struct mbe_dma d;

	ASSERT_EQ(0, __mbe_map_resource(s, self->phys + 0x124, 4, variant->dir, &d));
	EXPECT_EQ(0, d.api_error);
	if (!d.mapping)
		return;
	mbe_describe(s, &d, 0, &what);
	EXPECT_EQ(0x124, what.dma_addr & 4095);
	mbe_unmap(s, &d, 0);
}

MBE_BLOCKS_MAIN
