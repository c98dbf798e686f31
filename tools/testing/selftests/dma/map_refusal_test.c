// SPDX-License-Identifier: GPL-2.0-only
/*
 * One change to a valid map request or segment, one errno: a row of these tables
 * is a test. Each also checks that the struct stays as it was and that the right
 * request still works afterwards. mapping_refusal_test.c has what follows a map.
 */
#include "mbe_block_test.h"
#include "mbe_change.h"

#define BYTES		8192
#define ALL_ONES	(~0ull)

static struct mbe_segment parts[2];

static void valid_map(struct mbe_map *map)
{
	*map = (struct mbe_map) {
		.size = sizeof(*map), .kind = MBE_MAP_SINGLE,
		.dir = MBE_DIR_TO_DEVICE, .segment_count = 1,
		.segments_ptr = (uintptr_t)parts,
	};
}

static void valid_map_sg(struct mbe_map *map)
{
	valid_map(map);
	map->kind = MBE_MAP_SG;
	map->segment_count = 2;
}

FIXTURE(refused) {
	struct mbe_session s;
	const char *known;
	struct mbe_memory m;
};

FIXTURE_VARIANT(refused) {
	void (*valid)(struct mbe_map *map);
	int err;
	struct mbe_change change[3];
};

FIXTURE_SETUP(refused)
{
	MBE_BLOCKS_SETUP(self);
	mbe_alloc(&self->s, MBE_MAP_SINGLE, BYTES, 0, &self->m);
	parts[0] = (struct mbe_segment) { .buffer = self->m.buffer, .bytes = 64 };
	parts[1] = parts[0];
}

FIXTURE_TEARDOWN(refused)
{
	MBE_BLOCKS_TEARDOWN(self);
}

TEST_F(refused, and_nothing_touched)
{
	struct mbe_map request, before;

	variant->valid(&request);
	mbe_apply(&request, variant->change, ARRAY_SIZE(variant->change));
	before = request;
	EXPECT_EQ(-variant->err, __mbe_ioctl(&self->s, MBE_IOCTL_MAP, &request));
	EXPECT_EQ(0, memcmp(&before, &request, sizeof(before)));
	variant->valid(&request);
	EXPECT_EQ(0, __mbe_ioctl(&self->s, MBE_IOCTL_MAP, &request));
	EXPECT_EQ(0, request.api_error);
}

#define ROW(name, valid, err, ...) \
	FIXTURE_VARIANT_ADD(refused, name) { valid, err, { __VA_ARGS__ } }
#define MAP(name, err, ...) ROW(name, valid_map, err, __VA_ARGS__)
#define M(member, value) MBE_SET(mbe_map, member, value)
MAP(kind_zero, EINVAL, M(kind, 0));
MAP(kind_past_last, EINVAL, M(kind, MBE_MAP_IOVA + 1));
MAP(kind_all_ones, EINVAL, M(kind, ALL_ONES));
MAP(dir_zero, EINVAL, M(dir, 0));
MAP(dir_past_last, EINVAL, M(dir, 4));
MAP(attrs_unknown, EINVAL, M(attrs, MBE_ATTR_NO_WARN << 1));
MAP(flags_unknown, EINVAL, M(flags, MBE_MISUSE << 1));
MAP(no_segment, EINVAL, M(segment_count, 0));
MAP(two_segments, EINVAL, M(segment_count, 2));
MAP(phys, EINVAL, M(phys, 4096));
MAP(bytes, EINVAL, M(bytes, 4096));
MAP(bad_pointer, EFAULT, M(segments_ptr, 8));
MAP(null_pointer, EFAULT, M(segments_ptr, 0));
MAP(stack_unasked, EINVAL, M(kind, MBE_MAP_STACK), M(segment_count, 0), M(segments_ptr, 0));
MAP(resource_of_nothing, EINVAL, M(kind, MBE_MAP_RESOURCE), M(segment_count, 0),
    M(segments_ptr, 0));
MAP(resource_and_segments, EINVAL, M(kind, MBE_MAP_RESOURCE), M(bytes, 4));
ROW(sg_no_segment, valid_map_sg, EINVAL, M(segment_count, 0));
ROW(sg_too_many_segments, valid_map_sg, EINVAL, M(segment_count, MBE_ENTRIES_MAX + 1));
ROW(sg_all_ones, valid_map_sg, EINVAL, M(segment_count, ALL_ONES));

/* ---- segments ---- */

FIXTURE(segment) {
	struct mbe_session s;
	const char *known;
	struct mbe_memory m;
};

