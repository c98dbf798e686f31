// SPDX-License-Identifier: GPL-2.0-only
/*
 * Every mode, direction, state, size and set of phases gives a result whose
 * invariants hold (mbe_invariants.c) and that has exactly what was asked for.
 */
#include "mbe_test.h"

#define ITERATIONS	20

static const __u64 sizes[] = { 1, 63, 256, 4096, 4097, 65536 };

#define BIT(phase)	MBE_PHASE_BIT(MBE_PHASE_##phase)
#define MAP_UNMAP	(BIT(MAP) | BIT(UNMAP))

static const __u32 phase_sets[] = {
	MAP_UNMAP,
	MAP_UNMAP | BIT(SYNC_FOR_DEVICE),
	MAP_UNMAP | BIT(SYNC_FOR_CPU),
	MBE_PHASES_APART,
	MBE_PHASES_ROUND_TRIP,
};

FIXTURE(matrix) {
	struct mbe_session s;
};

FIXTURE_VARIANT(matrix) {
	void (*base)(struct mbe_session *s);
	__u32 dir, state;
};

#define ROWS_OF_STATE(mode, dir, state)						\
	FIXTURE_VARIANT_ADD(matrix, mode##_##dir##_##state) {			\
		mbe_##mode, MBE_DIR_##dir, MBE_STATE_##state }

#define ROWS_OF_DIR(mode, dir)			\
	ROWS_OF_STATE(mode, dir, DIRTY);	\
	ROWS_OF_STATE(mode, dir, UNTOUCHED);	\
	ROWS_OF_STATE(mode, dir, CLEAN);	\
	ROWS_OF_STATE(mode, dir, COLD)

#define ROWS_OF_MODE(mode)			\
	ROWS_OF_DIR(mode, TO_DEVICE);		\
	ROWS_OF_DIR(mode, FROM_DEVICE);		\
	ROWS_OF_DIR(mode, BIDIRECTIONAL)

ROWS_OF_MODE(single);
ROWS_OF_MODE(sg);

FIXTURE_SETUP(matrix)
{
	MBE_SESSION_SETUP(&self->s);
	if (!(self->s.query.states & 1u << variant->state))
		SKIP(return, "this architecture cannot make the state from a module");
	variant->base(&self->s);
	self->s.run.dir = variant->dir;
	self->s.run.state = variant->state;
	self->s.run.iterations = ITERATIONS;
}

FIXTURE_TEARDOWN(matrix)
{
	mbe_session_close(&self->s);
}

TEST_F(matrix, sizes)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(sizes); i++) {
		self->s.run.bytes = sizes[i];
		mbe_run(&self->s);
		if (mbe_fits_bounce_pool(&self->s)) {
			EXPECT_EQ(0, self->s.out.result.failed);
		}
	}
}

TEST_F(matrix, offsets)
{
	static const __u32 offsets[] = { 1, 64, 4095 };
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(offsets); i++) {
		self->s.run.offset_bytes = offsets[i];
		mbe_run(&self->s);
		if (mbe_fits_bounce_pool(&self->s)) {
			EXPECT_EQ(0, self->s.out.result.failed);
		}
	}
}

TEST_F(matrix, phases)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(phase_sets); i++) {
		self->s.run.phases = phase_sets[i];
		mbe_run(&self->s);
		EXPECT_EQ(0, self->s.out.result.flags & MBE_RESULT_PHASES_CHANGED);
		EXPECT_EQ(MBE_TIMING_PER_OP, self->s.out.result.timing);
	}
}

TEST_F(matrix, interrupts_off)
{
	self->s.run.flags = MBE_RUN_IRQS_OFF;
	MBE_REQUIRE_FLAGS(&self->s);
	self->s.run.phases = MBE_PHASES_APART;
	mbe_run(&self->s);
	self->s.run.phases = MBE_PHASES_ROUND_TRIP;
	mbe_run(&self->s);
}

/* Nobody listens to the marks here: then they change nothing. */
TEST_F(matrix, marks)
{
	self->s.run.flags = MBE_RUN_COUNT;
	self->s.run.count_run = 7;
	MBE_REQUIRE_FLAGS(&self->s);
	self->s.run.timing = MBE_TIMING_AUTO;
	self->s.run.phases = MBE_PHASES_APART;
	mbe_run(&self->s);
	EXPECT_EQ(MBE_TIMING_PER_OP, self->s.out.result.timing);
	EXPECT_EQ(0, self->s.out.result.flags & MBE_RESULT_PHASES_CHANGED);
	self->s.run.threads = 3;
	mbe_run(&self->s);
	self->s.run.phases = MBE_PHASES_ROUND_TRIP;
	self->s.run.timing = MBE_TIMING_BATCH;
	self->s.run.batch_ops = 7;
	mbe_run(&self->s);
}

TEST_F(matrix, batches)
{
	self->s.run.phases = MBE_PHASES_ROUND_TRIP;
	self->s.run.timing = MBE_TIMING_BATCH;
	self->s.run.batch_ops = 7;
	mbe_run(&self->s);
	EXPECT_EQ(MBE_TIMING_BATCH, self->s.out.result.timing);
	EXPECT_EQ(7, self->s.out.result.batch_ops);
	/* 20 operations are rounded up to 3 whole batches. */
	EXPECT_EQ(21, self->s.out.result.operations);
	EXPECT_EQ(3, mbe_phase(&self->s, MBE_PHASE_ROUND_TRIP)->count);
}

TEST_F(matrix, automatic_timing)
{
	self->s.run.timing = MBE_TIMING_AUTO;
	self->s.run.phases = MBE_PHASES_ROUND_TRIP;
	mbe_run(&self->s);
	self->s.run.phases = MBE_PHASES_APART;
	mbe_run(&self->s);
	/* Round trips replace phases only where no sync was asked for. */
	EXPECT_EQ(0, self->s.out.result.flags & MBE_RESULT_PHASES_CHANGED);
}

TEST_HARNESS_MAIN
