// SPDX-License-Identifier: GPL-2.0-only
/*
 * Case 24: memory that must not be mapped. The DMA API answers a vmalloc() or
 * stack address with a warning and an error. Zero length, no direction and no
 * memory would crash the kernel: the module itself refuses these.
 */
#include "mbe_block_test.h"

FIXTURE(not_mappable) {
	struct mbe_session s;
	const char *known;
	struct mbe_log log;
};

FIXTURE_SETUP(not_mappable)
{
	MBE_BLOCKS_SETUP(self);
}

FIXTURE_TEARDOWN(not_mappable)
{
	MBE_BLOCKS_TEARDOWN(self);
}

static int map_misuse(struct mbe_session *s, struct mbe_map *map,
		      struct mbe_segment *segment)
{
	map->size = sizeof(*map);
	map->dir = MBE_DIR_BIDIRECTIONAL;
	map->flags = MBE_MISUSE;
	map->segment_count = !!segment;
	map->segments_ptr = (uintptr_t)segment;
	return __mbe_ioctl(s, MBE_IOCTL_MAP, map);
}

#define REJECTED "rejecting DMA map of vmalloc memory"

TEST_F(not_mappable, case24_vmalloc_is_rejected)
{
	struct mbe_map map = { .kind = MBE_MAP_SINGLE };
	struct mbe_session *s = &self->s;
	struct mbe_segment segment;
	struct mbe_memory m;

	MBE_REQUIRE_MISUSE();
	mbe_alloc_kind(s, MBE_BUFFER_VMALLOC, 8192, 0, 0, &m);
	mbe_cpu_inks_all(s, &m, MBE_INK_CPU);
	segment = (struct mbe_segment) { .buffer = m.buffer, .bytes = 4096 };
	mbe_log_begin(&self->log);
	mbe_log_expect(&self->log, REJECTED);
	mbe_warn_once_again();
	ASSERT_EQ(0, map_misuse(s, &map, &segment));
	EXPECT_EQ(-EIO, map.api_error);
	EXPECT_EQ(0, map.mapping);
	mbe_cpu_sees_all(s, &m, MBE_INK_CPU);
	mbe_free(s, &m);
	mbe_log_end(&self->log);
	EXPECT_EQ(1, self->log.seen[0]);
}

/* Stacks are vmalloc memory with VMAP_STACK only; else nothing can be told. */
TEST_F(not_mappable, case24_stack_is_rejected)
{
	struct mbe_map map = { .kind = MBE_MAP_STACK };
	struct mbe_session *s = &self->s;

	if (mbe_config("CONFIG_VMAP_STACK") != 1)
		SKIP(return, "no CONFIG_VMAP_STACK: a stack is ordinary memory");
	MBE_REQUIRE_MISUSE();
	mbe_log_begin(&self->log);
	mbe_log_expect(&self->log, REJECTED);
	mbe_warn_once_again();
	ASSERT_EQ(0, map_misuse(s, &map, NULL));
	EXPECT_EQ(-EIO, map.api_error);
	EXPECT_EQ(0, map.mapping);
	mbe_log_end(&self->log);
	EXPECT_EQ(1, self->log.seen[0]);
}

TEST_F(not_mappable, case24_misuse_must_be_asked_for)
{
	struct mbe_map stack = { .size = sizeof(stack), .kind = MBE_MAP_STACK,
				 .dir = MBE_DIR_BIDIRECTIONAL };
	struct mbe_session *s = &self->s;
	struct mbe_memory m;
	struct mbe_dma d;

	mbe_alloc_kind(s, MBE_BUFFER_VMALLOC, 8192, 0, 0, &m);
	mbe_map_err(EINVAL, s, MBE_MAP_SINGLE, &m, MBE_DIR_BIDIRECTIONAL, 0, &d);
	EXPECT_EQ(-EINVAL, __mbe_ioctl(s, MBE_IOCTL_MAP, &stack));
	mbe_free(s, &m);
}

TEST_F(not_mappable, case24_module_refuses_what_would_crash)
{
	struct mbe_session *s = &self->s;
	struct mbe_segment segment;
	struct mbe_memory m;
	struct mbe_dma d;
	__u32 kind;

	mbe_alloc(s, MBE_MAP_SINGLE, 4096, 0, &m);
	for (kind = MBE_MAP_SINGLE; kind <= MBE_MAP_SGTABLE; kind++) {
		if (!mbe_has_map_kind(s, kind))
			continue;
		segment = (struct mbe_segment) { .buffer = m.buffer };
		EXPECT_EQ(-EINVAL, __mbe_map_segments(s, kind, &segment, 1,
						      MBE_DIR_TO_DEVICE, 0, &d));
		segment.bytes = 4096;
		EXPECT_EQ(-EINVAL, __mbe_map_segments(s, kind, &segment, 1, 0, 0, &d));
		EXPECT_EQ(-EINVAL, __mbe_map_segments(s, kind, &segment, 1, 4, 0, &d));
		EXPECT_EQ(-EINVAL, __mbe_map_segments(s, kind, &segment, 0,
						      MBE_DIR_TO_DEVICE, 0, &d));
		segment.buffer = 0;
		EXPECT_EQ(-ENOENT, __mbe_map_segments(s, kind, &segment, 1,
						      MBE_DIR_TO_DEVICE, 0, &d));
	}
	mbe_free(s, &m);
}

MBE_BLOCKS_MAIN
