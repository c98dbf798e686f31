// SPDX-License-Identifier: GPL-2.0-only
/*
 * One change to a valid sync, unmap, describe or device access, one errno: a row
 * of this table is a test. Each also checks that the struct stays as it was and
 * that the right request still works afterwards.
 */
#include "mbe_block_test.h"
#include "mbe_change.h"

#define BYTES		8192
#define ALL_ONES	(~0ull)

/* What all requests are about; set up anew for each test. */
struct ground {
	struct mbe_memory m, list;
	struct mbe_dma single, sg;
	char data[64];
};

static struct ground ground;

/* A valid request of each kind; all begin with their size. */
union request {
	__u32 size;
	struct mbe_sync sync;
	struct mbe_unmap unmap;
	struct mbe_describe describe;
	struct mbe_device_access access;
};

static void valid_sync(union request *r)
{
	r->sync = (struct mbe_sync) {
		.size = sizeof(r->sync), .mapping = ground.single.mapping,
		.target = MBE_SYNC_FOR_CPU, .offset = 100, .bytes = 200,
	};
}

static void valid_sync_sg(union request *r)
{
	r->sync = (struct mbe_sync) {
		.size = sizeof(r->sync), .mapping = ground.sg.mapping,
		.target = MBE_SYNC_FOR_DEVICE,
	};
}

static void valid_unmap(union request *r)
{
	r->unmap = (struct mbe_unmap) {
		.size = sizeof(r->unmap), .mapping = ground.single.mapping,
	};
}

static void valid_unmap_sg(union request *r)
{
	valid_unmap(r);
	r->unmap.mapping = ground.sg.mapping;
}

static void valid_describe(union request *r)
{
	r->describe = (struct mbe_describe) {
		.size = sizeof(r->describe), .mapping = ground.sg.mapping,
	};
}

static void valid_access(union request *r)
{
	r->access = (struct mbe_device_access) {
		.size = sizeof(r->access), .op = MBE_DEVICE_READ,
		.mapping = ground.single.mapping, .backend = MBE_BACKEND_AUTO,
		.bytes = sizeof(ground.data), .data_ptr = (uintptr_t)ground.data,
	};
}

static void valid_access_sg(union request *r)
{
	valid_access(r);
	r->access.mapping = ground.sg.mapping;
}

FIXTURE(refused) {
	struct mbe_session s;
	const char *known;
};

FIXTURE_VARIANT(refused) {
	void (*valid)(union request *r);
	unsigned long command;
	int err;
	struct mbe_change change[3];
};

FIXTURE_SETUP(refused)
{
	struct mbe_session *s = &self->s;

	MBE_BLOCKS_SETUP(self);
	mbe_alloc(s, MBE_MAP_SINGLE, BYTES, 0, &ground.m);
	mbe_alloc(s, MBE_MAP_SG, BYTES, 0, &ground.list);
	mbe_map(s, MBE_MAP_SINGLE, &ground.m, MBE_DIR_BIDIRECTIONAL, 0, &ground.single);
	mbe_map(s, MBE_MAP_SG, &ground.list, MBE_DIR_BIDIRECTIONAL, 0, &ground.sg);
}

FIXTURE_TEARDOWN(refused)
{
	MBE_BLOCKS_TEARDOWN(self);
}

TEST_F(refused, and_nothing_touched)
{
	union request request = { }, before;

	variant->valid(&request);
	mbe_apply(&request, variant->change, ARRAY_SIZE(variant->change));
	before = request;
	EXPECT_EQ(-variant->err, __mbe_ioctl(&self->s, variant->command, &request));
	EXPECT_EQ(0, memcmp(&before, &request, sizeof(before)));
	variant->valid(&request);
	EXPECT_EQ(0, __mbe_ioctl(&self->s, variant->command, &request));
}

