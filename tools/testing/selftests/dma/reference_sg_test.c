// SPDX-License-Identifier: GPL-2.0-only
/*
 * The list of the batched cache sync: a 10 MiB buffer as 2560 entries of 4 KiB,
 * mapped, synced both ways and unmapped, in each direction.
 */
#include "mbe_test.h"

#define ENTRIES		2560
#define ENTRY_BYTES	4096
#define ITERATIONS	10	/* published: 200; the times of a guest mean nothing */

FIXTURE(reference_sg) {
	struct mbe_session s;
};

FIXTURE_VARIANT(reference_sg) {
	__u32 dir;
};

FIXTURE_VARIANT_ADD(reference_sg, to_device) { MBE_DIR_TO_DEVICE };
FIXTURE_VARIANT_ADD(reference_sg, from_device) { MBE_DIR_FROM_DEVICE };
FIXTURE_VARIANT_ADD(reference_sg, bidirectional) { MBE_DIR_BIDIRECTIONAL };

FIXTURE_SETUP(reference_sg)
{
	MBE_SESSION_SETUP(&self->s);
	mbe_sg(&self->s);
	self->s.run.dir = variant->dir;
	self->s.run.entries = ENTRIES;
	self->s.run.bytes = ENTRY_BYTES;
	self->s.run.iterations = ITERATIONS;
	self->s.run.phases = MBE_PHASES_APART;
	MBE_REQUIRE_BOUNCE_POOL(&self->s);
}

FIXTURE_TEARDOWN(reference_sg)
{
	mbe_session_close(&self->s);
}

static void pin_to_cpu0(struct mbe_session *s)
{
	static const __u64 cpu0 = 1;

	s->run.cpus_ptr = (uintptr_t)&cpu0;
	s->run.cpus_bytes = sizeof(cpu0);
}

TEST_F(reference_sg, every_entry_is_mapped_and_synced)
{
	const struct mbe_result *r = &self->s.out.result;

	pin_to_cpu0(&self->s);
	mbe_run(&self->s);
	EXPECT_EQ(0, r->failed);
	EXPECT_EQ((__u64)ENTRIES * ITERATIONS, r->entries);
	EXPECT_EQ(ITERATIONS, mbe_phase(&self->s, MBE_PHASE_SYNC_FOR_DEVICE)->count);
	EXPECT_EQ(ITERATIONS, mbe_phase(&self->s, MBE_PHASE_SYNC_FOR_CPU)->count);
}

TEST_F(reference_sg, entries_do_not_merge_without_an_iommu)
{
	if (self->s.query.domain != MBE_DOMAIN_NONE)
		SKIP(return, "an IOMMU may merge the entries");
	mbe_run(&self->s);
	EXPECT_EQ(self->s.out.result.entries, self->s.out.result.segments);
}

TEST_F(reference_sg, cache_maintenance_skipped)
{
	self->s.run.attrs = MBE_ATTR_SKIP_CPU_SYNC;
	mbe_run(&self->s);
}

TEST_F(reference_sg, memory_is_given_back)
{
	mbe_run(&self->s);
	EXPECT_EQ(0, mbe_memory_used(self->s.fd));
}

TEST_HARNESS_MAIN
