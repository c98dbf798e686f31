// SPDX-License-Identifier: GPL-2.0-only
/*
 * Case 19: unmap or sync with another direction than the map. DMA_API_DEBUG must
 * report it; and where mappings bounce a sync the wrong way shows as stale data.
 * Several drivers were fixed in 2026.
 */
#include "mbe_block_test.h"

FIXTURE(wrong) {
	struct mbe_session s;
	const char *known;
	struct mbe_log log;
	struct mbe_memory m;
	struct mbe_dma d;
};

FIXTURE_VARIANT(wrong) {
	__u32 mapped;
	__u32 given;
};

#define ROW(name, a, b) \
	FIXTURE_VARIANT_ADD(wrong, name) { MBE_DIR_##a, MBE_DIR_##b }
ROW(to_given_as_from, TO_DEVICE, FROM_DEVICE);
ROW(to_given_as_bidirectional, TO_DEVICE, BIDIRECTIONAL);
ROW(from_given_as_to, FROM_DEVICE, TO_DEVICE);
ROW(from_given_as_bidirectional, FROM_DEVICE, BIDIRECTIONAL);
ROW(bidirectional_given_as_from, BIDIRECTIONAL, FROM_DEVICE);

FIXTURE_SETUP(wrong)
{
	struct mbe_session *s = &self->s;

	MBE_BLOCKS_SETUP(self);
	MBE_REQUIRE_DMA_DEBUG();
	mbe_alloc(s, MBE_MAP_SINGLE, 4096, 0, &self->m);
	mbe_cpu_inks_all(s, &self->m, MBE_INK_CPU);
	mbe_map(s, MBE_MAP_SINGLE, &self->m, variant->mapped, 0, &self->d);
	mbe_log_begin(&self->log);
	mbe_log_expect(&self->log, "DMA memory with different direction|syncs device (read|write)-only DMA memory");
}

FIXTURE_TEARDOWN(wrong)
{
	MBE_BLOCKS_TEARDOWN(self);
}

TEST_F(wrong, case19_unmap_is_reported)
{
	struct mbe_unmap unmap = {
		.size = sizeof(unmap),
		.mapping = self->d.mapping,
		.flags = MBE_MISUSE,
		.dir = variant->given,
	};
	long before = mbe_dma_debug_errors();

	ASSERT_EQ(0, __mbe_ioctl(&self->s, MBE_IOCTL_UNMAP, &unmap));
	EXPECT_EQ(before + 1, mbe_dma_debug_errors());
	mbe_log_end(&self->log);
	EXPECT_EQ(1, self->log.seen[0]);
}

TEST_F(wrong, case19_sync_is_reported)
{
	struct mbe_sync sync = {
		.size = sizeof(sync),
		.mapping = self->d.mapping,
		.target = variant->given == MBE_DIR_TO_DEVICE ?
			MBE_SYNC_FOR_DEVICE : MBE_SYNC_FOR_CPU,
		.flags = MBE_MISUSE,
		.dir = variant->given,
	};
	long before = mbe_dma_debug_errors();

	if (variant->mapped == MBE_DIR_BIDIRECTIONAL)
		SKIP(return, "a bidirectional mapping may be synced either way");
	ASSERT_EQ(0, __mbe_ioctl(&self->s, MBE_IOCTL_SYNC, &sync));
	EXPECT_LT(before, mbe_dma_debug_errors());
	mbe_log_end(&self->log);
	EXPECT_LE(1, self->log.seen[0]);
	mbe_unmap(&self->s, &self->d, 0);
}

FIXTURE(stale) {
	struct mbe_session s;
	const char *known;
	struct mbe_memory m;
	struct mbe_dma d;
};

FIXTURE_SETUP(stale)
{
	MBE_BLOCKS_SETUP(self);
	MBE_REQUIRE_BOUNCE(&self->s);
	mbe_alloc(&self->s, MBE_MAP_SINGLE, 6000, 100, &self->m);
	mbe_cpu_inks_all(&self->s, &self->m, MBE_INK_CPU);
}

FIXTURE_TEARDOWN(stale)
{
	MBE_BLOCKS_TEARDOWN(self);
}

/* That a driver's mistake is seen here at all. */
TEST_F(stale, case19_device_data_after_the_wrong_sync)
{
	struct mbe_session *s = &self->s;

	mbe_map(s, MBE_MAP_SINGLE, &self->m, MBE_DIR_FROM_DEVICE, 0, &self->d);
	mbe_device_inks_all(s, &self->d, MBE_INK_DEVICE);
	mbe_sync_all(s, &self->d, DEVICE);
	mbe_cpu_sees_all(s, &self->m, MBE_INK_CPU);
	mbe_sync_all(s, &self->d, CPU);
	mbe_cpu_sees_all(s, &self->m, MBE_INK_DEVICE);
	mbe_unmap(s, &self->d, 0);
}

TEST_F(stale, case19_cpu_data_after_the_wrong_sync)
{
	struct mbe_session *s = &self->s;

	mbe_map(s, MBE_MAP_SINGLE, &self->m, MBE_DIR_TO_DEVICE, 0, &self->d);
	mbe_cpu_inks_all(s, &self->m, MBE_INK_LATER);
	mbe_sync_all(s, &self->d, CPU);
	mbe_device_sees_all(s, &self->d, MBE_INK_CPU);
	mbe_sync_all(s, &self->d, DEVICE);
	mbe_device_sees_all(s, &self->d, MBE_INK_LATER);
	mbe_unmap(s, &self->d, 0);
}

MBE_BLOCKS_MAIN
