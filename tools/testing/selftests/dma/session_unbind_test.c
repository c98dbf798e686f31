// SPDX-License-Identifier: GPL-2.0-only
/*
 * The device goes away under a session that holds mappings, buffers and settings:
 * all of it is undone, whether the binding or the file ends first.
 */
#include <errno.h>
#include <signal.h>
#include <unistd.h>

#include "mbe_command.h"
#include "mbe_device.h"
#include "mbe_test.h"

#define MAPPINGS	20
#define ROUNDS		20

FIXTURE(unbind) {
	struct mbe_session s;
	pid_t child;
};

FIXTURE_SETUP(unbind)
{
	MBE_SESSION_SETUP(&self->s);
}

FIXTURE_TEARDOWN(unbind)
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

static int do_valid(struct mbe_session *s, unsigned int which)
{
	unsigned char at[MBE_STRUCT_BYTES_MAX];
	int err = mbe_commands[which].valid(s, at);

	return err ? err : mbe_submit(s, &mbe_commands[which], at);
}

/* Settings, then mappings each with a buffer of its own: 0 or an errno. */
static int hold_everything(struct mbe_session *s)
{
	int i, err = do_valid(s, MBE_COMMAND_SETTINGS);

	for (i = 0; !err && i < MAPPINGS; i++)
		err = do_valid(s, MBE_COMMAND_MAP);
	return err;
}

/* The bound device is as it was before, and nobody holds any memory. */
static bool as_before(const struct mbe_session *s)
{
	struct mbe_session again;
	bool same;

	if (__mbe_session_open(&again, MBE_DEVICE))
		return false;
	same = again.query.max_seg_bytes == s->query.max_seg_bytes &&
	       again.query.dma_mask == s->query.dma_mask &&
	       !again.query.memory_used_bytes;
	mbe_session_close(&again);
	return same;
}

TEST_F(unbind, mappings_and_settings_go_with_the_device)
{
	unsigned int i;

	ASSERT_EQ(0, hold_everything(&self->s));
	ASSERT_EQ(0, __mbe_unbind("platform", MBE_DEVICE));
	for (i = 0; i < MBE_COMMANDS; i++) {
		unsigned char at[MBE_STRUCT_BYTES_MAX] = { 0 };

		EXPECT_EQ(ENODEV, mbe_submit(&self->s, &mbe_commands[i], at));
	}
	ASSERT_EQ(0, __mbe_bind("platform", MBE_DEVICE));
	mbe_session_close(&self->s);
	EXPECT_TRUE(as_before(&self->s));
}

TEST_F(unbind, buffers_stay_until_the_file_closes)
{
	struct mbe_session again;

	ASSERT_EQ(0, do_valid(&self->s, MBE_COMMAND_BUFFER_ALLOC));
	ASSERT_EQ(0, __mbe_unbind("platform", MBE_DEVICE));
	ASSERT_EQ(0, __mbe_bind("platform", MBE_DEVICE));
	ASSERT_EQ(0, __mbe_session_open(&again, MBE_DEVICE));
	EXPECT_LT(0, mbe_memory_used(again.fd));
	mbe_session_close(&self->s);
	EXPECT_EQ(0, mbe_memory_used(again.fd));
	mbe_session_close(&again);
}

/* A child that holds all of it, tells so on @ready and waits to be killed. */
static pid_t holder(const int ready[2])
{
	pid_t child = fork();
	struct mbe_session s;

	if (child)
		return child;
	if (__mbe_session_open(&s, MBE_DEVICE) || hold_everything(&s) ||
	    write(ready[1], "", 1) != 1)
		_exit(1);
	pause();
	_exit(2);
}

TEST_F(unbind, closing_and_unbinding_at_once)
{
	int ready[2], i;
	char told;

	ASSERT_EQ(0, pipe(ready));
	for (i = 0; i < ROUNDS; i++) {
		self->child = holder(ready);
		ASSERT_LT(0, self->child);
		ASSERT_EQ(1, read(ready[0], &told, 1));
		ASSERT_EQ(0, kill(self->child, SIGKILL));
		usleep(i * 100);
		ASSERT_EQ(0, __mbe_unbind("platform", MBE_DEVICE));
		EXPECT_EQ(-1, mbe_wait_child(self->child));
		self->child = 0;
		ASSERT_EQ(0, __mbe_bind("platform", MBE_DEVICE));
		ASSERT_TRUE(as_before(&self->s));
	}
	close(ready[0]);
	close(ready[1]);
}

TEST_F(unbind, closing_undoes_everything)
{
	struct mbe_session other;

	ASSERT_EQ(0, __mbe_session_open(&other, MBE_DEVICE));
	ASSERT_EQ(0, hold_everything(&other));
	mbe_session_close(&other);
	EXPECT_TRUE(as_before(&self->s));
	/* Nothing of it keeps others from the device. */
	EXPECT_EQ(0, hold_everything(&self->s));
}

TEST_HARNESS_MAIN
