// SPDX-License-Identifier: GPL-2.0-only
/*
 * Sessions do not influence each other: different requests at the same time
 * each get a result of their own. Only the DMA mask belongs to the device.
 */
#include <errno.h>
#include <signal.h>

#include "mbe_test.h"
#include "mbe_device.h"

#define ROUNDS		5
#define SECOND_NS	1000000000ull
#define SECOND_DEVICE	MBE_MODULE ".1"

FIXTURE(session) {
	struct mbe_session s;
	pid_t child;
};

FIXTURE_SETUP(session)
{
	MBE_SESSION_SETUP(&self->s);
}

FIXTURE_TEARDOWN(session)
{
	if (self->child > 0) {
		kill(self->child, SIGKILL);
		mbe_wait_child(self->child);
	}
	mbe_session_close(&self->s);
}

/* A child with a session of its own: 0 when every round was as asked. */
static pid_t session_in_child(const char *device, void (*base)(struct mbe_session *),
			      __u32 dir, __u64 bytes, __u32 threads)
{
	pid_t child = fork();
	struct mbe_session s;
	const char *broken;
	int i;

	if (child)
		return child;
	if (__mbe_session_open(&s, device))
		_exit(1);
	base(&s);
	s.run.flags &= s.query.run_flags;
	s.run.dir = dir;
	s.run.bytes = bytes;
	s.run.threads = threads;
	s.run.iterations = 20 + threads;
	for (i = 0; i < ROUNDS; i++) {
		if (__mbe_run(&s))
			_exit(2);
		broken = mbe_broken(&s);
		if (broken) {
			ksft_print_msg("broken: %s\n", broken);
			_exit(3);
		}
	}
	_exit(0);
}

TEST_F(session, different_requests_on_one_device)
{
	pid_t child[] = {
		session_in_child(MBE_DEVICE, mbe_single, MBE_DIR_TO_DEVICE, 4096, 1),
		session_in_child(MBE_DEVICE, mbe_sg, MBE_DIR_FROM_DEVICE, 512, 3),
		session_in_child(MBE_DEVICE, mbe_round_trip, MBE_DIR_BIDIRECTIONAL, 65536, 2),
		session_in_child(MBE_DEVICE, mbe_batch, MBE_DIR_TO_DEVICE, 1, 4),
		session_in_child(MBE_DEVICE, mbe_irqs_off, MBE_DIR_FROM_DEVICE, 256, 1),
	};
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(child); i++) {
		EXPECT_EQ(0, mbe_wait_child(child[i]));
	}
	EXPECT_EQ(0, mbe_memory_used(self->s.fd));
}

TEST_F(session, different_requests_on_two_devices)
{
	pid_t child[2];

	if (!mbe_has_file(SECOND_DEVICE))
		SKIP(return, "one device only: load the module with devices=2");
	child[0] = session_in_child(MBE_DEVICE, mbe_single, MBE_DIR_TO_DEVICE, 4096, 2);
	child[1] = session_in_child(SECOND_DEVICE, mbe_sg, MBE_DIR_FROM_DEVICE, 256, 3);
	EXPECT_EQ(0, mbe_wait_child(child[0]));
	EXPECT_EQ(0, mbe_wait_child(child[1]));
}

static void run_for_a_minute(struct mbe_session *s)
{
	s->run.iterations = 0;
	s->run.duration_ns = 60 * SECOND_NS;
}

TEST_F(session, one_file_two_runs_at_once)
{
	run_for_a_minute(&self->s);
	self->child = mbe_run_in_child(&self->s);
	ASSERT_TRUE(mbe_wait_running(self->s.fd));
	mbe_sg(&self->s);
	mbe_run(&self->s);
}

TEST_F(session, another_mask_is_busy_the_same_is_not)
{
	struct mbe_session other;

	ASSERT_EQ(0, __mbe_session_open(&other, MBE_DEVICE));
	run_for_a_minute(&self->s);
	self->s.run.dma_bits = 32;
	self->child = mbe_run_in_child(&self->s);
	ASSERT_TRUE(mbe_wait_running(other.fd));

	other.run.dma_bits = 40;
	mbe_run_err(EBUSY, &other);
	other.run.dma_bits = 32;
	mbe_run(&other);
	/* The device's own mask is another one, unless it is of 32 bits. */
	other.run.dma_bits = 0;
	if (self->s.query.dma_mask != 0xffffffff)
		mbe_run_err(EBUSY, &other);

	kill(self->child, SIGKILL);
	EXPECT_EQ(-1, mbe_wait_child(self->child));
	self->child = 0;
	other.run.dma_bits = 40;
	mbe_run(&other);
	mbe_session_close(&other);
}

TEST_F(session, masks_of_two_devices_are_independent)
{
	struct mbe_session other;

	if (!mbe_has_file(SECOND_DEVICE))
		SKIP(return, "one device only: load the module with devices=2");
	ASSERT_EQ(0, __mbe_session_open(&other, SECOND_DEVICE));
	run_for_a_minute(&self->s);
	self->s.run.dma_bits = 32;
	self->child = mbe_run_in_child(&self->s);
	ASSERT_TRUE(mbe_wait_running(other.fd));
	other.run.dma_bits = 40;
	mbe_run(&other);
	mbe_session_close(&other);
}

TEST_F(session, closing_one_leaves_the_others)
{
	struct mbe_session other;

	self->s.run.iterations = 20000;
	self->child = mbe_run_in_child(&self->s);
	ASSERT_EQ(0, __mbe_session_open(&other, MBE_DEVICE));
	mbe_session_close(&other);
	EXPECT_EQ(0, mbe_wait_child(self->child));
	self->child = 0;
}

TEST_F(session, as_many_as_a_process_can_open)
{
	int fd[64];
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(fd); i++) {
		fd[i] = __mbe_open(MBE_DEVICE);
		ASSERT_GE(fd[i], 0);
	}
	mbe_run(&self->s);
	for (i = 0; i < ARRAY_SIZE(fd); i++)
		close(fd[i]);
}

TEST_HARNESS_MAIN
