// SPDX-License-Identifier: GPL-2.0-only
/*
 * Case 2: sync_for_device of a FROM_DEVICE mapping moves nothing. A kernel that
 * copied the buffer over what the device had written broke drivers that give
 * buffers back after reading only their head (2022).
 */
#include "mbe_block_test.h"

FIXTURE(device_data) {
	struct mbe_session s;
	const char *known;
};

FIXTURE_VARIANT(device_data) {
	__u32 kind;
	__u32 dir;
};

FIXTURE_SETUP(device_data)
{
	MBE_BLOCKS_SETUP(self);
	MBE_REQUIRE_KIND(&self->s, variant->kind);
}

FIXTURE_TEARDOWN(device_data)
{
	MBE_BLOCKS_TEARDOWN(self);
}

MBE_ROWS_OF_KIND(device_data, SINGLE, single);
MBE_ROWS_OF_KIND(device_data, PAGE, page);
MBE_ROWS_OF_KIND(device_data, PHYS, phys);
MBE_ROWS_OF_KIND(device_data, SG, sg);
MBE_ROWS_OF_KIND(device_data, SGTABLE, sgtable);

/* Reads, gives back, and reads again: the device's data is there each time. */
static void give_back(struct __test_metadata *_metadata, struct mbe_session *s,
		      __u32 kind, __u32 dir, const struct mbe_place *place)
{
	struct mbe_memory m;
	struct mbe_dma d;

	mbe_alloc(s, kind, place->bytes, place->offset, &m);
	mbe_cpu_inks_all(s, &m, MBE_INK_CPU);
	mbe_map(s, kind, &m, dir, 0, &d);
	mbe_device_inks_all(s, &d, MBE_INK_DEVICE);
	mbe_sync_all(s, &d, CPU);
	mbe_cpu_sees_all(s, &m, MBE_INK_DEVICE);
	mbe_sync_all(s, &d, DEVICE);
	mbe_device_sees_all(s, &d, MBE_INK_DEVICE);
	mbe_device_inks_all(s, &d, MBE_INK_LATER);
	mbe_sync_all(s, &d, CPU);
	mbe_cpu_sees_all(s, &m, MBE_INK_LATER);
	mbe_unmap(s, &d, 0);
	mbe_cpu_sees_all(s, &m, MBE_INK_LATER);
	mbe_guards_intact(s, &m);
	mbe_free(s, &m);
}

/* The CPU never looked: what it last wrote is still in its buffer. */
static void give_back_unread(struct __test_metadata *_metadata, struct mbe_session *s,
			     __u32 kind, const struct mbe_place *place)
{
	struct mbe_memory m;
	struct mbe_dma d;

	mbe_alloc(s, kind, place->bytes, place->offset, &m);
	mbe_cpu_inks_all(s, &m, MBE_INK_CPU);
	mbe_map(s, kind, &m, MBE_DIR_FROM_DEVICE, 0, &d);
	mbe_device_inks_all(s, &d, MBE_INK_DEVICE);
	mbe_sync_all(s, &d, DEVICE);
	mbe_device_sees_all(s, &d, MBE_INK_DEVICE);
	mbe_unmap(s, &d, 0);
	mbe_cpu_sees_all(s, &m, MBE_INK_DEVICE);
	mbe_free(s, &m);
}

static void all_places(struct __test_metadata *_metadata, struct mbe_session *s,
		       __u32 kind, __u32 dir)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(mbe_places); i++) {
		give_back(_metadata, s, kind, dir, &mbe_places[i]);
		if (dir == MBE_DIR_FROM_DEVICE)
			give_back_unread(_metadata, s, kind, &mbe_places[i]);
	}
}

TEST_F(device_data, case02_stays_when_given_back)
{
	all_places(_metadata, &self->s, variant->kind, variant->dir);
}

TEST_F(device_data, case02_stays_when_given_back_with_a_low_mask)
{
	MBE_REQUIRE_LOW_MASK(&self->s);
	all_places(_metadata, &self->s, variant->kind, variant->dir);
}

MBE_BLOCKS_MAIN
