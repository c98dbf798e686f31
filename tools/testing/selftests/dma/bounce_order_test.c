// SPDX-License-Identifier: GPL-2.0-only
/*
 * Case 9: on a non-coherent device the slot's cache lines are invalidated before
 * the CPU copies out of the slot, and written back after it has copied into it.
 * A batched sync that copied first was caught in review only (2025).
 *
 * Seen by kprobes on both functions. That the CPU also *waited* for the cache is
 * one instruction, and in the batched kernels part of another function: it shows
 * in exact counts (scripts/check-counts) or on real hardware.
 */
#include "mbe_block_test.h"
#include "mbe_probe.h"

#define EVENTS		64

FIXTURE(order) {
	struct mbe_session s;
	const char *known;
	struct mbe_probe probe;
	struct mbe_memory m;
	struct mbe_dma d;
};

FIXTURE_VARIANT(order) {
	__u32 kind;
	__u32 dir;
};

MBE_ROWS_OF_KIND(order, SINGLE, single);
MBE_ROWS_OF_KIND(order, SG, sg);
MBE_ROWS_OF_KIND(order, SGTABLE, sgtable);

FIXTURE_SETUP(order)
{
	struct mbe_session *s = &self->s;
	int err;

	MBE_BLOCKS_SETUP(self);
	if (mbe_coherent(s))
		SKIP(return, "a coherent device needs no cache maintenance");
	MBE_REQUIRE_BOUNCE(s);
	err = __mbe_probe_open(&self->probe);
	if (!err)
		err = __mbe_probe_add(&self->probe, "bounce", "swiotlb_bounce",
				      "size=$arg3:u64 dir=$arg4:u32");
	if (!err)
		err = __mbe_probe_add(&self->probe, "for_cpu", "arch_sync_dma_for_cpu",
				      "size=$arg2:u64 dir=$arg3:u32");
	if (!err)
		err = __mbe_probe_add(&self->probe, "for_device", "arch_sync_dma_for_device",
				      "size=$arg2:u64 dir=$arg3:u32");
	if (err) {
		mbe_probe_close(&self->probe);
		SKIP(return, "the functions cannot be probed: %s", strerrorname_np(-err));
	}
	mbe_alloc(s, variant->kind, 5 * s->query.page_bytes, 0, &self->m);
	mbe_cpu_inks_all(s, &self->m, MBE_INK_CPU);
	mbe_map(s, variant->kind, &self->m, variant->dir, 0, &self->d);
}

FIXTURE_TEARDOWN(order)
{
	mbe_probe_close(&self->probe);
	MBE_BLOCKS_TEARDOWN(self);
}

/*
 * The n-th call of @second comes after the n-th of @first: entries are worked on
 * in order, one by one or all of them by the first function before the second.
 */
static const char *in_order(const struct mbe_event *event, int count,
			    const char *first, const char *second)
{
	int seen_first = 0, seen_second = 0, i;

	for (i = 0; i < count; i++) {
		seen_first += !strcmp(event[i].name, first);
		seen_second += !strcmp(event[i].name, second);
		if (seen_second > seen_first)
			return "a copy and its cache maintenance are in the wrong order";
	}
	if (!seen_second || seen_first != seen_second)
		return "not one cache maintenance for each copy";
	return NULL;
}

#define ORDER(first, second, call) do {						\
	struct mbe_event event_[EVENTS];					\
	const char *wrong_;							\
	int count_;								\
										\
	ASSERT_EQ(0, __mbe_probe_start(&self->probe));				\
	call;									\
	count_ = __mbe_probe_stop(&self->probe, event_, EVENTS);		\
	ASSERT_LT(0, count_);							\
	ASSERT_GE(EVENTS, count_);						\
	wrong_ = in_order(event_, count_, first, second);			\
	EXPECT_TRUE(!wrong_) TH_LOG(#call ": %s", wrong_);			\
} while (0)

TEST_F(order, case09_invalidated_before_the_copy_out_at_sync)
{
	ORDER("for_cpu", "bounce", mbe_sync_all(&self->s, &self->d, CPU));
}

TEST_F(order, case09_invalidated_before_the_copy_out_at_unmap)
{
	ORDER("for_cpu", "bounce", mbe_unmap(&self->s, &self->d, 0));
}

TEST_F(order, case09_written_back_after_the_copy_in)
{
	if (variant->dir == MBE_DIR_FROM_DEVICE)
		SKIP(return, "nothing is copied in");
	ORDER("bounce", "for_device", mbe_sync_all(&self->s, &self->d, DEVICE));
}

MBE_BLOCKS_MAIN
