// SPDX-License-Identifier: GPL-2.0-only
/*
 * Case 8: how often data is copied between a buffer and its bounce slot. Map
 * copies in, whatever the direction; unmap and the syncs copy where the data
 * moves that way, once (reference result 4 was about a copy too many).
 *
 * Seen by a kprobe on the copying function, and only for this process.
 */
#include "mbe_block_test.h"
#include "mbe_probe.h"

#define ENTRIES		5
#define EVENTS		32

FIXTURE(copies) {
	struct mbe_session s;
	const char *known;
	struct mbe_probe probe;
	struct mbe_memory m;
	struct mbe_dma d;
};

FIXTURE_VARIANT(copies) {
	__u32 kind;
	__u32 dir;
};

MBE_ROWS_TO_DEVICE(copies, SINGLE, single);
MBE_ROWS_OF_KIND(copies, SINGLE, single);
MBE_ROWS_TO_DEVICE(copies, SG, sg);
MBE_ROWS_OF_KIND(copies, SG, sg);

FIXTURE_SETUP(copies)
{
	struct mbe_session *s = &self->s;
	int err;

	MBE_BLOCKS_SETUP(self);
	MBE_REQUIRE_BOUNCE(s);
	err = __mbe_probe_open(&self->probe);
	if (!err)
		err = __mbe_probe_add(&self->probe, "bounce", "swiotlb_bounce",
				      "size=$arg3:u64 dir=$arg4:u32");
	if (err) {
		mbe_probe_close(&self->probe);
		SKIP(return, "swiotlb_bounce() cannot be probed: %s", strerrorname_np(-err));
	}
	mbe_alloc(s, variant->kind, ENTRIES * s->query.page_bytes, 0, &self->m);
	mbe_cpu_inks_all(s, &self->m, MBE_INK_CPU);
}

FIXTURE_TEARDOWN(copies)
{
	mbe_probe_close(&self->probe);
	MBE_BLOCKS_TEARDOWN(self);
}

/* Runs @call and expects so many copies of each of the mapping's entries. */
#define COPIES(into, out_of, call) do {						\
	struct mbe_event event_[EVENTS];					\
	__u32 entries_ = variant->kind == MBE_MAP_SG ? ENTRIES : 1;		\
	__u32 in_ = 0, out_ = 0;						\
	__u64 bytes_ = 0;							\
	int count_, i_;								\
										\
	ASSERT_EQ(0, __mbe_probe_start(&self->probe));				\
	call;									\
	count_ = __mbe_probe_stop(&self->probe, event_, EVENTS);		\
	ASSERT_LE(0, count_);							\
	ASSERT_GE(EVENTS, count_);						\
	for (i_ = 0; i_ < count_; i_++) {					\
		in_ += event_[i_].dir == MBE_DIR_TO_DEVICE;			\
		out_ += event_[i_].dir == MBE_DIR_FROM_DEVICE;			\
		bytes_ += event_[i_].size;					\
	}									\
	EXPECT_EQ((into) * entries_, in_) TH_LOG("copies into slots: " #call);	\
	EXPECT_EQ((out_of) * entries_, out_) TH_LOG("copies out of slots: " #call); \
	EXPECT_EQ(((into) + (out_of)) * self->m.bytes, bytes_);			\
} while (0)

TEST_F(copies, case08_each_call_copies_as_often_as_it_must)
{
	const bool from = variant->dir != MBE_DIR_TO_DEVICE;
	const bool to = variant->dir != MBE_DIR_FROM_DEVICE;
	struct mbe_session *s = &self->s;

	COPIES(1, 0, mbe_map(s, variant->kind, &self->m, variant->dir, 0, &self->d));
	COPIES(0, from, mbe_sync_all(s, &self->d, CPU));
	COPIES(to, 0, mbe_sync_all(s, &self->d, DEVICE));
	COPIES(0, from, mbe_unmap(s, &self->d, 0));
}

TEST_F(copies, case08_skip_cpu_sync_copies_at_map_only)
{
	struct mbe_session *s = &self->s;

	COPIES(1, 0, mbe_map(s, variant->kind, &self->m, variant->dir,
			     MBE_ATTR_SKIP_CPU_SYNC, &self->d));
	COPIES(0, 0, mbe_unmap(s, &self->d, MBE_ATTR_SKIP_CPU_SYNC));
}

TEST_F(copies, case08_partial_sync_copies_its_range)
{
	struct mbe_event event[EVENTS];
	struct mbe_session *s = &self->s;

	if (variant->kind != MBE_MAP_SINGLE || variant->dir == MBE_DIR_TO_DEVICE)
		SKIP(return, "ranges belong to single mappings from the device");
	mbe_map(s, variant->kind, &self->m, variant->dir, 0, &self->d);
	ASSERT_EQ(0, __mbe_probe_start(&self->probe));
	mbe_sync(s, &self->d, CPU, 2500, 333);
	ASSERT_EQ(1, __mbe_probe_stop(&self->probe, event, EVENTS));
	EXPECT_EQ(333, event[0].size);
	EXPECT_EQ(MBE_DIR_FROM_DEVICE, event[0].dir);
}

MBE_BLOCKS_MAIN
