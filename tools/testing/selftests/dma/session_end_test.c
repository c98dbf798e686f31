// SPDX-License-Identifier: GPL-2.0-only
/*
 * What ends a run early: a signal, SIGKILL, the death of its process. It ends
 * at once, and nothing stays mapped, allocated or running.
 */
#include <errno.h>
#include <signal.h>

#include "mbe_test.h"
#include "mbe_device.h"

/* A thread more to stop is a switch more, slow where locks are checked and two CPUs are four. */
#define AT_ONCE_NS(threads)	(3000000000ull + (threads) * 30000000ull)

FIXTURE(end) {
	struct mbe_session s;
	struct mbe_session observer;
	int threads_before;
	pid_t child;
};

/* Loops that would take hours, in every shape a loop has. */
FIXTURE_VARIANT(end) {
	void (*base)(struct mbe_session *s);
	__u32 threads, warmup, transfer_ns;
	__u64 bytes;
};

FIXTURE_VARIANT_ADD(end, one_thread) { mbe_single, 1, 0, 0, 4096 };
FIXTURE_VARIANT_ADD(end, many_threads) { mbe_sg, 16, 0, 0, 4096 };
FIXTURE_VARIANT_ADD(end, all_threads) { mbe_single, 1024, 0, 0, 64 };
FIXTURE_VARIANT_ADD(end, warming_up) { mbe_round_trip, 2, 1000000, 0, 65536 };
FIXTURE_VARIANT_ADD(end, transferring) { mbe_single, 2, 0, 10000000, 4096 };
FIXTURE_VARIANT_ADD(end, in_batches) { mbe_batch, 2, 0, 0, 4096 };
FIXTURE_VARIANT_ADD(end, interrupts_off) { mbe_irqs_off, 2, 0, 0, 65536 };

FIXTURE_SETUP(end)
{
	MBE_SESSION_SETUP(&self->s);
	ASSERT_EQ(0, __mbe_session_open(&self->observer, MBE_DEVICE));
	ASSERT_EQ(0, mbe_memory_used(self->observer.fd));
	self->threads_before = mbe_run_threads();

	variant->base(&self->s);
	MBE_REQUIRE_FLAGS(&self->s);
	self->s.run.threads = variant->threads;
	self->s.run.warmup = variant->warmup;
	self->s.run.transfer_ns = variant->transfer_ns;
	self->s.run.bytes = variant->bytes;
	self->s.run.iterations = MBE_ITERATIONS_MAX;
	if (self->s.run.timing == MBE_TIMING_BATCH)
		self->s.run.batch_ops = MBE_BATCH_OPS_MAX;
}

FIXTURE_TEARDOWN(end)
{
	if (self->child > 0) {
		kill(self->child, SIGKILL);
		mbe_wait_child(self->child);
	}
	mbe_session_close(&self->observer);
	mbe_session_close(&self->s);
}

static void ignore(int signal)
{
	(void)signal;
}

/* Handled, and asking for restart: the run must not begin again all the same. */
static void handle(int signal)
{
	struct sigaction action = { .sa_handler = ignore, .sa_flags = SA_RESTART };

	sigaction(signal, &action, NULL);
}

static void expect_nothing_left(struct __test_metadata *_metadata,
				FIXTURE_DATA(end) *self)
{
	EXPECT_EQ(0, mbe_memory_used(self->observer.fd));
	EXPECT_TRUE(mbe_run_threads_gone(self->threads_before));
	mbe_run(&self->observer);
}

TEST_F(end, signal_gives_eintr_at_once)
{
	__u64 sent_ns;

	handle(SIGUSR1);
	self->child = mbe_run_in_child(&self->s);
	ASSERT_TRUE(mbe_wait_running(self->observer.fd));
	sent_ns = mbe_now_ns();
	ASSERT_EQ(0, kill(self->child, SIGUSR1));
	EXPECT_EQ(EINTR, mbe_wait_child(self->child));
	self->child = 0;
	EXPECT_LT(mbe_now_ns() - sent_ns, AT_ONCE_NS(variant->threads));
	expect_nothing_left(_metadata, self);
}

TEST_F(end, kill_leaks_nothing)
{
	__u64 sent_ns;

	self->child = mbe_run_in_child(&self->s);
	ASSERT_TRUE(mbe_wait_running(self->observer.fd));
	sent_ns = mbe_now_ns();
	ASSERT_EQ(0, kill(self->child, SIGKILL));
	EXPECT_EQ(-1, mbe_wait_child(self->child));
	self->child = 0;
	EXPECT_LT(mbe_now_ns() - sent_ns, AT_ONCE_NS(variant->threads));
	expect_nothing_left(_metadata, self);
}

TEST_F(end, interrupted_run_touches_nothing)
{
	/* The alarm reaches this very process while it sleeps in the call. */
	handle(SIGALRM);
	alarm(1);
	mbe_run_err(EINTR, &self->s);
	expect_nothing_left(_metadata, self);
}

static __u64 available_kib(void)
{
	unsigned long long kib = 0;
	char line[128];
	FILE *file = fopen("/proc/meminfo", "r");

	while (file && fgets(line, sizeof(line), file)) {
		if (sscanf(line, "MemAvailable: %llu", &kib) == 1)
			break;
	}
	if (file)
		fclose(file);
	return kib;
}

/*
 * Not per variant: a coarse look from outside, 20 times 16 MiB. Half of that is
 * too much; some tens of MiB the page allocator may keep in lists of each CPU.
 */
TEST(killed_runs_do_not_eat_memory)
{
	struct mbe_session s, observer;
	__u64 before_kib, after_kib;
	pid_t child;
	int i;

	MBE_SESSION_SETUP(&s);
	ASSERT_EQ(0, __mbe_session_open(&observer, MBE_DEVICE));
	mbe_sg(&s);
	s.run.entries = 4096;
	s.run.iterations = MBE_ITERATIONS_MAX;
	before_kib = available_kib();
	for (i = 0; i < 20; i++) {
		child = mbe_run_in_child(&s);
		ASSERT_TRUE(mbe_wait_running(observer.fd));
		kill(child, SIGKILL);
		ASSERT_EQ(-1, mbe_wait_child(child));
	}
	after_kib = available_kib();
	EXPECT_GT(after_kib + 160 * 1024, before_kib);
	mbe_session_close(&observer);
	mbe_session_close(&s);
}

TEST_HARNESS_MAIN
