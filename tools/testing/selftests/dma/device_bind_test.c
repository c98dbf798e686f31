// SPDX-License-Identifier: GPL-2.0-only
/*
 * The device's life: unbinding ends a run safely, rebinding brings it back, a
 * real device is served by driver_override, an open session holds the module.
 */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>

#include "mbe_test.h"
#include "mbe_device.h"

#define SECOND_NS	1000000000ull

FIXTURE(bind) {
	struct mbe_session s;
	pid_t child;
};

FIXTURE_SETUP(bind)
{
	MBE_SESSION_SETUP(&self->s);
	self->s.run.iterations = MBE_ITERATIONS_MAX;
	self->s.run.threads = 4;
}

FIXTURE_TEARDOWN(bind)
{
	if (self->child > 0) {
		kill(self->child, SIGKILL);
		mbe_wait_child(self->child);
	}
	if (!mbe_has_driver("platform", MBE_DEVICE)) {
		EXPECT_EQ(0, __mbe_bind("platform", MBE_DEVICE));
	}
	mbe_session_close(&self->s);
}

TEST_F(bind, unbinding_ends_a_run_with_enodev)
{
	int threads_before = mbe_run_threads();
	__u64 began_ns;
	int i;

	self->child = mbe_run_in_child(&self->s);
	ASSERT_TRUE(mbe_wait_running(self->s.fd));
	/* What is gone below was there. */
	for (i = 0; i < 100 && mbe_run_threads() <= threads_before; i++)
		usleep(10000);
	EXPECT_GT(mbe_run_threads(), threads_before);
	began_ns = mbe_now_ns();
	ASSERT_EQ(0, __mbe_unbind("platform", MBE_DEVICE));
	EXPECT_EQ(ENODEV, mbe_wait_child(self->child));
	self->child = 0;
	EXPECT_LT(mbe_now_ns() - began_ns, 3 * SECOND_NS);
	EXPECT_FALSE(mbe_has_file(MBE_DEVICE));
	EXPECT_TRUE(mbe_run_threads_gone(threads_before));
}

TEST_F(bind, sessions_of_an_unbound_device_say_enodev)
{
	struct mbe_query query;

	ASSERT_EQ(0, __mbe_unbind("platform", MBE_DEVICE));
	EXPECT_EQ(-ENODEV, __mbe_query(self->s.fd, &query));
	mbe_run_err(ENODEV, &self->s);
}

TEST_F(bind, rebinding_brings_the_device_back)
{
	struct mbe_session again;
	struct mbe_query query;

	ASSERT_EQ(0, __mbe_unbind("platform", MBE_DEVICE));
	ASSERT_EQ(0, __mbe_bind("platform", MBE_DEVICE));
	ASSERT_EQ(0, __mbe_session_open(&again, MBE_DEVICE));
	EXPECT_EQ(0, again.query.memory_used_bytes);
	EXPECT_EQ(self->s.query.dma_mask, again.query.dma_mask);
	EXPECT_EQ(self->s.query.dev_flags, again.query.dev_flags);
	mbe_run(&again);
	/* The old session belongs to the binding that is gone. */
	EXPECT_EQ(-ENODEV, __mbe_query(self->s.fd, &query));
	mbe_session_close(&again);
}

TEST_F(bind, mask_is_restored_when_unbinding_ends_a_run)
{
	struct mbe_session again;

	self->s.run.dma_bits = 32;
	self->child = mbe_run_in_child(&self->s);
	ASSERT_TRUE(mbe_wait_running(self->s.fd));
	ASSERT_EQ(0, __mbe_unbind("platform", MBE_DEVICE));
	EXPECT_EQ(ENODEV, mbe_wait_child(self->child));
	self->child = 0;
	ASSERT_EQ(0, __mbe_bind("platform", MBE_DEVICE));
	ASSERT_EQ(0, __mbe_session_open(&again, MBE_DEVICE));
	EXPECT_EQ(self->s.query.dma_mask, again.query.dma_mask);
	mbe_session_close(&again);
}

TEST_F(bind, binding_and_unbinding_under_fire)
{
	int i, status;

	for (i = 0; i < 20; i++) {
		struct mbe_session s;

		ASSERT_EQ(0, __mbe_session_open(&s, MBE_DEVICE));
		s.run = self->s.run;
		s.run.data_bytes = 0;
		s.run.data_ptr = 0;
		self->child = mbe_run_in_child(&s);
		usleep(i * 1000);
		ASSERT_EQ(0, __mbe_unbind("platform", MBE_DEVICE));
		status = mbe_wait_child(self->child);
		EXPECT_EQ(ENODEV, status);
		self->child = 0;
		mbe_session_close(&s);
		ASSERT_EQ(0, __mbe_bind("platform", MBE_DEVICE));
	}
}

/* What a kernel answers for a module in use is EWOULDBLOCK; rmmod says "in use". */
TEST_F(bind, open_session_holds_the_module)
{
	if (access("/sys/module/" MBE_MODULE "/initstate", F_OK))
		SKIP(return, "the driver is built into this kernel");
	EXPECT_EQ(-1, syscall(SYS_delete_module, MBE_MODULE, O_NONBLOCK));
	EXPECT_TRUE(errno == EBUSY || errno == EWOULDBLOCK) TH_LOG("errno %d", errno);
	self->s.run.iterations = 10;
	mbe_run(&self->s);
}

FIXTURE(real_device) {
	struct mbe_session s;
	char device[128];
};

FIXTURE_VARIANT(real_device) {
	const char *bus;
};

FIXTURE_VARIANT_ADD(real_device, pci) { "pci" };
FIXTURE_VARIANT_ADD(real_device, platform) { "platform" };

FIXTURE_SETUP(real_device)
{
	MBE_SESSION_SETUP(&self->s);
	mbe_session_close(&self->s);
	mbe_idle_device(variant->bus, self->device, sizeof(self->device));
	if (!self->device[0])
		SKIP(return, "no %s device without a driver", variant->bus);
	ASSERT_EQ(0, __mbe_override(variant->bus, self->device));
	ASSERT_EQ(0, __mbe_session_open(&self->s, self->device));
}

FIXTURE_TEARDOWN(real_device)
{
	mbe_session_close(&self->s);
	EXPECT_EQ(0, __mbe_override_undo(variant->bus, self->device));
	EXPECT_FALSE(mbe_has_file(self->device));
}

TEST_F(real_device, is_no_synthetic_one)
{
	EXPECT_EQ(0, self->s.query.dev_flags & MBE_DEV_SYNTHETIC);
	EXPECT_EQ(0, self->s.query.dev_flags & MBE_DEV_COHERENT_BY_PARAM);
}

TEST_F(real_device, runs)
{
	mbe_run(&self->s);
	EXPECT_EQ(0, self->s.out.result.failed);
	mbe_sg(&self->s);
	self->s.run.phases = MBE_PHASES_APART;
	mbe_run(&self->s);
	EXPECT_EQ(0, self->s.out.result.failed);
}

TEST_HARNESS_MAIN
