// SPDX-License-Identifier: GPL-2.0-only
/* Buffers: handles, where they lie, their count, and that nothing of them is left. */
#include <errno.h>

#include "mbe_command.h"
#include "mbe_test.h"

static int alloc_buffer(struct mbe_session *s, struct mbe_buffer_alloc *a)
{
	return mbe_submit(s, &mbe_commands[MBE_COMMAND_BUFFER_ALLOC], a);
}

static int free_buffer(struct mbe_session *s, __u32 handle)
{
	struct mbe_buffer_free f = { .size = sizeof(f), .buffer = handle };

	return mbe_submit(s, &mbe_commands[MBE_COMMAND_BUFFER_FREE], &f);
}

FIXTURE(buffer) {
	struct mbe_session s;
	struct mbe_buffer_alloc a;
};

FIXTURE_SETUP(buffer)
{
	MBE_SESSION_SETUP(&self->s);
	ASSERT_EQ(0, mbe_commands[MBE_COMMAND_BUFFER_ALLOC].valid(&self->s, &self->a));
}

FIXTURE_TEARDOWN(buffer)
{
	mbe_session_close(&self->s);
}

TEST_F(buffer, count_is_limited_and_comes_back)
{
	__u32 first = 0;
	unsigned int i;

	self->a.kind = MBE_BUFFER_KMALLOC;
	self->a.guard_pages = 0;
	self->a.bytes = 1;
	for (i = 0; i < MBE_BUFFERS_MAX; i++) {
		ASSERT_EQ(0, alloc_buffer(&self->s, &self->a));
		first = first ? first : self->a.buffer;
	}
	EXPECT_EQ(ENOBUFS, alloc_buffer(&self->s, &self->a));
	EXPECT_EQ(0, free_buffer(&self->s, first));
	EXPECT_EQ(0, alloc_buffer(&self->s, &self->a));
}

TEST_F(buffer, handle_is_good_once_and_here_only)
{
	struct mbe_session other;

	ASSERT_EQ(0, alloc_buffer(&self->s, &self->a));
	EXPECT_NE(0, self->a.buffer);
	ASSERT_EQ(0, __mbe_session_open(&other, MBE_DEVICE));
	EXPECT_EQ(ENOENT, free_buffer(&other, self->a.buffer));
	EXPECT_EQ(0, free_buffer(&self->s, self->a.buffer));
	EXPECT_EQ(ENOENT, free_buffer(&self->s, self->a.buffer));
	EXPECT_EQ(ENOENT, free_buffer(&self->s, 0));
	EXPECT_EQ(ENOENT, free_buffer(&self->s, ~0u));
	mbe_session_close(&other);
}

TEST_F(buffer, mapped_one_is_not_freed)
{
	const struct mbe_command *map = &mbe_commands[MBE_COMMAND_MAP];
	const struct mbe_segment *segment;
	struct mbe_map m;

	ASSERT_EQ(0, map->valid(&self->s, &m));
	ASSERT_EQ(0, mbe_submit(&self->s, map, &m));
	segment = (const struct mbe_segment *)(uintptr_t)m.segments_ptr;
	EXPECT_EQ(EBUSY, free_buffer(&self->s, segment->buffer));
}

TEST_F(buffer, closing_frees)
{
	struct mbe_session other;
	unsigned int i;

	ASSERT_EQ(0, __mbe_session_open(&other, MBE_DEVICE));
	for (i = 0; i < 10; i++) {
		ASSERT_EQ(0, alloc_buffer(&other, &self->a));
	}
	EXPECT_LT(10 * self->a.bytes, mbe_memory_used(self->s.fd));
	mbe_session_close(&other);
	EXPECT_EQ(0, mbe_memory_used(self->s.fd));
}

FIXTURE(buffer_kind) {
	struct mbe_session s;
	struct mbe_buffer_alloc a;
};

FIXTURE_VARIANT(buffer_kind) {
	__u32 kind, offset_bytes, guard_pages;
	__u64 bytes;
};

FIXTURE_VARIANT_ADD(buffer_kind, pages) { MBE_BUFFER_PAGES, 100, 2, 20000 };
FIXTURE_VARIANT_ADD(buffer_kind, kmalloc) { MBE_BUFFER_KMALLOC, 0, 0, 96 };
FIXTURE_VARIANT_ADD(buffer_kind, kmalloc_of_pages) { MBE_BUFFER_KMALLOC, 0, 0, 70000 };
FIXTURE_VARIANT_ADD(buffer_kind, scattered) { MBE_BUFFER_SCATTERED, 4000, 0, 100000 };
FIXTURE_VARIANT_ADD(buffer_kind, highmem) { MBE_BUFFER_HIGHMEM, 1, 1, 5000 };
FIXTURE_VARIANT_ADD(buffer_kind, vmalloc) { MBE_BUFFER_VMALLOC, 7, 0, 9000 };

FIXTURE_SETUP(buffer_kind)
{
	MBE_SESSION_SETUP(&self->s);
	if (!(self->s.query.buffer_kinds & 1u << variant->kind))
		SKIP(return, "this machine has no such memory");
	self->a = (struct mbe_buffer_alloc) {
		.size = sizeof(self->a),
		.kind = variant->kind,
		.bytes = variant->bytes,
		.offset_bytes = variant->offset_bytes,
		.guard_pages = variant->guard_pages,
		.node = -1,
	};
	ASSERT_EQ(0, alloc_buffer(&self->s, &self->a));
}

FIXTURE_TEARDOWN(buffer_kind)
{
	mbe_session_close(&self->s);
}

TEST_F(buffer_kind, begins_where_it_was_asked)
{
	EXPECT_NE(0, self->a.phys);
	if (variant->kind != MBE_BUFFER_KMALLOC) {
		EXPECT_EQ(variant->offset_bytes, self->a.phys % self->s.query.page_bytes);
	}
}

TEST_F(buffer_kind, is_paid_for_until_it_is_freed)
{
	EXPECT_LE(variant->bytes, mbe_memory_used(self->s.fd));
	EXPECT_EQ(0, free_buffer(&self->s, self->a.buffer));
	EXPECT_EQ(0, mbe_memory_used(self->s.fd));
}

TEST_HARNESS_MAIN