#define ROW(name, valid, command, err, ...)				\
	FIXTURE_VARIANT_ADD(refused, name)				\
	{ valid, MBE_IOCTL_##command, err, { __VA_ARGS__ } }

#define SYNC(name, err, ...) ROW(sync_##name, valid_sync, SYNC, err, __VA_ARGS__)
#define SYNC_SG(name, err, ...) ROW(sync_sg_##name, valid_sync_sg, SYNC, err, __VA_ARGS__)
#define S(member, value) MBE_SET(mbe_sync, member, value)
SYNC(no_mapping, ENOENT, S(mapping, 0));
SYNC(other_mapping, ENOENT, S(mapping, 0x7fffffff));
SYNC(target_zero, EINVAL, S(target, 0));
SYNC(target_past_last, EINVAL, S(target, 3));
SYNC(flags_unknown, EINVAL, S(flags, 2));
SYNC(other_dir_unasked, EINVAL, S(dir, MBE_DIR_TO_DEVICE));
SYNC(dir_past_last, EINVAL, S(dir, 4), S(flags, MBE_MISUSE));
SYNC(entries, EINVAL, S(entries, 1));
SYNC(past_the_end, EINVAL, S(offset, BYTES - 1), S(bytes, 2));
SYNC(begins_at_the_end, EINVAL, S(offset, BYTES), S(bytes, 0));
SYNC(wraps, EINVAL, S(offset, 1), S(bytes, ALL_ONES));
SYNC(offset_all_ones, EINVAL, S(offset, ALL_ONES));
SYNC_SG(offset, EINVAL, S(offset, 64));
SYNC_SG(bytes, EINVAL, S(bytes, 64));
SYNC_SG(fewer_entries_unasked, EINVAL, S(entries, 1));
SYNC_SG(more_entries, EINVAL, S(entries, 3), S(flags, MBE_MISUSE));

#define UNMAP(name, err, ...) ROW(unmap_##name, valid_unmap, UNMAP, err, __VA_ARGS__)
#define UNMAP_SG(name, err, ...) ROW(unmap_sg_##name, valid_unmap_sg, UNMAP, err, __VA_ARGS__)
#define U(member, value) MBE_SET(mbe_unmap, member, value)
UNMAP(no_mapping, ENOENT, U(mapping, 0));
UNMAP(attrs_unknown, EINVAL, U(attrs, MBE_ATTR_NO_WARN << 1));
UNMAP(flags_unknown, EINVAL, U(flags, 2));
UNMAP(other_dir_unasked, EINVAL, U(dir, MBE_DIR_FROM_DEVICE));
UNMAP(dir_past_last, EINVAL, U(dir, 4), U(flags, MBE_MISUSE));
UNMAP(entries, EINVAL, U(entries, 1));
UNMAP(less_unasked, EINVAL, U(bytes, BYTES - 1));
UNMAP(more, EINVAL, U(bytes, BYTES + 1), U(flags, MBE_MISUSE));
UNMAP(reserved, EINVAL, U(__reserved, 1));
UNMAP_SG(bytes, EINVAL, U(bytes, BYTES));
UNMAP_SG(fewer_entries_unasked, EINVAL, U(entries, 1));
UNMAP_SG(more_entries, EINVAL, U(entries, 3), U(flags, MBE_MISUSE));

#define DESCRIBE(name, err, ...) ROW(describe_##name, valid_describe, DESCRIBE, err, __VA_ARGS__)
#define D(member, value) MBE_SET(mbe_describe, member, value)
DESCRIBE(no_mapping, ENOENT, D(mapping, 0));
DESCRIBE(segment_past_last, EINVAL, D(segment, 2));
DESCRIBE(segment_all_ones, EINVAL, D(segment, ALL_ONES));
DESCRIBE(reserved, EINVAL, D(__reserved, 1));

#define ACCESS(name, err, ...) ROW(access_##name, valid_access, DEVICE_ACCESS, err, __VA_ARGS__)
#define A(member, value) MBE_SET(mbe_device_access, member, value)
ACCESS(op_zero, EINVAL, A(op, 0));
ACCESS(op_past_last, EINVAL, A(op, 3));
ACCESS(no_mapping, ENOENT, A(mapping, 0));
ACCESS(backend_zero, EINVAL, A(backend, 0));
ACCESS(backend_past_last, EINVAL, A(backend, 5));
ACCESS(flags_unknown, EINVAL, A(flags, 2));
ACCESS(no_bytes, EINVAL, A(bytes, 0));
ACCESS(past_the_end, EINVAL, A(offset, BYTES - 1));
ACCESS(begins_at_the_end, EINVAL, A(offset, BYTES), A(bytes, 1));
ACCESS(wraps, EINVAL, A(offset, ALL_ONES), A(bytes, 2));
ACCESS(too_much, EINVAL, A(bytes, (64 << 20) + 1));
ACCESS(null_pointer, EFAULT, A(data_ptr, 0));
ACCESS(bad_pointer, EFAULT, A(data_ptr, 8));
ACCESS(address_unasked, EINVAL, A(dma_addr, 4096));
ACCESS(misuse_by_auto, EINVAL, A(flags, MBE_MISUSE), A(mapping, 0));
ACCESS(misuse_by_direct, EINVAL, A(flags, MBE_MISUSE), A(mapping, 0),
       A(backend, MBE_BACKEND_DIRECT));
ACCESS(misuse_and_mapping, EINVAL, A(flags, MBE_MISUSE), A(backend, MBE_BACKEND_IOMMU));
ROW(access_sg_past_the_end, valid_access_sg, DEVICE_ACCESS, EINVAL, A(offset, BYTES - 63));

MBE_BLOCKS_MAIN
