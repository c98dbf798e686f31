// SPDX-License-Identifier: GPL-2.0-only
/*
 * The size-first rule of every struct: short, long with a zero tail, long with
 * a non-zero tail, huge; unknown commands; the layout that both sides share.
 */
#include <errno.h>
#include <sys/ioctl.h>
#include <sys/mman.h>

#include "mbe_command.h"
#include "mbe_test.h"

_Static_assert(sizeof(struct mbe_query) == MBE_QUERY_SIZE_VER2, "query layout");
_Static_assert(sizeof(struct mbe_run) == MBE_RUN_SIZE_VER1, "run layout");
_Static_assert(sizeof(struct mbe_result) == MBE_RESULT_SIZE_VER1, "result layout");
_Static_assert(sizeof(struct mbe_phase) == 96, "phase layout");
_Static_assert(sizeof(struct mbe_bin) == 16, "bin layout");
_Static_assert(sizeof(struct mbe_buffer_alloc) == MBE_BUFFER_ALLOC_SIZE_VER1, "alloc layout");
_Static_assert(sizeof(struct mbe_buffer_free) == MBE_BUFFER_FREE_SIZE_VER1, "free layout");
_Static_assert(sizeof(struct mbe_cpu_access) == MBE_CPU_ACCESS_SIZE_VER1, "cpu layout");
_Static_assert(sizeof(struct mbe_segment) == 24, "segment layout");
_Static_assert(sizeof(struct mbe_map) == MBE_MAP_SIZE_VER1, "map layout");
_Static_assert(sizeof(struct mbe_sync) == MBE_SYNC_SIZE_VER1, "sync layout");
_Static_assert(sizeof(struct mbe_unmap) == MBE_UNMAP_SIZE_VER1, "unmap layout");
_Static_assert(sizeof(struct mbe_describe) == MBE_DESCRIBE_SIZE_VER1, "describe layout");
_Static_assert(sizeof(struct mbe_device_access) == MBE_DEVICE_ACCESS_SIZE_VER1, "device layout");
_Static_assert(sizeof(struct mbe_settings) == MBE_SETTINGS_SIZE_VER1, "settings layout");
_Static_assert(offsetof(struct mbe_query, single_bytes_max) == 88, "query words");
_Static_assert(offsetof(struct mbe_query, buffer_kinds) == MBE_QUERY_SIZE_VER1, "query version 2");
_Static_assert(offsetof(struct mbe_run, bytes) == 32, "run words");
_Static_assert(offsetof(struct mbe_run, cpus_ptr) == 96, "run pointers");
_Static_assert(offsetof(struct mbe_result, phase) == 112, "result phases");
_Static_assert(offsetof(struct mbe_cpu_access, mismatch_offset) == 48, "cpu words");
_Static_assert(offsetof(struct mbe_map, mapping) == 48, "map words");

#define TAIL_BYTES	64
#define BUFFER_BYTES	(2 * MBE_STRUCT_BYTES_MAX)

/* One struct of the ABI in a buffer that is larger than any version of it. */
FIXTURE(abi_struct) {
	struct mbe_session s;
	const struct mbe_command *command;
	__u32 bytes, oldest;
	unsigned char *at;	/* the struct under test and its tail */
	__u32 *size;		/* its first member */
};

FIXTURE_VARIANT(abi_struct) {
	unsigned int command;
	bool result;	/* the result of a run, not its request */
};

#define VARIANT(name, ...) FIXTURE_VARIANT_ADD(abi_struct, name) { __VA_ARGS__ }
VARIANT(query, MBE_COMMAND_QUERY, false);
VARIANT(run, MBE_COMMAND_RUN, false);
VARIANT(result, MBE_COMMAND_RUN, true);
VARIANT(buffer_alloc, MBE_COMMAND_BUFFER_ALLOC, false);
VARIANT(buffer_free, MBE_COMMAND_BUFFER_FREE, false);
VARIANT(cpu_access, MBE_COMMAND_CPU_ACCESS, false);
VARIANT(map, MBE_COMMAND_MAP, false);
VARIANT(sync, MBE_COMMAND_SYNC, false);
VARIANT(unmap, MBE_COMMAND_UNMAP, false);
VARIANT(describe, MBE_COMMAND_DESCRIBE, false);
VARIANT(device_access, MBE_COMMAND_DEVICE_ACCESS, false);
VARIANT(settings, MBE_COMMAND_SETTINGS, false);

