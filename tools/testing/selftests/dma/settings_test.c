// SPDX-License-Identifier: GPL-2.0-only
/*
 * Settings of a session: they take effect, the device belongs to the session for
 * so long, and it gets back exactly what it had.
 */
#include <errno.h>
#include <signal.h>
#include <unistd.h>

#include "mbe_command.h"
#include "mbe_device.h"
#include "mbe_test.h"

#define MASK(bits)	((1ull << (bits)) - 1)

/* Whatever the request holds: the kernel must not change it. */
static int apply(const struct mbe_session *s, const struct mbe_settings *set)
{
	struct mbe_settings copy = *set;

	return mbe_submit(s, &mbe_commands[MBE_COMMAND_SETTINGS], &copy);
}

static int give_back(const struct mbe_session *s)
{
	const struct mbe_settings nothing = { .size = sizeof(nothing) };

	return apply(s, &nothing);
}

static int map(struct mbe_session *s)
{
	const struct mbe_command *command = &mbe_commands[MBE_COMMAND_MAP];
	struct mbe_map m;
	int err = command->valid(s, &m);

	return err ? err : mbe_submit(s, command, &m);
}

/* What the device is, without what is measured or counted anew by each call. */
static bool same_device(struct mbe_query a, struct mbe_query b)
{
	a.clock_resolution_ns = b.clock_resolution_ns;
	a.memory_cap_bytes = b.memory_cap_bytes;
	return !memcmp(&a, &b, sizeof(a));
}

FIXTURE(settings) {
	struct mbe_session s, other;
	struct mbe_settings set;
	struct mbe_query now;
};

FIXTURE_SETUP(settings)
{
	MBE_SESSION_SETUP(&self->s);
	ASSERT_EQ(0, __mbe_session_open(&self->other, MBE_DEVICE));
	self->set = (struct mbe_settings) {
		.size = sizeof(self->set),
		.which = MBE_SETTING_DMA_MASK | MBE_SETTING_MIN_ALIGN_MASK |
			 MBE_SETTING_MAX_SEG_BYTES | MBE_SETTING_SEG_BOUNDARY_MASK,
		.dma_mask = MASK(40),
		.min_align_mask = 4095,
		.max_seg_bytes = 65536,
		.seg_boundary_mask = 0xfffff,
	};
	/* Other settings than the masks are always taken. */
	if (apply(&self->s, &self->set) == EIO)
		SKIP(return, "the device refuses a mask of 40 bits");
	ASSERT_EQ(0, give_back(&self->s));
}

FIXTURE_TEARDOWN(settings)
{
	mbe_session_close(&self->other);
	mbe_session_close(&self->s);
}

/* A mask of so many bits where DMA addresses have 32: cut to those. */
static __u64 in_reach(const FIXTURE_DATA(settings) *self, int bits)
{
	__u64 own = self->s.query.dma_mask;

	return MASK(bits) < own ? MASK(bits) : own;
}

TEST_F(settings, each_takes_effect)
{
	ASSERT_EQ(0, apply(&self->s, &self->set));
	ASSERT_EQ(0, __mbe_query(self->s.fd, &self->now));
	EXPECT_EQ(in_reach(self, 40), self->now.dma_mask);
	EXPECT_EQ(in_reach(self, 40), self->now.coherent_mask);
	EXPECT_EQ(self->set.min_align_mask, self->now.min_align_mask);
	EXPECT_EQ(self->set.max_seg_bytes, self->now.max_seg_bytes);
	EXPECT_EQ(self->set.seg_boundary_mask, self->now.seg_boundary_mask);
}

TEST_F(settings, those_not_named_go_back)
{
	const struct mbe_settings one = {
		.size = sizeof(one),
		.which = MBE_SETTING_MAX_SEG_BYTES,
		.max_seg_bytes = 131072,
	};

	ASSERT_EQ(0, apply(&self->s, &self->set));
	ASSERT_EQ(0, apply(&self->s, &one));
	ASSERT_EQ(0, __mbe_query(self->s.fd, &self->now));
	EXPECT_EQ(131072, self->now.max_seg_bytes);
	self->now.max_seg_bytes = self->s.query.max_seg_bytes;
	EXPECT_TRUE(same_device(self->s.query, self->now));
}

TEST_F(settings, giving_back_gives_all_back)
{
	ASSERT_EQ(0, apply(&self->s, &self->set));
	ASSERT_EQ(0, give_back(&self->s));
	ASSERT_EQ(0, __mbe_query(self->s.fd, &self->now));
	EXPECT_TRUE(same_device(self->s.query, self->now));
	EXPECT_EQ(0, apply(&self->other, &self->set));
}

TEST_F(settings, closing_gives_all_back)
{
	ASSERT_EQ(0, apply(&self->other, &self->set));
	mbe_session_close(&self->other);
	ASSERT_EQ(0, __mbe_query(self->s.fd, &self->now));
	EXPECT_TRUE(same_device(self->s.query, self->now));
}

