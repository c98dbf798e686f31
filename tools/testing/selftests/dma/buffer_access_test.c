// SPDX-License-Identifier: GPL-2.0-only
/*
 * The CPU's side of a buffer: each operation does what it says to exactly the
 * bytes it names, in every kind of memory; and what is refused.
 */
#include <errno.h>
#include <stdlib.h>
#include <sys/mman.h>

#include "mbe_command.h"
#include "mbe_test.h"

#define BYTES	20000u	/* several pages, whatever their size; not whole ones */
#define OFFSET	100u

FIXTURE(access) {
	struct mbe_session s;
	struct mbe_cpu_access a;	/* valid: WRITE of all */
	unsigned char data[BYTES], back[BYTES];
};

FIXTURE_VARIANT(access) {
	__u32 kind, offset_bytes;
};

FIXTURE_VARIANT_ADD(access, pages) { MBE_BUFFER_PAGES, OFFSET };
FIXTURE_VARIANT_ADD(access, kmalloc) { MBE_BUFFER_KMALLOC, 0 };
FIXTURE_VARIANT_ADD(access, scattered) { MBE_BUFFER_SCATTERED, OFFSET };
FIXTURE_VARIANT_ADD(access, highmem) { MBE_BUFFER_HIGHMEM, OFFSET };
FIXTURE_VARIANT_ADD(access, vmalloc) { MBE_BUFFER_VMALLOC, OFFSET };

static int submit(FIXTURE_DATA(access) *self)
{
	return mbe_submit(&self->s, &mbe_commands[MBE_COMMAND_CPU_ACCESS], &self->a);
}

/* Another operation on @bytes from @offset on. */
static int access_with(FIXTURE_DATA(access) *self, __u32 op, __u64 offset, __u64 bytes,
		       const void *data, __u32 value)
{
	self->a.op = op;
	self->a.offset = offset;
	self->a.bytes = bytes;
	self->a.data_ptr = (uintptr_t)data;
	self->a.value = value;
	return submit(self);
}

FIXTURE_SETUP(access)
{
	struct mbe_buffer_alloc alloc = {
		.size = sizeof(alloc),
		.kind = variant->kind,
		.offset_bytes = variant->offset_bytes,
		.bytes = BYTES,
		.node = -1,
	};
	unsigned int i;

	MBE_SESSION_SETUP(&self->s);
	if (!(self->s.query.buffer_kinds & 1u << variant->kind))
		SKIP(return, "this machine has no such memory");
	ASSERT_EQ(0, mbe_submit(&self->s, &mbe_commands[MBE_COMMAND_BUFFER_ALLOC], &alloc));
	self->a = (struct mbe_cpu_access) {
		.size = sizeof(self->a),
		.op = MBE_CPU_WRITE,
		.buffer = alloc.buffer,
		.bytes = BYTES,
		.data_ptr = (uintptr_t)self->data,
	};
	for (i = 0; i < BYTES; i++)
		self->data[i] = i * 7 + (i >> 8);
}

FIXTURE_TEARDOWN(access)
{
	mbe_session_close(&self->s);
}

TEST_F(access, new_content_is_zero)
{
	memset(self->back, 1, BYTES);
	ASSERT_EQ(0, access_with(self, MBE_CPU_READ, 0, BYTES, self->back, 0));
	memset(self->data, 0, BYTES);
	EXPECT_EQ(0, memcmp(self->data, self->back, BYTES));
}

TEST_F(access, what_is_written_is_read_back)
{
	ASSERT_EQ(0, submit(self));
	ASSERT_EQ(0, access_with(self, MBE_CPU_READ, 0, BYTES, self->back, 0));
	EXPECT_EQ(0, memcmp(self->data, self->back, BYTES));
}

TEST_F(access, a_part_is_written_and_nothing_beside_it)
{
	static const struct { __u32 offset, bytes; } parts[] = {
		{ 0, 1 }, { BYTES - 1, 1 }, { 3995, 1 }, { 3996, 1 }, { 1, 4096 }, { 4000, 12345 },
	};
	unsigned char wanted[BYTES] = { 0 };
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(parts); i++) {
		__u32 at = parts[i].offset, bytes = parts[i].bytes;

		memcpy(wanted + at, self->data + i, bytes);
		ASSERT_EQ(0, access_with(self, MBE_CPU_WRITE, at, bytes, self->data + i, 0));
		ASSERT_EQ(0, access_with(self, MBE_CPU_READ, 0, BYTES, self->back, 0));
		ASSERT_EQ(0, memcmp(wanted, self->back, BYTES));
	}
}

TEST_F(access, fill_sets_its_bytes_only)
{
	ASSERT_EQ(0, submit(self));
	ASSERT_EQ(0, access_with(self, MBE_CPU_FILL, 5000, 10000, NULL, 0xee));
	memset(self->data + 5000, 0xee, 10000);
	ASSERT_EQ(0, access_with(self, MBE_CPU_COMPARE, 0, BYTES, self->data, 0));
	EXPECT_EQ(0, self->a.mismatch);
}

TEST_F(access, compare_tells_the_first_difference)
{
	static const __u32 at[] = { 0, 1, 3995, 3996, 4095, 4096, 12345, BYTES - 1 };
	unsigned int i;

	ASSERT_EQ(0, submit(self));
	for (i = ARRAY_SIZE(at); i--;) {
		/* Those behind it stay wrong: the first is asked for. */
		self->data[at[i]] ^= 0x80;
		ASSERT_EQ(0, access_with(self, MBE_CPU_COMPARE, 0, BYTES, self->data, 0));
		EXPECT_EQ(1, self->a.mismatch);
		EXPECT_EQ(self->data[at[i]] ^ 0x80, self->a.mismatch_value);
		EXPECT_EQ(at[i], self->a.mismatch_offset);
	}
	ASSERT_EQ(0, access_with(self, MBE_CPU_COMPARE, 2, 3000, self->data + 2, 0));
	EXPECT_EQ(0, self->a.mismatch);
	EXPECT_EQ(0, self->a.mismatch_offset);
}

