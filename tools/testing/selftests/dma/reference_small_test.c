// SPDX-License-Identifier: GPL-2.0-only
/*
 * The small buffer of "keep the contents of a FROM_DEVICE buffer": 256 bytes,
 * dirty and untouched, a round trip with interrupts off, 32-bit mask.
 */
#include "mbe_test.h"

FIXTURE(reference_small) {
	struct mbe_session s;
};

FIXTURE_VARIANT(reference_small) {
	__u32 dir, state;
};

#define ROW(dir, state) \
	FIXTURE_VARIANT_ADD(reference_small, dir##_##state) { MBE_DIR_##dir, MBE_STATE_##state }

ROW(TO_DEVICE, DIRTY);
ROW(TO_DEVICE, UNTOUCHED);
ROW(FROM_DEVICE, DIRTY);
ROW(FROM_DEVICE, UNTOUCHED);
ROW(BIDIRECTIONAL, DIRTY);
ROW(BIDIRECTIONAL, UNTOUCHED);

FIXTURE_SETUP(reference_small)
{
	MBE_SESSION_SETUP(&self->s);
	mbe_round_trip(&self->s);
	self->s.run.dir = variant->dir;
	self->s.run.state = variant->state;
	self->s.run.flags = MBE_RUN_IRQS_OFF;
	MBE_REQUIRE_FLAGS(&self->s);
	self->s.run.bytes = 256;
	self->s.run.dma_bits = 32;
	self->s.run.warmup = 100;
	self->s.run.iterations = 5000;
}

FIXTURE_TEARDOWN(reference_small)
{
	mbe_session_close(&self->s);
}

TEST_F(reference_small, interrupts_off_around_each_round_trip)
{
	mbe_run(&self->s);
	EXPECT_EQ(0, self->s.out.result.failed);
	EXPECT_EQ(5000, mbe_phase(&self->s, MBE_PHASE_ROUND_TRIP)->count);
	EXPECT_EQ(MBE_TIMING_PER_OP, self->s.out.result.timing);
}

TEST_F(reference_small, large_buffer)
{
	self->s.run.bytes = 1 << 20;
	self->s.run.iterations = 20;
	MBE_REQUIRE_BOUNCE_POOL(&self->s);
	mbe_run(&self->s);
	EXPECT_EQ(0, self->s.out.result.failed);
}

/* The method of the board whose clock ticks every 4 ms. */
TEST_F(reference_small, in_batches_with_interrupts_on)
{
	self->s.run.flags = 0;
	self->s.run.timing = MBE_TIMING_BATCH;
	self->s.run.batch_ops = 1000;
	mbe_run(&self->s);
	EXPECT_EQ(5, mbe_phase(&self->s, MBE_PHASE_ROUND_TRIP)->count);
}

TEST_HARNESS_MAIN
