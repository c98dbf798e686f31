// SPDX-License-Identifier: GPL-2.0-only
/*
 * What the data area holds: every sample up to the cap, beyond it the fine
 * histogram, and the same exact sums in both. mbe_run() checks that samples
 * and bins agree with the sums; here is checked *which* of the two comes.
 */
#include "mbe_test.h"

FIXTURE(data) {
	struct mbe_session s;
};

FIXTURE_SETUP(data)
{
	MBE_SESSION_SETUP(&self->s);
}

FIXTURE_TEARDOWN(data)
{
	mbe_session_close(&self->s);
}

static __u32 repr_of(struct mbe_session *s, __u32 phase)
{
	return mbe_phase(s, phase)->repr;
}

TEST_F(data, samples_up_to_the_cap)
{
	self->s.run.sample_cap = self->s.run.iterations;
	mbe_run(&self->s);
	EXPECT_EQ(MBE_REPR_SAMPLES, repr_of(&self->s, MBE_PHASE_MAP));
	EXPECT_EQ(MBE_REPR_SAMPLES, repr_of(&self->s, MBE_PHASE_UNMAP));
}

TEST_F(data, histogram_beyond_the_cap)
{
	self->s.run.sample_cap = self->s.run.iterations - 1;
	mbe_run(&self->s);
	EXPECT_EQ(MBE_REPR_HISTOGRAM, repr_of(&self->s, MBE_PHASE_MAP));
	EXPECT_EQ(MBE_REPR_HISTOGRAM, repr_of(&self->s, MBE_PHASE_UNMAP));
}

TEST_F(data, cap_of_one)
{
	self->s.run.sample_cap = 1;
	mbe_run(&self->s);
	EXPECT_EQ(MBE_REPR_HISTOGRAM, repr_of(&self->s, MBE_PHASE_MAP));
	self->s.run.iterations = 1;
	mbe_run(&self->s);
	EXPECT_EQ(MBE_REPR_SAMPLES, repr_of(&self->s, MBE_PHASE_MAP));
}

TEST_F(data, cap_counts_all_threads)
{
	self->s.run.threads = 4;
	self->s.run.sample_cap = 4 * self->s.run.iterations;
	mbe_run(&self->s);
	EXPECT_EQ(MBE_REPR_SAMPLES, repr_of(&self->s, MBE_PHASE_MAP));
	self->s.run.sample_cap--;
	mbe_run(&self->s);
	EXPECT_EQ(MBE_REPR_HISTOGRAM, repr_of(&self->s, MBE_PHASE_MAP));
}

TEST_F(data, samples_that_do_not_fit_the_area)
{
	__u64 words = self->s.query.data_bytes_min / sizeof(__u64);

	/* More samples of a single phase than the smallest area has words. */
	self->s.run.iterations = words + 1;
	self->s.run.bytes = 1;
	self->s.run.state = MBE_STATE_UNTOUCHED;
	if (words >= MBE_SAMPLE_CAP_DEFAULT)
		SKIP(return, "the smallest area holds the default cap");
	mbe_run(&self->s);
	EXPECT_EQ(MBE_REPR_HISTOGRAM, repr_of(&self->s, MBE_PHASE_MAP));
	EXPECT_EQ(MBE_REPR_HISTOGRAM, repr_of(&self->s, MBE_PHASE_UNMAP));
}

TEST_F(data, none_without_an_area)
{
	ASSERT_EQ(0, __mbe_data(&self->s, 0));
	mbe_run(&self->s);
	EXPECT_EQ(MBE_REPR_NONE, repr_of(&self->s, MBE_PHASE_MAP));
	EXPECT_EQ(self->s.run.iterations, mbe_phase(&self->s, MBE_PHASE_MAP)->count);
}

TEST_F(data, nothing_is_written_past_what_was_declared)
{
	const size_t extra = 4096;
	unsigned char *tail;
	size_t i;

	ASSERT_EQ(0, __mbe_data(&self->s, self->s.query.data_bytes_min + extra));
	self->s.run.data_bytes -= extra;
	self->s.run.iterations = 1000;
	self->s.run.phases = MBE_PHASES_APART;
	mbe_run(&self->s);
	tail = (unsigned char *)self->s.data + self->s.run.data_bytes;
	for (i = 0; i < extra; i++) {
		ASSERT_EQ(MBE_PATTERN, tail[i]);
	}
}

/* Quantiles of both representations lie within min and max by construction of
 * the checks in mbe_run(); the state and the empty operation are told as well.
 */
TEST_F(data, state_and_empty_operation_are_reported)
{
	const struct mbe_phase *state, *empty;

	mbe_run(&self->s);
	state = mbe_phase(&self->s, MBE_PHASE_SET_STATE);
	empty = mbe_phase(&self->s, MBE_PHASE_EMPTY);
	EXPECT_EQ(self->s.run.iterations, state->count);
	EXPECT_GT(state->sum_ns, 0);
	EXPECT_GT(empty->count, 0);
}

TEST_F(data, dirtying_costs_more_than_leaving_untouched)
{
	__u64 dirty_ns;

	self->s.run.bytes = 65536;
	mbe_run(&self->s);
	dirty_ns = mbe_phase(&self->s, MBE_PHASE_SET_STATE)->min_ns;
	self->s.run.state = MBE_STATE_UNTOUCHED;
	mbe_run(&self->s);
	EXPECT_LT(mbe_phase(&self->s, MBE_PHASE_SET_STATE)->min_ns, dirty_ns);
}

/* The set-up is outside the timed windows, and the run inside the whole. */
TEST_F(data, phases_fit_into_the_elapsed_time)
{
	__u64 sum_ns = 0;
	__u32 i;

	self->s.run.phases = MBE_PHASES_APART;
	mbe_run(&self->s);
	for (i = MBE_PHASE_MAP; i <= MBE_PHASE_UNMAP; i++)
		sum_ns += mbe_phase(&self->s, i)->sum_ns;
	sum_ns += mbe_phase(&self->s, MBE_PHASE_SET_STATE)->sum_ns;
	EXPECT_LE(sum_ns, self->s.out.result.elapsed_ns);
}

TEST_HARNESS_MAIN
