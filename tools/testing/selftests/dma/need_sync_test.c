// SPDX-License-Identifier: GPL-2.0-only
/*
 * Case 17: a coherent device may skip all syncs, until the first mapping that
 * bounces: from then on a sync must copy. The shortcut (since 6.10) has to be
 * taken back by that mapping.
 */
#include "mbe_block_test.h"

#define COHERENT	.which = MBE_SETTING_COHERENT, .coherent = 1

FIXTURE(need_sync) {
	struct mbe_session s;
	const char *known;
	struct mbe_memory m;
	struct mbe_dma d;
};

FIXTURE_VARIANT(need_sync) {
	__u32 kind;
};

FIXTURE_VARIANT_ADD(need_sync, single) { MBE_MAP_SINGLE };
FIXTURE_VARIANT_ADD(need_sync, sg) { MBE_MAP_SG };
FIXTURE_VARIANT_ADD(need_sync, sgtable) { MBE_MAP_SGTABLE };

FIXTURE_SETUP(need_sync)
{
	MBE_BLOCKS_SETUP(self);
	if (!(self->s.query.settings & MBE_SETTING_COHERENT) && !mbe_coherent(&self->s))
		SKIP(return, "the device is not coherent and cannot be made so");
}

FIXTURE_TEARDOWN(need_sync)
{
	MBE_BLOCKS_TEARDOWN(self);
}

static bool needs_sync(struct mbe_session *s, struct mbe_dma *d)
{
	struct mbe_describe what;

	return !__mbe_describe(s, d, 0, &what) && what.flags & MBE_MAPPING_NEEDS_SYNC;
}

TEST_F(need_sync, case17_none_while_nothing_bounced)
{
	struct mbe_session *s = &self->s;

	if (mbe_kernel() < MBE_KERNEL(6, 10))
		SKIP(return, "the shortcut does not exist before 6.10");
	if (strcmp(mbe_path(s), "direct"))
		SKIP(return, "not on this path");
	if (mbe_config("CONFIG_DMA_API_DEBUG") == 1)
		SKIP(return, "DMA_API_DEBUG wants to see every sync");
	if (s->query.settings & MBE_SETTING_COHERENT)
		mbe_settings(s, COHERENT);
	mbe_alloc(s, variant->kind, 8192, 0, &self->m);
	mbe_map(s, variant->kind, &self->m, MBE_DIR_BIDIRECTIONAL, 0, &self->d);
	if (mbe_bounced(s, &self->d))
		SKIP(return, "the memory is out of the device's reach");
	EXPECT_FALSE(needs_sync(s, &self->d));
	mbe_unmap(s, &self->d, 0);
}

TEST_F(need_sync, case17_from_the_first_bounce_on)
{
	struct mbe_session *s = &self->s;
	int i;

	if (s->query.settings & MBE_SETTING_COHERENT) {
		MBE_REQUIRE_BOUNCE(s, COHERENT);
	} else {
		MBE_REQUIRE_BOUNCE(s);
	}
	mbe_alloc(s, variant->kind, 8192, 0, &self->m);
	for (i = 0; i < 2; i++) {
		mbe_cpu_inks_all(s, &self->m, MBE_INK_CPU);
		mbe_map(s, variant->kind, &self->m, MBE_DIR_BIDIRECTIONAL, 0, &self->d);
		ASSERT_TRUE(mbe_bounced(s, &self->d));
		EXPECT_TRUE(needs_sync(s, &self->d));
		mbe_device_inks_all(s, &self->d, MBE_INK_DEVICE);
		mbe_sync_all(s, &self->d, CPU);
		mbe_cpu_sees_all(s, &self->m, MBE_INK_DEVICE);
		mbe_cpu_inks_all(s, &self->m, MBE_INK_LATER);
		mbe_sync_all(s, &self->d, DEVICE);
		mbe_device_sees_all(s, &self->d, MBE_INK_LATER);
		mbe_unmap(s, &self->d, 0);
	}
}

MBE_BLOCKS_MAIN
