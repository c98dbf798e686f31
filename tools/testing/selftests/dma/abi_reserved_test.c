// SPDX-License-Identifier: GPL-2.0-only
/* Bytes named __reserved, and those that are none yet: not zero is refused. */
#include <errno.h>

#include "mbe_command.h"
#include "mbe_test.h"

FIXTURE(abi_reserved) {
	struct mbe_session s;
	unsigned char at[MBE_STRUCT_BYTES_MAX];
	const struct mbe_command *command;
};

FIXTURE_VARIANT(abi_reserved) {
	unsigned int command;
	size_t offset;
	size_t bytes;
};

#define VARIANT(name, which, type, member)				\
	FIXTURE_VARIANT_ADD(abi_reserved, name) {			\
		which, offsetof(struct type, member),			\
		sizeof(((struct type *)0)->member) }

VARIANT(query, MBE_COMMAND_QUERY, mbe_query, __reserved);
/* Without MBE_RUN_COUNT it is as good as reserved. */
VARIANT(run, MBE_COMMAND_RUN, mbe_run, count_run);
VARIANT(unmap, MBE_COMMAND_UNMAP, mbe_unmap, __reserved);
VARIANT(describe, MBE_COMMAND_DESCRIBE, mbe_describe, __reserved);
VARIANT(settings, MBE_COMMAND_SETTINGS, mbe_settings, __reserved);

FIXTURE_SETUP(abi_reserved)
{
	MBE_SESSION_SETUP(&self->s);
	self->command = &mbe_commands[variant->command];
	ASSERT_EQ(0, self->command->valid(&self->s, self->at));
}

FIXTURE_TEARDOWN(abi_reserved)
{
	mbe_session_close(&self->s);
}

TEST_F(abi_reserved, each_byte)
{
	unsigned char before[sizeof(self->at)];
	unsigned int i;

	for (i = 0; i < variant->bytes; i++) {
		self->at[variant->offset + i] = 1;
		memcpy(before, self->at, sizeof(before));
		EXPECT_EQ(EINVAL, mbe_submit(&self->s, self->command, self->at));
		EXPECT_EQ(0, memcmp(before, self->at, sizeof(before)));
		self->at[variant->offset + i] = 0;
	}
	EXPECT_EQ(0, mbe_submit(&self->s, self->command, self->at));
}

FIXTURE(abi_out) {
	struct mbe_session s;
};

FIXTURE_SETUP(abi_out)
{
	MBE_SESSION_SETUP(&self->s);
}

FIXTURE_TEARDOWN(abi_out)
{
	mbe_session_close(&self->s);
}

TEST_F(abi_out, reserved_bytes_of_a_segment)
{
	const struct mbe_command *command = &mbe_commands[MBE_COMMAND_MAP];
	struct mbe_map map;
	struct mbe_segment *segment;

	ASSERT_EQ(0, command->valid(&self->s, &map));
	segment = (struct mbe_segment *)(uintptr_t)map.segments_ptr;
	segment->__reserved = 1;
	EXPECT_EQ(EINVAL, mbe_submit(&self->s, command, &map));
	segment->__reserved = 0;
	EXPECT_EQ(0, mbe_submit(&self->s, command, &map));
}

/* Members that only the kernel sets may hold anything. */
TEST_F(abi_out, result_as_it_comes_is_accepted)
{
	memset(&self->s.out, 0xff, sizeof(self->s.out));
	self->s.out.result.size = sizeof(struct mbe_result);
	self->s.run.iterations = 1;
	EXPECT_EQ(0, mbe_submit(&self->s, &mbe_commands[MBE_COMMAND_RUN], &self->s.run));
}

TEST_F(abi_out, buffer_alloc_as_it_comes_is_accepted)
{
	const struct mbe_command *command = &mbe_commands[MBE_COMMAND_BUFFER_ALLOC];
	struct mbe_buffer_alloc alloc;

	ASSERT_EQ(0, command->valid(&self->s, &alloc));
	alloc.buffer = ~0u;
	alloc.phys = ~0ull;
	EXPECT_EQ(0, mbe_submit(&self->s, command, &alloc));
}

TEST_F(abi_out, cpu_access_as_it_comes_is_accepted)
{
	const struct mbe_command *command = &mbe_commands[MBE_COMMAND_CPU_ACCESS];
	struct mbe_cpu_access access;

	ASSERT_EQ(0, command->valid(&self->s, &access));
	access.mismatch = ~0u;
	access.mismatch_value = ~0u;
	access.mismatch_offset = -1;
	ASSERT_EQ(0, mbe_submit(&self->s, command, &access));
	EXPECT_EQ(0, access.mismatch);
	EXPECT_EQ(0, access.mismatch_value);
	EXPECT_EQ(0, access.mismatch_offset);
}

TEST_HARNESS_MAIN