FIXTURE_VARIANT(segment) {
	int err;
	struct mbe_change change[2];
};

FIXTURE_SETUP(segment)
{
	MBE_BLOCKS_SETUP(self);
	mbe_alloc(&self->s, MBE_MAP_SINGLE, BYTES, 100, &self->m);
}

FIXTURE_TEARDOWN(segment)
{
	MBE_BLOCKS_TEARDOWN(self);
}

TEST_F(segment, is_refused_by_every_kind)
{
	struct mbe_segment good = { .buffer = self->m.buffer, .bytes = 64 }, bad = good;
	struct mbe_segment list[2];
	struct mbe_session *s = &self->s;
	struct mbe_dma d;
	__u32 kind;

	mbe_apply(&bad, variant->change, ARRAY_SIZE(variant->change));
	list[0] = good;
	list[1] = bad;
	for (kind = MBE_MAP_SINGLE; kind <= MBE_MAP_SGTABLE; kind++) {
		if (!mbe_has_map_kind(s, kind))
			continue;
		EXPECT_EQ(-variant->err, __mbe_map_segments(s, kind, &bad, 1,
							    MBE_DIR_TO_DEVICE, 0, &d));
		if (kind < MBE_MAP_SG)
			continue;
		EXPECT_EQ(-variant->err, __mbe_map_segments(s, kind, list, 2,
							    MBE_DIR_TO_DEVICE, 0, &d));
	}
	mbe_map_segments(s, MBE_MAP_SINGLE, &good, 1, MBE_DIR_TO_DEVICE, 0, &d);
	mbe_unmap(s, &d, 0);
	mbe_free(s, &self->m);
}

#define SEGMENT(name, err, ...) \
	FIXTURE_VARIANT_ADD(segment, name) { err, { __VA_ARGS__ } }
#define G(member, value) MBE_SET(mbe_segment, member, value)
SEGMENT(no_buffer, ENOENT, G(buffer, 0));
SEGMENT(other_buffer, ENOENT, G(buffer, 0x7fffffff));
SEGMENT(reserved, EINVAL, G(__reserved, 1));
SEGMENT(no_bytes, EINVAL, G(bytes, 0));
SEGMENT(past_the_end, EINVAL, G(bytes, BYTES + 1));
SEGMENT(begins_at_the_end, EINVAL, G(offset, BYTES), G(bytes, 1));
SEGMENT(wraps, EINVAL, G(offset, 64), G(bytes, ALL_ONES));
SEGMENT(offset_all_ones, EINVAL, G(offset, ALL_ONES));

FIXTURE(mapping) {
	struct mbe_session s;
	const char *known;
};

FIXTURE_SETUP(mapping)
{
	MBE_BLOCKS_SETUP(self);
}

FIXTURE_TEARDOWN(mapping)
{
	MBE_BLOCKS_TEARDOWN(self);
}

TEST_F(mapping, belongs_to_its_session)
{
	struct mbe_session other;
	struct mbe_session *s = &self->s;
	struct mbe_describe what;
	struct mbe_memory m;
	struct mbe_dma d;

	mbe_alloc(s, MBE_MAP_SINGLE, BYTES, 0, &m);
	mbe_map(s, MBE_MAP_SINGLE, &m, MBE_DIR_TO_DEVICE, 0, &d);
	ASSERT_EQ(0, __mbe_session_open(&other, mbe_device_name()));
	EXPECT_EQ(-ENOENT, __mbe_describe(&other, &d, 0, &what));
	EXPECT_EQ(-ENOENT, __mbe_sync(&other, &d, MBE_SYNC_FOR_CPU, 0, 0));
	EXPECT_EQ(-ENOENT, __mbe_unmap(&other, &d, 0));
	mbe_session_close(&other);
	mbe_unmap(s, &d, 0);
}

TEST_F(mapping, keeps_its_buffer)
{
	struct mbe_session *s = &self->s;
	struct mbe_memory m;
	struct mbe_dma d;

	mbe_alloc(s, MBE_MAP_SINGLE, BYTES, 0, &m);
	mbe_map(s, MBE_MAP_SINGLE, &m, MBE_DIR_TO_DEVICE, 0, &d);
	mbe_free_err(EBUSY, s, &m);
	mbe_unmap(s, &d, 0);
	EXPECT_EQ(-ENOENT, __mbe_unmap(s, &d, 0));
	mbe_free(s, &m);
}

MBE_BLOCKS_MAIN
