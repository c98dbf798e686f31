// SPDX-License-Identifier: GPL-2.0-only
/*
 * Case 16: a page is mapped once and handed to the device in fragments, as the
 * network stack's page pool does. Syncing a fragment delivers that one and leaves
 * the others alone; a driver that forgot fragments was fixed in 2026.
 */
#include "mbe_block_test.h"

#define FRAGMENT_BYTES	512

FIXTURE(fragment) {
	struct mbe_session s;
	const char *known;
	struct mbe_memory m;
	struct mbe_dma d;
	__u32 count;
};

FIXTURE_VARIANT(fragment) {
	__u32 dir;
	bool low_mask;
};

FIXTURE_VARIANT_ADD(fragment, from_device) { MBE_DIR_FROM_DEVICE, false };
FIXTURE_VARIANT_ADD(fragment, bidirectional) { MBE_DIR_BIDIRECTIONAL, false };
FIXTURE_VARIANT_ADD(fragment, from_device_low_mask) { MBE_DIR_FROM_DEVICE, true };
FIXTURE_VARIANT_ADD(fragment, bidirectional_low_mask) { MBE_DIR_BIDIRECTIONAL, true };

FIXTURE_SETUP(fragment)
{
	struct mbe_session *s = &self->s;

	MBE_BLOCKS_SETUP(self);
	if (variant->low_mask)
		MBE_REQUIRE_LOW_MASK(s);
	self->count = s->query.page_bytes / FRAGMENT_BYTES;
	mbe_alloc(s, MBE_MAP_PAGE, s->query.page_bytes, 0, &self->m);
	mbe_cpu_inks_all(s, &self->m, MBE_INK_CPU);
	/* As the page pool maps: the syncs come one by one. */
	mbe_map(s, MBE_MAP_PAGE, &self->m, variant->dir,
		MBE_ATTR_SKIP_CPU_SYNC | MBE_ATTR_WEAK_ORDERING, &self->d);
	mbe_sync_all(s, &self->d, DEVICE);
}

FIXTURE_TEARDOWN(fragment)
{
	MBE_BLOCKS_TEARDOWN(self);
}

TEST_F(fragment, case16_arrives_alone)
{
	struct mbe_session *s = &self->s;
	__u32 i;

	/* Odd ones first: a sync of too much would deliver what lies between. */
	for (i = 1; i < self->count; i += 2) {
		mbe_device_inks(s, &self->d, i * FRAGMENT_BYTES, FRAGMENT_BYTES,
				MBE_INK_DEVICE);
		mbe_sync(s, &self->d, CPU, i * FRAGMENT_BYTES, FRAGMENT_BYTES);
		mbe_cpu_sees(s, &self->m, i * FRAGMENT_BYTES, FRAGMENT_BYTES,
			     MBE_INK_DEVICE);
		mbe_cpu_sees(s, &self->m, (i - 1) * FRAGMENT_BYTES, FRAGMENT_BYTES,
			     MBE_INK_CPU);
	}
	mbe_unmap(s, &self->d, MBE_ATTR_SKIP_CPU_SYNC | MBE_ATTR_WEAK_ORDERING);
	for (i = 0; i < self->count; i++)
		mbe_cpu_sees(s, &self->m, i * FRAGMENT_BYTES, FRAGMENT_BYTES,
			     i % 2 ? MBE_INK_DEVICE : MBE_INK_CPU);
}

TEST_F(fragment, case16_others_do_not_arrive_with_it)
{
	struct mbe_session *s = &self->s;
	__u32 i;

	mbe_device_inks_all(s, &self->d, MBE_INK_DEVICE);
	if (!mbe_bounced(s, &self->d))
		SKIP(return, "nothing bounces: CPU and device share the memory");
	for (i = self->count; i--; ) {
		mbe_sync(s, &self->d, CPU, i * FRAGMENT_BYTES, FRAGMENT_BYTES);
		mbe_cpu_sees(s, &self->m, 0, i * FRAGMENT_BYTES, MBE_INK_CPU);
		mbe_cpu_sees(s, &self->m, i * FRAGMENT_BYTES,
			     (self->count - i) * FRAGMENT_BYTES, MBE_INK_DEVICE);
	}
}

MBE_BLOCKS_MAIN