FIXTURE_SETUP(abi_struct)
{
	MBE_SESSION_SETUP(&self->s);
	self->command = &mbe_commands[variant->command];
	self->at = mmap(NULL, BUFFER_BYTES, PROT_READ | PROT_WRITE,
			MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	ASSERT_NE(MAP_FAILED, self->at);
	self->size = (__u32 *)self->at;
	if (variant->result) {
		self->s.run.iterations = 1;
		self->s.run.result_ptr = (uintptr_t)self->at;
		self->bytes = sizeof(struct mbe_result);
		self->oldest = MBE_RESULT_SIZE_VER1;
		*self->size = self->bytes;
		return;
	}
	ASSERT_EQ(0, self->command->valid(&self->s, self->at));
	self->bytes = self->command->bytes;
	self->oldest = self->command->oldest;
}

FIXTURE_TEARDOWN(abi_struct)
{
	munmap(self->at, BUFFER_BYTES);
	mbe_session_close(&self->s);
}

static int submit(FIXTURE_DATA(abi_struct) *self,
		  const FIXTURE_VARIANT(abi_struct) *variant)
{
	return mbe_submit(&self->s, self->command,
			  variant->result ? (void *)&self->s.run : self->at);
}

TEST_F(abi_struct, exact_size_is_accepted)
{
	ASSERT_EQ(0, submit(self, variant));
	EXPECT_EQ(self->bytes, *self->size);
}

TEST_F(abi_struct, shorter_than_first_layout_is_refused)
{
	unsigned char before[MBE_STRUCT_BYTES_MAX];
	__u32 size;

	for (size = 0; size < self->oldest; size++) {
		*self->size = size;
		memcpy(before, self->at, sizeof(before));
		ASSERT_EQ(EINVAL, submit(self, variant));
		ASSERT_EQ(0, memcmp(before, self->at, sizeof(before)));
	}
}

TEST_F(abi_struct, long_zero_tail_is_accepted_and_left_zero)
{
	unsigned int i;

	*self->size = self->bytes + TAIL_BYTES;
	ASSERT_EQ(0, submit(self, variant));
	for (i = 0; i < TAIL_BYTES; i++) {
		EXPECT_EQ(0, self->at[self->bytes + i]);
	}
}

TEST_F(abi_struct, longest_zero_tail_is_accepted)
{
	*self->size = MBE_STRUCT_BYTES_MAX;
	EXPECT_EQ(0, submit(self, variant));
}

TEST_F(abi_struct, longer_is_refused_whatever_it_holds)
{
	*self->size = MBE_STRUCT_BYTES_MAX + 1;
	EXPECT_EQ(E2BIG, submit(self, variant));
}

TEST_F(abi_struct, each_nonzero_tail_byte_is_refused)
{
	unsigned char before[BUFFER_BYTES];
	unsigned int i;

	*self->size = self->bytes + TAIL_BYTES;
	for (i = 0; i < TAIL_BYTES; i++) {
		self->at[self->bytes + i] = 1;
		memcpy(before, self->at, sizeof(before));
		EXPECT_EQ(E2BIG, submit(self, variant));
		EXPECT_EQ(0, memcmp(before, self->at, sizeof(before)));
		self->at[self->bytes + i] = 0;
	}
}

TEST_F(abi_struct, size_beyond_memory_is_refused)
{
	*self->size = ~0u;
	EXPECT_EQ(E2BIG, submit(self, variant));
}

TEST_F(abi_struct, no_address_is_a_fault)
{
	if (variant->result)
		self->s.run.result_ptr = 0;
	else
		self->at = NULL;
	EXPECT_EQ(EFAULT, submit(self, variant));
}

/* What cannot be told to the caller must not stay: its handle would be lost. */
TEST_F(abi_struct, in_memory_that_cannot_be_written_leaves_nothing_behind)
{
	bool writes = variant->result || self->command->writes;
	__u64 used = mbe_memory_used(self->s.fd);

	ASSERT_EQ(0, mprotect(self->at, BUFFER_BYTES, PROT_READ));
	EXPECT_EQ(writes ? EFAULT : 0, submit(self, variant));
	/* An unmap cannot be undone: the mapping's own memory is gone all the same. */
	EXPECT_GE(used, mbe_memory_used(self->s.fd));
}

FIXTURE(abi_command) {
	struct mbe_session s;
};

FIXTURE_SETUP(abi_command)
{
	MBE_SESSION_SETUP(&self->s);
}

FIXTURE_TEARDOWN(abi_command)
{
	mbe_session_close(&self->s);
}

TEST_F(abi_command, unknown_commands)
{
	EXPECT_EQ(-1, ioctl(self->s.fd, _IO(MBE_IOCTL_TYPE, 0x3f), &self->s.run));
	EXPECT_EQ(ENOTTY, errno);
	EXPECT_EQ(-1, ioctl(self->s.fd, _IO(MBE_IOCTL_TYPE, 0xff), &self->s.run));
	EXPECT_EQ(ENOTTY, errno);
	EXPECT_EQ(-1, ioctl(self->s.fd, _IO('e', _IOC_NR(MBE_IOCTL_RUN)), &self->s.run));
	EXPECT_EQ(ENOTTY, errno);
}

TEST_F(abi_command, only_type_and_number_select_the_command)
{
	unsigned int other = _IOC(_IOC_READ | _IOC_WRITE, MBE_IOCTL_TYPE,
				  _IOC_NR(MBE_IOCTL_QUERY), 8);

	EXPECT_EQ(0, ioctl(self->s.fd, other, &self->s.query));
}

TEST_HARNESS_MAIN