TEST_F(settings, closing_with_something_mapped_gives_all_back)
{
	ASSERT_EQ(0, apply(&self->other, &self->set));
	ASSERT_EQ(0, map(&self->other));
	mbe_session_close(&self->other);
	ASSERT_EQ(0, __mbe_query(self->s.fd, &self->now));
	EXPECT_TRUE(same_device(self->s.query, self->now));
}

TEST_F(settings, coherent_takes_effect_and_goes_back)
{
	struct mbe_settings coherent = {
		.size = sizeof(coherent),
		.which = MBE_SETTING_COHERENT,
	};
	const __u32 before = self->s.query.dev_flags & MBE_DEV_COHERENT;

	if (!(self->s.query.settings & MBE_SETTING_COHERENT))
		SKIP(return, "coherency is no choice here");
	coherent.coherent = !before;
	ASSERT_EQ(0, apply(&self->s, &coherent));
	ASSERT_EQ(0, __mbe_query(self->s.fd, &self->now));
	EXPECT_EQ(before ^ MBE_DEV_COHERENT, self->now.dev_flags & MBE_DEV_COHERENT);
	EXPECT_NE(0, self->now.dev_flags & MBE_DEV_COHERENT_BY_PARAM);
	ASSERT_EQ(0, give_back(&self->s));
	ASSERT_EQ(0, __mbe_query(self->s.fd, &self->now));
	EXPECT_TRUE(same_device(self->s.query, self->now));
}

TEST_F(settings, device_belongs_to_the_session)
{
	ASSERT_EQ(0, apply(&self->s, &self->set));
	EXPECT_EQ(EBUSY, apply(&self->other, &self->set));
	EXPECT_EQ(EBUSY, give_back(&self->other));
	EXPECT_EQ(EBUSY, map(&self->other));
	EXPECT_EQ(-EBUSY, __mbe_run(&self->other));
	EXPECT_EQ(0, map(&self->s));
	EXPECT_EQ(0, __mbe_run(&self->s));
}

TEST_F(settings, refused_while_another_session_has_something_mapped)
{
	ASSERT_EQ(0, map(&self->other));
	EXPECT_EQ(EBUSY, apply(&self->s, &self->set));
	mbe_session_close(&self->other);
	EXPECT_EQ(0, apply(&self->s, &self->set));
}

TEST_F(settings, refused_while_this_session_has_something_mapped)
{
	ASSERT_EQ(0, map(&self->s));
	EXPECT_EQ(EBUSY, apply(&self->s, &self->set));
}

TEST_F(settings, refused_while_a_run_is_in_progress)
{
	pid_t child;

	self->other.run.iterations = MBE_ITERATIONS_MAX;
	child = mbe_run_in_child(&self->other);
	ASSERT_LT(0, child);
	EXPECT_TRUE(mbe_wait_running(self->s.fd));
	EXPECT_EQ(EBUSY, apply(&self->s, &self->set));
	kill(child, SIGKILL);
	mbe_wait_child(child);
	EXPECT_EQ(0, apply(&self->s, &self->set));
}

TEST_F(settings, own_run_goes_with_them)
{
	ASSERT_EQ(0, apply(&self->s, &self->set));
	mbe_sg(&self->s);
	self->s.run.bytes = 65537;
	self->s.run.iterations = 1;
	EXPECT_EQ(-EINVAL, __mbe_run(&self->s));
	self->s.run.bytes = 65536;
	self->s.run.entries = 1;
	EXPECT_EQ(0, __mbe_run(&self->s));
	/* It has no mask of its own: that of the settings is none of its. */
	EXPECT_EQ(0, self->s.out.result.flags & MBE_RESULT_MASK_CHANGED);
}

TEST_F(settings, mask_of_a_run_is_set_on_top_of_them)
{
	ASSERT_EQ(0, apply(&self->s, &self->set));
	self->s.run.dma_bits = 39;
	self->s.run.iterations = 1;
	EXPECT_EQ(0, __mbe_run(&self->s));
	EXPECT_EQ(in_reach(self, 39) != in_reach(self, 40),
		  !!(self->s.out.result.flags & MBE_RESULT_MASK_CHANGED));
	ASSERT_EQ(0, __mbe_query(self->s.fd, &self->now));
	EXPECT_EQ(in_reach(self, 40), self->now.dma_mask);
}

TEST_F(settings, mask_of_a_run_leaves_mappings_alone)
{
	if (self->s.query.dma_mask <= MASK(39))
		SKIP(return, "39 bits are no change here");
	ASSERT_EQ(0, map(&self->other));
	self->s.run.iterations = 1;
	EXPECT_EQ(0, __mbe_run(&self->s));
	self->s.run.dma_bits = 39;
	EXPECT_EQ(-EBUSY, __mbe_run(&self->s));
	mbe_session_close(&self->other);
	EXPECT_EQ(0, __mbe_run(&self->s));
}

TEST_HARNESS_MAIN
