// SPDX-License-Identifier: GPL-2.0-only
/*
 * Time: a run bound by time lasts about as asked, warm-up is not counted, the
 * pretended transfer lies between the phases and in none of them.
 */
#include "mbe_test.h"

#define MS_NS	1000000ull

FIXTURE(timed) {
	struct mbe_session s;
};

FIXTURE_SETUP(timed)
{
	MBE_SESSION_SETUP(&self->s);
}

FIXTURE_TEARDOWN(timed)
{
	mbe_session_close(&self->s);
}

static void last(struct mbe_session *s, __u64 duration_ns)
{
	s->run.iterations = 0;
	s->run.duration_ns = duration_ns;
}

TEST_F(timed, duration_is_kept)
{
	const __u64 asked_ns = 300 * MS_NS;
	__u64 before_ns, took_ns;

	last(&self->s, asked_ns);
	before_ns = mbe_now_ns();
	mbe_run(&self->s);
	took_ns = mbe_now_ns() - before_ns;
	EXPECT_GE(self->s.out.result.elapsed_ns, asked_ns);
	EXPECT_GE(took_ns, self->s.out.result.elapsed_ns);
	/* Generous, for a guest whose host is busy. */
	EXPECT_LT(self->s.out.result.elapsed_ns, asked_ns + 2000 * MS_NS);
	EXPECT_GT(self->s.out.result.operations, 10);
}

TEST_F(timed, duration_with_threads)
{
	last(&self->s, 200 * MS_NS);
	self->s.run.threads = 2 * mbe_cpus_online();
	mbe_run(&self->s);
	EXPECT_GE(self->s.out.result.elapsed_ns, 200 * MS_NS);
	EXPECT_LT(self->s.out.result.elapsed_ns, 3200 * MS_NS);
}

TEST_F(timed, duration_in_batches)
{
	mbe_batch(&self->s);
	last(&self->s, 100 * MS_NS);
	mbe_run(&self->s);
	EXPECT_EQ(0, self->s.out.result.operations % self->s.run.batch_ops);
	EXPECT_GT(self->s.out.result.operations, 0);
}

TEST_F(timed, shortest_duration)
{
	last(&self->s, 1);
	mbe_run(&self->s);
}

TEST_F(timed, one_iteration)
{
	self->s.run.iterations = 1;
	mbe_run(&self->s);
}

TEST_F(timed, warmup_is_not_counted)
{
	self->s.run.warmup = 1000;
	mbe_run(&self->s);
	EXPECT_EQ(self->s.run.iterations, self->s.out.result.operations);
}

TEST_F(timed, transfer_is_between_the_phases)
{
	const __u64 transfer_ns = 5 * MS_NS;

	self->s.run.iterations = 20;
	self->s.run.transfer_ns = transfer_ns;
	self->s.run.phases = MBE_PHASES_APART;
	mbe_run(&self->s);
	EXPECT_GE(self->s.out.result.elapsed_ns, 20 * transfer_ns);
	/* The smallest sample, because a busy host stretches others. */
	EXPECT_LT(mbe_phase(&self->s, MBE_PHASE_MAP)->min_ns, transfer_ns);
	EXPECT_LT(mbe_phase(&self->s, MBE_PHASE_SYNC_FOR_DEVICE)->min_ns, transfer_ns);
	EXPECT_LT(mbe_phase(&self->s, MBE_PHASE_SYNC_FOR_CPU)->min_ns, transfer_ns);
	EXPECT_LT(mbe_phase(&self->s, MBE_PHASE_UNMAP)->min_ns, transfer_ns);
}

TEST_F(timed, longest_transfer)
{
	self->s.run.iterations = 2;
	self->s.run.transfer_ns = self->s.query.transfer_ns_max;
	mbe_run(&self->s);
	EXPECT_GE(self->s.out.result.elapsed_ns, 2ull * self->s.query.transfer_ns_max);
}

static int by_size(const void *a, const void *b)
{
	const __u64 *x = a, *y = b;

	return (*x > *y) - (*x < *y);
}

/* Of the round trips; sorts them where they are. */
static __u64 median_ns(struct mbe_session *s)
{
	const struct mbe_phase *trip = mbe_phase(s, MBE_PHASE_ROUND_TRIP);
	__u64 *sample = (__u64 *)((char *)s->data + trip->data_offset);

	qsort(sample, trip->data_count, sizeof(*sample), by_size);
	return sample[trip->data_count / 2];
}

/*
 * A batch's sample is that of all its operations, less setting the state: not that
 * of one of them, nor of all batches. Medians, since a busy host adds to some samples
 * and, where it stalls the setting of the state, takes all away from others; the
 * factors are 100 and 20 where the kernel is wrong.
 */
TEST_F(timed, batches_agree_with_single_operations)
{
	__u64 single_ns, batch_ns;

	mbe_round_trip(&self->s);
	self->s.run.iterations = 2000;
	self->s.run.sample_cap = 2000;
	self->s.run.bytes = 16384;
	self->s.run.state = MBE_STATE_UNTOUCHED;
	mbe_run(&self->s);
	ASSERT_EQ(MBE_REPR_SAMPLES, mbe_phase(&self->s, MBE_PHASE_ROUND_TRIP)->repr);
	single_ns = median_ns(&self->s);

	self->s.run.timing = MBE_TIMING_BATCH;
	self->s.run.batch_ops = 100;
	mbe_run(&self->s);
	batch_ns = median_ns(&self->s);

	EXPECT_LT(batch_ns, 100 * 10 * single_ns);
	EXPECT_GT(10 * batch_ns, 100 * single_ns);
}

TEST_F(timed, coarse_clock_is_told)
{
	const struct mbe_result *result = &self->s.out.result;
	const struct mbe_phase *trip;

	mbe_round_trip(&self->s);
	mbe_run(&self->s);
	trip = mbe_phase(&self->s, MBE_PHASE_ROUND_TRIP);
	/* Far from the 10 % on either side: no dispute over noise. */
	if (result->clock_resolution_ns * 100ull < trip->min_ns) {
		EXPECT_EQ(0, result->flags & MBE_RESULT_CLOCK_COARSE);
	}
	if (result->clock_resolution_ns * 1ull > trip->sum_ns / trip->count) {
		EXPECT_NE(0, result->flags & MBE_RESULT_CLOCK_COARSE);
	}
}

TEST_HARNESS_MAIN
