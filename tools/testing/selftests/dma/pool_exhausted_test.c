// SPDX-License-Identifier: GPL-2.0-only
/*
 * Case 15, the bounce pool: when it is full a mapping fails with the documented
 * error and the documented message, nothing is lost or left behind, and all works
 * again when there is room.
 */
#include <stdlib.h>

#include "mbe_block_test.h"

#define BIG_BYTES	65536u
#define HOLD_MAX	20000u

FIXTURE(exhausted) {
	struct mbe_session s;
	const char *known;
	struct mbe_log log;
	struct mbe_memory big;
	struct mbe_memory small;
	struct mbe_dma *held;
	__u32 count;
	long used;
};

FIXTURE_SETUP(exhausted)
{
	struct mbe_session *s = &self->s;

	MBE_BLOCKS_SETUP(self);
	MBE_REQUIRE_EXHAUSTION();
	MBE_REQUIRE_BOUNCE(s);
	if (mbe_config("CONFIG_SWIOTLB_DYNAMIC") == 1)
		SKIP(return, "the pool grows");
	self->held = calloc(HOLD_MAX, sizeof(*self->held));
	ASSERT_NE(NULL, self->held);
	mbe_alloc(s, MBE_MAP_SINGLE, BIG_BYTES, 0, &self->big);
	mbe_alloc(s, MBE_MAP_SINGLE, MBE_SLOT_BYTES, 0, &self->small);
	mbe_cpu_inks_all(s, &self->big, MBE_INK_CPU);
	mbe_log_begin(&self->log);
	mbe_log_expect(&self->log, "swiotlb buffer is full");
	self->used = mbe_pool_used();
}

FIXTURE_TEARDOWN(exhausted)
{
	mbe_log_end(&self->log);
	MBE_BLOCKS_TEARDOWN(self);
}

/* TO_DEVICE: many mappings of one buffer are allowed then. */
static void fill(struct __test_metadata *_metadata, FIXTURE_DATA(exhausted) *self,
		 const struct mbe_memory *m)
{
	struct mbe_dma *d;

	for (;;) {
		ASSERT_GT(HOLD_MAX, self->count);
		d = &self->held[self->count];
		ASSERT_EQ(0, __mbe_map(&self->s, MBE_MAP_SINGLE, m, MBE_DIR_TO_DEVICE,
				       MBE_ATTR_NO_WARN | MBE_ATTR_SKIP_CPU_SYNC, d));
		if (!d->mapping)
			break;
		self->count++;
	}
	EXPECT_EQ(-EIO, d->api_error);
}

static void fill_all(struct __test_metadata *_metadata, FIXTURE_DATA(exhausted) *self)
{
	fill(_metadata, self, &self->big);
	fill(_metadata, self, &self->small);
	EXPECT_EQ(0, self->log.seen[0]);
}

static void release_all(struct __test_metadata *_metadata, FIXTURE_DATA(exhausted) *self)
{
	while (self->count)
		mbe_unmap(&self->s, &self->held[--self->count], MBE_ATTR_SKIP_CPU_SYNC);
	EXPECT_TRUE(mbe_pool_back_to(self->used));
}

static void works_again(struct __test_metadata *_metadata, struct mbe_session *s,
			const struct mbe_memory *m)
{
	struct mbe_dma d;

	mbe_cpu_inks_all(s, m, MBE_INK_CPU);
	mbe_map(s, MBE_MAP_SINGLE, m, MBE_DIR_BIDIRECTIONAL, 0, &d);
	mbe_device_inks_all(s, &d, MBE_INK_DEVICE);
	mbe_unmap(s, &d, 0);
	mbe_cpu_sees_all(s, m, MBE_INK_DEVICE);
}

TEST_F(exhausted, case15_single_fails_cleanly)
{
	struct mbe_session *s = &self->s;
	struct mbe_memory m;
	struct mbe_dma d;

	mbe_alloc(s, MBE_MAP_SINGLE, 5000, 100, &m);
	mbe_cpu_inks_all(s, &m, MBE_INK_CPU);
	fill_all(_metadata, self);
	mbe_map_refused(EIO, s, MBE_MAP_SINGLE, &m, MBE_DIR_BIDIRECTIONAL,
			MBE_ATTR_NO_WARN, &d);
	mbe_map_refused(EIO, s, MBE_MAP_PAGE, &m, MBE_DIR_FROM_DEVICE,
			MBE_ATTR_NO_WARN, &d);
	mbe_cpu_sees_all(s, &m, MBE_INK_CPU);
	mbe_guards_intact(s, &m);
	release_all(_metadata, self);
	works_again(_metadata, s, &m);
}

static void list_fails(struct __test_metadata *_metadata, struct mbe_session *s,
		       __u32 kind, const struct mbe_segment *list)
{
	static const int allowed[] = { -EINVAL, -ENOMEM, -EIO, -EREMOTEIO };
	struct mbe_dma d;
	unsigned int i;
	bool one = false;

	ASSERT_EQ(0, __mbe_map_segments(s, kind, list, 2, MBE_DIR_FROM_DEVICE,
					MBE_ATTR_NO_WARN, &d));
	EXPECT_EQ(0, d.mapping);
	EXPECT_EQ(0, d.entries_changed);
	for (i = 0; i < ARRAY_SIZE(allowed); i++)
		one |= d.api_error == allowed[i];
	EXPECT_TRUE(one) TH_LOG("error %d", d.api_error);
}

/* There is room for the first entry alone: it must be given back. */
TEST_F(exhausted, case15_list_is_undone)
{
	struct mbe_session *s = &self->s;
	struct mbe_segment list[2];
	struct mbe_memory m;
	long full;

	mbe_alloc(s, MBE_MAP_SINGLE, 2 * BIG_BYTES, 0, &m);
	mbe_cpu_inks_all(s, &m, MBE_INK_CPU);
	list[0] = (struct mbe_segment) { .buffer = m.buffer, .bytes = BIG_BYTES };
	list[1] = list[0];
	list[1].offset = BIG_BYTES;
	fill_all(_metadata, self);
	mbe_unmap(s, &self->held[0], MBE_ATTR_SKIP_CPU_SYNC);
	self->held[0] = self->held[--self->count];
	full = mbe_pool_used();
	list_fails(_metadata, s, MBE_MAP_SG, list);
	list_fails(_metadata, s, MBE_MAP_SGTABLE, list);
	EXPECT_EQ(full, mbe_pool_used());
	mbe_cpu_sees_all(s, &m, MBE_INK_CPU);
	release_all(_metadata, self);
}

/* Exactly one message, unless the caller wants none. */
TEST_F(exhausted, case15_message_unless_no_warn)
{
	struct mbe_session *s = &self->s;
	struct mbe_dma d;

	fill_all(_metadata, self);
	mbe_map_refused(EIO, s, MBE_MAP_SINGLE, &self->big, MBE_DIR_TO_DEVICE,
			MBE_ATTR_NO_WARN, &d);
	mbe_log_clean(&self->log);
	EXPECT_EQ(0, self->log.seen[0]);
	mbe_map_refused(EIO, s, MBE_MAP_SINGLE, &self->big, MBE_DIR_TO_DEVICE, 0, &d);
	mbe_log_clean(&self->log);
	EXPECT_EQ(1, self->log.seen[0]);
	release_all(_metadata, self);
}

/* What a driver forgot when its own next step failed. */
TEST_F(exhausted, case15_closing_the_file_releases_all)
{
	fill_all(_metadata, self);
	mbe_session_close(&self->s);
	EXPECT_TRUE(mbe_pool_back_to(self->used));
}

MBE_BLOCKS_MAIN
