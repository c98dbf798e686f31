// SPDX-License-Identifier: GPL-2.0-only
/*
 * Buffers that are refused: one field of a valid request is changed at a time;
 * the struct and the memory account stay as they were.
 */
#include <errno.h>

#include "mbe_command.h"
#include "mbe_device.h"
#include "mbe_test.h"

#define MEMORY_CAP	"/sys/module/" MBE_MODULE "/parameters/memory_cap_mib"
#define GIB		(1ull << 30)

static int alloc_buffer(struct mbe_session *s, struct mbe_buffer_alloc *a)
{
	return mbe_submit(s, &mbe_commands[MBE_COMMAND_BUFFER_ALLOC], a);
}

FIXTURE(refusal) {
	struct mbe_session s;
	struct mbe_buffer_alloc a;
	__u64 page;
};

FIXTURE_SETUP(refusal)
{
	MBE_SESSION_SETUP(&self->s);
	self->page = self->s.query.page_bytes;
	ASSERT_EQ(0, mbe_commands[MBE_COMMAND_BUFFER_ALLOC].valid(&self->s, &self->a));
}

FIXTURE_TEARDOWN(refusal)
{
	mbe_session_close(&self->s);
}

#define REFUSED(err) do {						\
	struct mbe_buffer_alloc before_ = self->a;			\
									\
	EXPECT_EQ(err, alloc_buffer(&self->s, &self->a));		\
	EXPECT_EQ(0, memcmp(&before_, &self->a, sizeof(before_)));	\
	EXPECT_EQ(0, mbe_memory_used(self->s.fd));			\
} while (0)

TEST_F(refusal, unknown_kind)
{
	self->a.kind = 0;
	REFUSED(EINVAL);
	self->a.kind = MBE_BUFFER_VMALLOC + 1;
	REFUSED(EINVAL);
}

TEST_F(refusal, highmem_only_where_there_is_any)
{
	self->a.kind = MBE_BUFFER_HIGHMEM;
	if (self->s.query.buffer_kinds & 1u << MBE_BUFFER_HIGHMEM) {
		EXPECT_EQ(0, alloc_buffer(&self->s, &self->a));
		return;
	}
	REFUSED(EOPNOTSUPP);
}

TEST_F(refusal, no_bytes)
{
	self->a.bytes = 0;
	REFUSED(EINVAL);
}

TEST_F(refusal, block_with_offset_and_guards_larger_than_the_largest)
{
	self->a.offset_bytes = 1;
	self->a.bytes = self->s.query.single_bytes_max - 2 * self->page;
	REFUSED(EINVAL);
	self->a.bytes = ~0ull;
	REFUSED(EINVAL);
}

TEST_F(refusal, single_pages_beyond_a_gibibyte)
{
	self->a.guard_pages = 0;
	self->a.kind = MBE_BUFFER_SCATTERED;
	self->a.bytes = GIB + 1;
	REFUSED(EINVAL);
	self->a.kind = MBE_BUFFER_VMALLOC;
	self->a.bytes = GIB;
	self->a.offset_bytes = 1;
	REFUSED(EINVAL);
}

TEST_F(refusal, offset_of_a_page_or_more)
{
	self->a.offset_bytes = self->page;
	REFUSED(EINVAL);
}

TEST_F(refusal, guards_beyond_the_limit)
{
	self->a.guard_pages = MBE_GUARD_PAGES_MAX + 1;
	REFUSED(EINVAL);
	self->a.guard_pages = 1u << 31;
	REFUSED(EINVAL);
}

TEST_F(refusal, kmalloc_takes_no_offset_and_no_guard)
{
	self->a.kind = MBE_BUFFER_KMALLOC;
	REFUSED(EINVAL);
	self->a.guard_pages = 0;
	self->a.offset_bytes = 1;
	REFUSED(EINVAL);
}

TEST_F(refusal, single_pages_take_no_guard)
{
	self->a.kind = MBE_BUFFER_SCATTERED;
	REFUSED(EINVAL);
	self->a.kind = MBE_BUFFER_VMALLOC;
	REFUSED(EINVAL);
}

TEST_F(refusal, no_such_node)
{
	self->a.node = -2;
	REFUSED(EINVAL);
	self->a.node = 0x7fffffff;
	REFUSED(EINVAL);
}

TEST_F(refusal, memory_cap_holds)
{
	ASSERT_EQ(0, __mbe_write(MEMORY_CAP, "1"));
	self->a.guard_pages = 0;
	self->a.kind = MBE_BUFFER_SCATTERED;
	self->a.bytes = 1 << 20;
	REFUSED(ENOBUFS);
	self->a.bytes = 1 << 19;
	EXPECT_EQ(0, alloc_buffer(&self->s, &self->a));
	EXPECT_EQ(0, __mbe_write(MEMORY_CAP, "0"));
}

TEST_HARNESS_MAIN
