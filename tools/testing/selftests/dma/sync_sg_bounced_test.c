// SPDX-License-Identifier: GPL-2.0-only
/*
 * Case 4: a scatterlist that was mapped with SKIP_CPU_SYNC is synced entry by
 * entry, each where its DMA address leads. A kernel that synced the original
 * pages left the data in the bounce slots.
 */
#include "mbe_block_test.h"

#define LIST_BYTES	(7 * 4096 + 100)

FIXTURE(list) {
	struct mbe_session s;
	const char *known;
	struct mbe_memory m;
	struct mbe_dma d;
};

FIXTURE_VARIANT(list) {
	__u32 kind;
	__u32 dir;
	__u32 attrs;
	bool low_mask;
};

#define ROWS(name, attrs, low_mask)						\
	FIXTURE_VARIANT_ADD(list, sg_to_device##name)				\
	{ MBE_MAP_SG, MBE_DIR_TO_DEVICE, attrs, low_mask };			\
	FIXTURE_VARIANT_ADD(list, sg_from_device##name)				\
	{ MBE_MAP_SG, MBE_DIR_FROM_DEVICE, attrs, low_mask };			\
	FIXTURE_VARIANT_ADD(list, sg_bidirectional##name)			\
	{ MBE_MAP_SG, MBE_DIR_BIDIRECTIONAL, attrs, low_mask };			\
	FIXTURE_VARIANT_ADD(list, sgtable_to_device##name)			\
	{ MBE_MAP_SGTABLE, MBE_DIR_TO_DEVICE, attrs, low_mask };		\
	FIXTURE_VARIANT_ADD(list, sgtable_bidirectional##name)			\
	{ MBE_MAP_SGTABLE, MBE_DIR_BIDIRECTIONAL, attrs, low_mask }

ROWS(, MBE_ATTR_SKIP_CPU_SYNC, false);
ROWS(_synced_at_map, 0, false);
ROWS(_low_mask, MBE_ATTR_SKIP_CPU_SYNC, true);

FIXTURE_SETUP(list)
{
	struct mbe_session *s = &self->s;

	MBE_BLOCKS_SETUP(self);
	if (variant->low_mask)
		MBE_REQUIRE_LOW_MASK(s);
	mbe_alloc(s, variant->kind, LIST_BYTES, 300, &self->m);
	mbe_cpu_inks_all(s, &self->m, MBE_INK_CPU);
	mbe_map(s, variant->kind, &self->m, variant->dir, variant->attrs, &self->d);
}

FIXTURE_TEARDOWN(list)
{
	MBE_BLOCKS_TEARDOWN(self);
}

TEST_F(list, case04_for_device_moves_every_entry)
{
	struct mbe_session *s = &self->s;

	if (variant->dir == MBE_DIR_FROM_DEVICE)
		SKIP(return, "the CPU has nothing to hand over");
	mbe_sync_all(s, &self->d, CPU);
	mbe_cpu_inks_all(s, &self->m, MBE_INK_LATER);
	mbe_sync_all(s, &self->d, DEVICE);
	mbe_device_sees_all(s, &self->d, MBE_INK_LATER);
	mbe_unmap(s, &self->d, variant->attrs);
	mbe_cpu_sees_all(s, &self->m, MBE_INK_LATER);
}

TEST_F(list, case04_for_cpu_moves_every_entry)
{
	struct mbe_session *s = &self->s;

	if (variant->dir == MBE_DIR_TO_DEVICE)
		SKIP(return, "the device has nothing to hand over");
	mbe_sync_all(s, &self->d, DEVICE);
	mbe_device_inks_all(s, &self->d, MBE_INK_DEVICE);
	mbe_sync_all(s, &self->d, CPU);
	mbe_cpu_sees_all(s, &self->m, MBE_INK_DEVICE);
	/* Everything has been synced: unmap need not. */
	mbe_unmap(s, &self->d, variant->attrs);
	mbe_cpu_sees_all(s, &self->m, MBE_INK_DEVICE);
}

/* Without SKIP_CPU_SYNC unmap itself is the last sync. */
TEST_F(list, case04_unmap_moves_every_entry)
{
	struct mbe_session *s = &self->s;

	if (variant->dir == MBE_DIR_TO_DEVICE)
		SKIP(return, "the device has nothing to hand over");
	mbe_sync_all(s, &self->d, DEVICE);
	mbe_device_inks_all(s, &self->d, MBE_INK_DEVICE);
	mbe_unmap(s, &self->d, 0);
	mbe_cpu_sees_all(s, &self->m, MBE_INK_DEVICE);
}

MBE_BLOCKS_MAIN
