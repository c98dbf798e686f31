// SPDX-License-Identifier: GPL-2.0-only
/*
 * As many threads as CPUs, and many more, leave the machine alive: a heartbeat
 * in user space keeps going while the run lasts.
 */
#include <signal.h>

#include "mbe_test.h"
#include "mbe_device.h"

#define MS_NS		1000000ull
#define BEAT_US		10000
#define LONGEST_GAP_NS	(1500 * MS_NS)

FIXTURE(stall) {
	struct mbe_session s;
	pid_t child;
};

FIXTURE_VARIANT(stall) {
	void (*base)(struct mbe_session *s);
	int threads_per_cpu;
	__u64 bytes;
};

FIXTURE_VARIANT_ADD(stall, as_many_as_cpus) { mbe_single, 1, 4096 };
FIXTURE_VARIANT_ADD(stall, many_more) { mbe_single, 8, 4096 };
FIXTURE_VARIANT_ADD(stall, interrupts_off) { mbe_irqs_off, 2, 65536 };
FIXTURE_VARIANT_ADD(stall, batches) { mbe_batch, 2, 4096 };
FIXTURE_VARIANT_ADD(stall, lists) { mbe_sg, 2, 16384 };

FIXTURE_SETUP(stall)
{
	MBE_SESSION_SETUP(&self->s);
	variant->base(&self->s);
	MBE_REQUIRE_FLAGS(&self->s);
	self->s.run.threads = variant->threads_per_cpu * mbe_cpus_online();
	self->s.run.bytes = variant->bytes;
	self->s.run.iterations = 0;
	self->s.run.duration_ns = 2000 * MS_NS;
	if (self->s.run.timing == MBE_TIMING_BATCH)
		self->s.run.batch_ops = 10000;
	__mbe_data(&self->s, 0);
}

FIXTURE_TEARDOWN(stall)
{
	if (self->child > 0) {
		kill(self->child, SIGKILL);
		mbe_wait_child(self->child);
	}
	mbe_session_close(&self->s);
}

TEST_F(stall, heartbeat_goes_on)
{
	__u64 end_ns, last_ns, now_ns, gap_ns = 0;
	int beats = 0;

	self->child = mbe_run_in_child(&self->s);
	ASSERT_TRUE(mbe_wait_running(self->s.fd));
	last_ns = mbe_now_ns();
	end_ns = last_ns + 1500 * MS_NS;
	do {
		usleep(BEAT_US);
		now_ns = mbe_now_ns();
		gap_ns = now_ns - last_ns > gap_ns ? now_ns - last_ns : gap_ns;
		last_ns = now_ns;
		beats++;
	} while (now_ns < end_ns);
	EXPECT_LT(gap_ns, LONGEST_GAP_NS);
	EXPECT_GT(beats, 3);
	EXPECT_EQ(0, mbe_wait_child(self->child));
	self->child = 0;
}

TEST_HARNESS_MAIN
