// SPDX-License-Identifier: GPL-2.0-only
/* Those who listen to runs disturb none, however slow they are and whatever ends a run. */
#include <signal.h>
#include <sys/socket.h>

#include "mbe_device.h"
#include "mbe_netlink_test.h"

#define INTERVAL	"/sys/module/" MBE_MODULE "/parameters/stats_interval_ms"
#define WAIT_MS		20000

FIXTURE(listener) {
	struct mbe_session s;
	struct mbe_netlink nl;
	pid_t child;
};

FIXTURE_SETUP(listener)
{
	MBE_NETLINK_SETUP(&self->nl);
	MBE_SESSION_SETUP(&self->s);
	ASSERT_EQ(0, __mbe_netlink_join(&self->nl));
	ASSERT_EQ(0, __mbe_write(INTERVAL, "10"));
}

FIXTURE_TEARDOWN(listener)
{
	if (self->child > 0) {
		kill(self->child, SIGKILL);
		mbe_wait_child(self->child);
	}
	__mbe_write(INTERVAL, "1000");
	if (!mbe_has_driver("platform", MBE_DEVICE)) {
		EXPECT_EQ(0, __mbe_bind("platform", MBE_DEVICE));
	}
	mbe_netlink_close(&self->nl);
	mbe_session_close(&self->s);
}

static void for_ns(struct mbe_session *s, __u64 ns)
{
	mbe_single(s);
	s->run.iterations = 0;
	s->run.duration_ns = ns;
}

/* The next event that is no interval's, or a negative errno. */
static int next_event(struct mbe_netlink *nl, int *error)
{
	int event;

	do {
		event = __mbe_netlink_event(nl, WAIT_MS, error);
	} while (event == DMA_MAP_BENCH_CMD_STATS);
	return event;
}

TEST_F(listener, hears_start_intervals_and_end)
{
	int error;

	for_ns(&self->s, 300000000);
	mbe_run(&self->s);
	EXPECT_EQ(DMA_MAP_BENCH_CMD_RUN_START, __mbe_netlink_event(&self->nl, WAIT_MS, &error));
	EXPECT_EQ(DMA_MAP_BENCH_CMD_STATS, __mbe_netlink_event(&self->nl, WAIT_MS, &error));
	EXPECT_EQ(DMA_MAP_BENCH_CMD_RUN_DONE, next_event(&self->nl, &error));
	EXPECT_EQ(0, error);
}

TEST_F(listener, who_does_not_read_loses_events_and_the_run_does_not_mind)
{
	int bytes = 1, error;

	/* The kernel makes the least of it that it allows: room for a few messages. */
	ASSERT_EQ(0, setsockopt(self->nl.fd, SOL_SOCKET, SO_RCVBUF, &bytes, sizeof(bytes)));
	for_ns(&self->s, 1000000000);
	mbe_run(&self->s);
	EXPECT_LT(0, self->s.out.result.operations);
	EXPECT_EQ(-ENOBUFS, __mbe_netlink_event(&self->nl, WAIT_MS, &error));
}

TEST_F(listener, hears_that_the_device_went_away)
{
	int error;

	for_ns(&self->s, 60000000000);
	self->child = mbe_run_in_child(&self->s);
	ASSERT_GT(self->child, 0);
	ASSERT_EQ(DMA_MAP_BENCH_CMD_RUN_START, __mbe_netlink_event(&self->nl, WAIT_MS, &error));
	ASSERT_EQ(0, __mbe_unbind("platform", MBE_DEVICE));
	EXPECT_EQ(DMA_MAP_BENCH_CMD_RUN_DONE, next_event(&self->nl, &error));
	EXPECT_EQ(ENODEV, error);
	EXPECT_EQ(ENODEV, mbe_wait_child(self->child));
	self->child = 0;
}

TEST_F(listener, hears_that_the_process_was_killed)
{
	int error;

	for_ns(&self->s, 60000000000);
	self->child = mbe_run_in_child(&self->s);
	ASSERT_GT(self->child, 0);
	ASSERT_EQ(DMA_MAP_BENCH_CMD_RUN_START, __mbe_netlink_event(&self->nl, WAIT_MS, &error));
	kill(self->child, SIGKILL);
	EXPECT_EQ(DMA_MAP_BENCH_CMD_RUN_DONE, next_event(&self->nl, &error));
	EXPECT_EQ(EINTR, error);
	mbe_wait_child(self->child);
	self->child = 0;
}

TEST_HARNESS_MAIN
