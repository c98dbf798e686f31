// SPDX-License-Identifier: GPL-2.0-only
/*
 * A 32-bit client: Query and Run through the compat ioctl give what a 64-bit
 * client gets. Built with CC32; abi_compat32_test.sh runs it and says why not
 * when it cannot.
 */
#include <errno.h>
#include <sys/ioctl.h>

#include "mbe_test.h"

_Static_assert(sizeof(void *) == 4, "this is the 32-bit client: build it with CC32");
_Static_assert(sizeof(struct mbe_query) == MBE_QUERY_SIZE_VER2, "query layout");
_Static_assert(sizeof(struct mbe_run) == MBE_RUN_SIZE_VER1, "run layout");
_Static_assert(sizeof(struct mbe_result) == MBE_RESULT_SIZE_VER1, "result layout");
_Static_assert(offsetof(struct mbe_query, single_bytes_max) == 88, "query words");
_Static_assert(offsetof(struct mbe_run, cpus_ptr) == 96, "run pointers");
_Static_assert(offsetof(struct mbe_result, phase) == 112, "result phases");

FIXTURE(compat32) {
	struct mbe_session s;
};

FIXTURE_SETUP(compat32)
{
	MBE_SESSION_SETUP(&self->s);
}

FIXTURE_TEARDOWN(compat32)
{
	mbe_session_close(&self->s);
}

TEST_F(compat32, query)
{
	const struct mbe_query *q = &self->s.query;

	EXPECT_EQ(MBE_ABI_VERSION, q->abi_version);
	EXPECT_EQ(MBE_ITERATIONS_MAX, q->iterations_max);
	EXPECT_EQ(MBE_SAMPLE_CAP_MAX, q->sample_cap_max);
	EXPECT_EQ(sysconf(_SC_PAGESIZE), q->page_bytes);
	EXPECT_EQ(0, q->memory_used_bytes);
}

TEST_F(compat32, run)
{
	mbe_run(&self->s);
	EXPECT_EQ(self->s.run.iterations, self->s.out.result.operations);
	EXPECT_EQ(0, self->s.out.result.failed);
	EXPECT_EQ(MBE_REPR_SAMPLES, mbe_phase(&self->s, MBE_PHASE_MAP)->repr);
}

TEST_F(compat32, run_of_a_list_on_a_cpu)
{
	static const __u64 cpu0 = 1;

	mbe_sg(&self->s);
	self->s.run.phases = MBE_PHASES_APART;
	self->s.run.cpus_ptr = (uintptr_t)&cpu0;
	self->s.run.cpus_bytes = sizeof(cpu0);
	mbe_run(&self->s);
	EXPECT_EQ(16 * self->s.run.iterations, self->s.out.result.entries);
}

TEST_F(compat32, errors)
{
	self->s.run.dir = 0;
	mbe_run_err(EINVAL, &self->s);
	mbe_single(&self->s);
	self->s.run.result_ptr = 1ull << 32 | self->s.run.result_ptr;
	mbe_run_err(EFAULT, &self->s);
	EXPECT_EQ(-1, ioctl(self->s.fd, _IO(MBE_IOCTL_TYPE, 0xff), &self->s.run));
	EXPECT_EQ(ENOTTY, errno);
}

TEST_HARNESS_MAIN