TEST_F(access, states_keep_the_content)
{
	static const __u32 states[] = { MBE_STATE_CLEAN, MBE_STATE_COLD };
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(states); i++) {
		int offered = self->s.query.states & 1u << states[i];

		ASSERT_EQ(0, access_with(self, MBE_CPU_WRITE, 0, BYTES, self->data, 0));
		EXPECT_EQ(offered ? 0 : EOPNOTSUPP,
			  access_with(self, MBE_CPU_SET_STATE, 1, BYTES - 2, NULL, states[i]));
		ASSERT_EQ(0, access_with(self, MBE_CPU_COMPARE, 0, BYTES, self->data, 0));
		EXPECT_EQ(0, self->a.mismatch);
	}
}

TEST_F(access, guard_is_whole_whatever_the_cpu_does)
{
	ASSERT_EQ(0, submit(self));
	if (variant->kind == MBE_BUFFER_KMALLOC) {
		EXPECT_EQ(EINVAL, access_with(self, MBE_CPU_CHECK_GUARD, 0, 0, NULL, 0));
		return;
	}
	ASSERT_EQ(0, access_with(self, MBE_CPU_CHECK_GUARD, 0, 0, NULL, 0));
	EXPECT_EQ(0, self->a.mismatch);
}

/* One wrong value each, the rest right: refused, and the struct as it was. */
TEST_F(access, wrong_values)
{
	const __u32 none = 0, good = self->a.buffer;
	const __u64 data = (uintptr_t)self->data;
	const struct {
		int err;
		__u32 op, buffer, value;
		__u64 offset, bytes, data_ptr;
	} wrong[] = {
		{ EINVAL, 0, good, 0, 0, BYTES, data },
		{ EINVAL, MBE_CPU_SET_STATE + 1, good, 0, 0, BYTES, data },
		{ ENOENT, MBE_CPU_WRITE, none, 0, 0, BYTES, data },
		{ ENOENT, MBE_CPU_WRITE, good + 1, 0, 0, BYTES, data },
		{ EINVAL, MBE_CPU_WRITE, good, 1, 0, BYTES, data },
		{ EINVAL, MBE_CPU_WRITE, good, 0, 0, 0, data },
		{ EINVAL, MBE_CPU_WRITE, good, 0, 0, BYTES + 1, data },
		{ EINVAL, MBE_CPU_WRITE, good, 0, 0, ~0ull, data },
		{ EINVAL, MBE_CPU_WRITE, good, 0, 1, BYTES, data },
		{ EINVAL, MBE_CPU_WRITE, good, 0, BYTES, 1, data },
		{ EINVAL, MBE_CPU_WRITE, good, 0, ~0ull, 2, data },
		{ EFAULT, MBE_CPU_WRITE, good, 0, 0, BYTES, 0 },
		{ EFAULT, MBE_CPU_WRITE, good, 0, 0, BYTES, ~0ull },
		{ EINVAL, MBE_CPU_FILL, good, 0, 0, BYTES, data },
		{ EINVAL, MBE_CPU_FILL, good, 256, 0, BYTES, 0 },
		{ EINVAL, MBE_CPU_CHECK_GUARD, good, 0, 0, BYTES, 0 },
		{ EINVAL, MBE_CPU_CHECK_GUARD, good, 0, 1, 0, 0 },
		{ EINVAL, MBE_CPU_CHECK_GUARD, good, 0, 0, 0, data },
		{ EINVAL, MBE_CPU_SET_STATE, good, 0, 0, BYTES, 0 },
		{ EINVAL, MBE_CPU_SET_STATE, good, MBE_STATE_DIRTY, 0, BYTES, 0 },
		{ EINVAL, MBE_CPU_SET_STATE, good, MBE_STATE_UNTOUCHED, 0, BYTES, 0 },
		{ EINVAL, MBE_CPU_SET_STATE, good, MBE_STATE_COLD + 1, 0, BYTES, 0 },
	};
	struct mbe_cpu_access before;
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(wrong); i++) {
		self->a.op = wrong[i].op;
		self->a.buffer = wrong[i].buffer;
		self->a.value = wrong[i].value;
		self->a.offset = wrong[i].offset;
		self->a.bytes = wrong[i].bytes;
		self->a.data_ptr = wrong[i].data_ptr;
		before = self->a;
		EXPECT_EQ(wrong[i].err, submit(self)) TH_LOG("row %u", i);
		EXPECT_EQ(0, memcmp(&before, &self->a, sizeof(before)));
	}
}

TEST_F(access, memory_that_ends_too_early)
{
	size_t page = self->s.query.page_bytes;
	char *two = mmap(NULL, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS,
			 -1, 0);
	static const __u32 ops[] = { MBE_CPU_WRITE, MBE_CPU_READ, MBE_CPU_COMPARE };
	unsigned int i;

	ASSERT_NE(MAP_FAILED, two);
	ASSERT_EQ(0, mprotect(two + page, page, PROT_NONE));
	for (i = 0; i < ARRAY_SIZE(ops); i++) {
		EXPECT_EQ(EFAULT, access_with(self, ops[i], 0, 100, two + page - 99, 0));
	}
	munmap(two, 2 * page);
}

TEST_HARNESS_MAIN
