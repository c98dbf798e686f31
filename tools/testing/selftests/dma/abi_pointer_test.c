// SPDX-License-Identifier: GPL-2.0-only
/*
 * Bad pointers, one at a time: EFAULT, and whatever else the caller handed over
 * is left alone. The CPU list is a pointer too, so its contents are judged here.
 */
#include <errno.h>
#include <sys/ioctl.h>
#include <sys/mman.h>

#include "mbe_test.h"

#define CPU_WORDS_MAX	(8192 / sizeof(__u64))

FIXTURE(pointer) {
	struct mbe_session s;
	__u64 *cpus;
	char *hole;		/* two pages: the second is not accessible */
	size_t page;
};

FIXTURE_SETUP(pointer)
{
	MBE_SESSION_SETUP(&self->s);
	self->s.run.iterations = 1;
	self->page = self->s.query.page_bytes;
	self->hole = mmap(NULL, 2 * self->page, PROT_READ | PROT_WRITE,
			  MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	ASSERT_NE(MAP_FAILED, self->hole);
	ASSERT_EQ(0, mprotect(self->hole + self->page, self->page, PROT_NONE));
	self->cpus = calloc(CPU_WORDS_MAX + 1, sizeof(*self->cpus));
	ASSERT_NE(NULL, self->cpus);
}

FIXTURE_TEARDOWN(pointer)
{
	munmap(self->hole, 2 * self->page);
	free(self->cpus);
	mbe_session_close(&self->s);
}

static void use_cpus(FIXTURE_DATA(pointer) *self, __u32 bytes)
{
	self->s.run.cpus_ptr = (uintptr_t)self->cpus;
	self->s.run.cpus_bytes = bytes;
}

static int run_at(int fd, void *run)
{
	return ioctl(fd, MBE_IOCTL_RUN, run) ? errno : 0;
}

static int query_at(int fd, void *query)
{
	return ioctl(fd, MBE_IOCTL_QUERY, query) ? errno : 0;
}

TEST_F(pointer, null_structs)
{
	EXPECT_EQ(EFAULT, run_at(self->s.fd, NULL));
	EXPECT_EQ(EFAULT, query_at(self->s.fd, NULL));
}

TEST_F(pointer, request_runs_into_a_hole)
{
	char *run = self->hole + self->page - sizeof(self->s.run) / 2;

	memcpy(run, &self->s.run, sizeof(self->s.run) / 2);
	EXPECT_EQ(EFAULT, run_at(self->s.fd, run));
}

TEST_F(pointer, query_runs_into_a_hole)
{
	struct mbe_query *query = (void *)(self->hole + self->page - 128);

	query->size = sizeof(*query);
	EXPECT_EQ(EFAULT, query_at(self->s.fd, query));
	EXPECT_EQ(0, query->abi_version);
}

TEST_F(pointer, query_in_read_only_memory)
{
	((struct mbe_query *)self->hole)->size = sizeof(struct mbe_query);
	ASSERT_EQ(0, mprotect(self->hole, self->page, PROT_READ));
	EXPECT_EQ(EFAULT, query_at(self->s.fd, self->hole));
}

TEST_F(pointer, result_null)
{
	self->s.run.result_ptr = 0;
	mbe_run_err(EFAULT, &self->s);
}

TEST_F(pointer, result_in_the_kernel)
{
	self->s.run.result_ptr = ~0xfffull;
	mbe_run_err(EFAULT, &self->s);
}

TEST_F(pointer, result_runs_into_a_hole)
{
	struct mbe_result *result = (void *)(self->hole + self->page - 64);

	result->size = sizeof(*result);
	self->s.run.result_ptr = (uintptr_t)result;
	mbe_run_err(EFAULT, &self->s);
	EXPECT_EQ(0, result->phase_count);
}

TEST_F(pointer, result_in_read_only_memory)
{
	((struct mbe_result *)self->hole)->size = sizeof(struct mbe_result);
	ASSERT_EQ(0, mprotect(self->hole, self->page, PROT_READ));
	self->s.run.result_ptr = (uintptr_t)self->hole;
	mbe_run_err(EFAULT, &self->s);
}

TEST_F(pointer, data_null)
{
	self->s.run.data_ptr = 0;
	mbe_run_err(EFAULT, &self->s);
}

TEST_F(pointer, data_in_the_kernel)
{
	self->s.run.data_ptr = ~0xffffffull;
	mbe_run_err(EFAULT, &self->s);
}

TEST_F(pointer, data_run_into_a_hole)
{
	self->s.run.data_ptr = (uintptr_t)self->hole + self->page - 16;
	mbe_run_err(EFAULT, &self->s);
}

TEST_F(pointer, cpus_null)
{
	use_cpus(self, 8);
	self->s.run.cpus_ptr = 0;
	mbe_run_err(EFAULT, &self->s);
}

TEST_F(pointer, cpus_run_into_a_hole)
{
	use_cpus(self, 16);
	self->s.run.cpus_ptr = (uintptr_t)self->hole + self->page - 8;
	mbe_run_err(EFAULT, &self->s);
}

TEST_F(pointer, cpus_of_odd_length)
{
	self->cpus[0] = 1;
	use_cpus(self, 4);
	mbe_run_err(EINVAL, &self->s);
	use_cpus(self, 12);
	mbe_run_err(EINVAL, &self->s);
}

TEST_F(pointer, cpus_too_long)
{
	self->cpus[0] = 1;
	use_cpus(self, CPU_WORDS_MAX * 8);
	mbe_run(&self->s);
	use_cpus(self, CPU_WORDS_MAX * 8 + 8);
	mbe_run_err(EINVAL, &self->s);
}

TEST_F(pointer, cpus_none_of_them)
{
	use_cpus(self, 8);
	mbe_run_err(EINVAL, &self->s);
}

TEST_F(pointer, cpus_offline)
{
	self->cpus[CPU_WORDS_MAX - 1] = 1ull << 63;
	use_cpus(self, CPU_WORDS_MAX * 8);
	mbe_run_err(EINVAL, &self->s);
}

TEST_F(pointer, cpus_and_node)
{
	self->cpus[0] = 1;
	use_cpus(self, 8);
	self->s.run.node = mbe_node_online();
	mbe_run_err(EINVAL, &self->s);
}

TEST_HARNESS_MAIN
