// SPDX-License-Identifier: GPL-2.0-only
/* Threads: from one to 1024, more than CPUs, pinned, on a node; none is lost. */
#include <errno.h>
#include <sched.h>

#include "mbe_test.h"

FIXTURE(threads) {
	struct mbe_session s;
	__u64 cpus[16];
};

FIXTURE_SETUP(threads)
{
	MBE_SESSION_SETUP(&self->s);
	self->s.run.iterations = 50;
}

FIXTURE_TEARDOWN(threads)
{
	mbe_session_close(&self->s);
}

static void pin(FIXTURE_DATA(threads) *self, int cpu)
{
	self->cpus[cpu / 64] |= 1ull << cpu % 64;
	self->s.run.cpus_ptr = (uintptr_t)self->cpus;
	self->s.run.cpus_bytes = sizeof(self->cpus);
}

/* CPUs beyond those of the mask's words are left out. */
static int cpu_of_this_machine(int index)
{
	cpu_set_t set;
	int cpu;

	CPU_ZERO(&set);
	if (sched_getaffinity(0, sizeof(set), &set))
		return 0;
	for (cpu = 0; cpu < CPU_SETSIZE; cpu++) {
		if (CPU_ISSET(cpu, &set) && !index--)
			return cpu;
	}
	return 0;
}

TEST_F(threads, as_many_as_cpus)
{
	self->s.run.threads = mbe_cpus_online();
	mbe_run(&self->s);
}

TEST_F(threads, more_than_cpus)
{
	self->s.run.threads = 3 * mbe_cpus_online() + 1;
	mbe_run(&self->s);
}

TEST_F(threads, lists_of_their_own)
{
	mbe_sg(&self->s);
	self->s.run.threads = 5;
	mbe_run(&self->s);
	EXPECT_EQ(5 * 16 * self->s.run.iterations, self->s.out.result.entries);
}

TEST_F(threads, largest_number)
{
	self->s.run.threads = self->s.query.threads_max;
	self->s.run.iterations = 5;
	self->s.run.bytes = 256;
	mbe_run(&self->s);
	EXPECT_EQ(0, mbe_memory_used(self->s.fd));
}

TEST_F(threads, pinned_to_one_cpu)
{
	pin(self, cpu_of_this_machine(mbe_cpus_online() - 1));
	mbe_run(&self->s);
}

TEST_F(threads, pinned_and_beginning_again_after_the_last)
{
	int cpu;

	for (cpu = 0; cpu < mbe_cpus_online(); cpu++)
		pin(self, cpu_of_this_machine(cpu));
	self->s.run.threads = 2 * mbe_cpus_online() + 1;
	mbe_run(&self->s);
}

TEST_F(threads, an_offline_cpu_in_the_list_is_refused)
{
	pin(self, cpu_of_this_machine(0));
	pin(self, sizeof(self->cpus) * 8 - 1);
	mbe_run_err(EINVAL, &self->s);
}

TEST_F(threads, on_a_node)
{
	self->s.run.node = mbe_node_online();
	self->s.run.threads = 2;
	mbe_run(&self->s);
}

TEST_F(threads, in_batches)
{
	mbe_batch(&self->s);
	self->s.run.threads = 3;
	self->s.run.iterations = 25;
	mbe_run(&self->s);
	EXPECT_EQ(3 * 30, self->s.out.result.operations);
}

TEST_HARNESS_MAIN
