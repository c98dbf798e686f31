// SPDX-License-Identifier: GPL-2.0-only
/*
 * One change to a valid request, one errno: a row of this table is a test.
 *
 * Every row also checks that request, result and data area stay as they were,
 * and that the session still works afterwards. Values whose limit the kernel
 * reports are in abi_limits_test.c, pointers in abi_pointer_test.c.
 */
#include <errno.h>

#include "mbe_test.h"

struct change {
	unsigned int offset, bytes;
	__u64 value;
};

#define SET(member, value) \
	{ offsetof(struct mbe_run, member), sizeof(((struct mbe_run *)0)->member), (value) }

FIXTURE(refused) {
	struct mbe_session s;
};

FIXTURE_VARIANT(refused) {
	void (*base)(struct mbe_session *s);
	int err;
	struct change change[3];
};

FIXTURE_SETUP(refused)
{
	MBE_SESSION_SETUP(&self->s);
	variant->base(&self->s);
	self->s.run.iterations = 10;
}

FIXTURE_TEARDOWN(refused)
{
	mbe_session_close(&self->s);
}

static void apply(struct mbe_run *run, const struct change *change)
{
	void *member = (char *)run + change->offset;
	__u32 half = change->value;

	if (change->bytes == sizeof(half))
		memcpy(member, &half, sizeof(half));
	else
		memcpy(member, &change->value, change->bytes);
}

TEST_F(refused, and_nothing_touched)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(variant->change); i++)
		apply(&self->s.run, &variant->change[i]);
	mbe_run_err(variant->err, &self->s);

	variant->base(&self->s);
	mbe_run(&self->s);
}

#define ROW(name, base, err, ...) \
	FIXTURE_VARIANT_ADD(refused, name) { base, err, { __VA_ARGS__ } }

#define BIT(phase)	MBE_PHASE_BIT(MBE_PHASE_##phase)
#define MAP_UNMAP	(BIT(MAP) | BIT(UNMAP))
#define ALL_ONES	(~0ull)

ROW(mode_zero, mbe_single, EINVAL, SET(mode, 0));
ROW(mode_past_last, mbe_single, EINVAL, SET(mode, MBE_MODE_SG + 1));
ROW(mode_all_ones, mbe_single, EINVAL, SET(mode, ALL_ONES));
ROW(dir_zero, mbe_single, EINVAL, SET(dir, 0));
ROW(dir_past_last, mbe_single, EINVAL, SET(dir, MBE_DIR_BIDIRECTIONAL + 1));
ROW(dir_all_ones, mbe_single, EINVAL, SET(dir, ALL_ONES));
ROW(state_zero, mbe_single, EINVAL, SET(state, 0));
ROW(state_past_last, mbe_single, EINVAL, SET(state, MBE_STATE_COLD + 1));
ROW(state_all_ones, mbe_single, EINVAL, SET(state, ALL_ONES));
ROW(timing_zero, mbe_single, EINVAL, SET(timing, 0));
ROW(timing_past_last, mbe_single, EINVAL, SET(timing, MBE_TIMING_BATCH + 1));
ROW(timing_all_ones, mbe_single, EINVAL, SET(timing, ALL_ONES));

ROW(phases_none, mbe_single, EINVAL, SET(phases, 0));
ROW(phases_bit_zero, mbe_single, EINVAL, SET(phases, MAP_UNMAP | 1));
ROW(phases_map_alone, mbe_single, EINVAL, SET(phases, BIT(MAP)));
ROW(phases_unmap_alone, mbe_single, EINVAL, SET(phases, BIT(UNMAP)));
ROW(phases_syncs_alone, mbe_single, EINVAL,
    SET(phases, BIT(SYNC_FOR_DEVICE) | BIT(SYNC_FOR_CPU)));
ROW(phases_apart_and_round_trip, mbe_single, EINVAL,
    SET(phases, MAP_UNMAP | MBE_PHASES_ROUND_TRIP));
ROW(phases_round_trip_and_sync, mbe_single, EINVAL,
    SET(phases, MBE_PHASES_ROUND_TRIP | BIT(SYNC_FOR_CPU)));
ROW(phases_set_state, mbe_single, EINVAL, SET(phases, MAP_UNMAP | BIT(SET_STATE)));
ROW(phases_empty, mbe_single, EINVAL, SET(phases, MAP_UNMAP | BIT(EMPTY)));
ROW(phases_unknown, mbe_single, EINVAL, SET(phases, MAP_UNMAP | BIT(EMPTY) << 1));
ROW(phases_top_bit, mbe_single, EINVAL, SET(phases, MAP_UNMAP | 1u << 31));

ROW(flags_unknown, mbe_single, EINVAL, SET(flags, MBE_RUN_COUNT << 1));
ROW(count_without_a_number, mbe_single, EINVAL, SET(flags, MBE_RUN_COUNT));
ROW(number_without_count, mbe_single, EINVAL, SET(count_run, 1));
ROW(flags_top_bit, mbe_single, EINVAL, SET(flags, 1u << 31));
ROW(attrs_unknown, mbe_single, EINVAL, SET(attrs, MBE_ATTR_NO_WARN << 1));
ROW(attrs_top_bit, mbe_single, EINVAL, SET(attrs, 1u << 31));

ROW(entries_with_single, mbe_single, EINVAL, SET(entries, 1));
ROW(entries_none_with_sg, mbe_sg, EINVAL, SET(entries, 0));
ROW(entries_past_max, mbe_sg, EINVAL, SET(entries, MBE_ENTRIES_MAX + 1), SET(bytes, 1));
ROW(entries_all_ones, mbe_sg, EINVAL, SET(entries, ALL_ONES), SET(bytes, 1));
ROW(bytes_none, mbe_single, EINVAL, SET(bytes, 0));
ROW(bytes_none_with_sg, mbe_sg, EINVAL, SET(bytes, 0));
ROW(bytes_all_ones, mbe_single, EINVAL, SET(bytes, ALL_ONES));
ROW(bytes_all_ones_with_sg, mbe_sg, EINVAL, SET(bytes, ALL_ONES));
ROW(bytes_and_offset_wrap, mbe_single, EINVAL, SET(bytes, ALL_ONES), SET(offset_bytes, 1));
ROW(offset_all_ones, mbe_single, EINVAL, SET(offset_bytes, ALL_ONES));

ROW(threads_none, mbe_single, EINVAL, SET(threads, 0));
ROW(threads_past_max, mbe_single, EINVAL, SET(threads, MBE_THREADS_MAX + 1));
ROW(threads_all_ones, mbe_single, EINVAL, SET(threads, ALL_ONES));

ROW(neither_iterations_nor_duration, mbe_single, EINVAL, SET(iterations, 0));
ROW(both_iterations_and_duration, mbe_single, EINVAL, SET(duration_ns, 1000));
ROW(iterations_past_max, mbe_single, EINVAL, SET(iterations, MBE_ITERATIONS_MAX + 1));
ROW(iterations_all_ones, mbe_single, EINVAL, SET(iterations, ALL_ONES));
ROW(duration_past_max, mbe_single, EINVAL,
    SET(iterations, 0), SET(duration_ns, MBE_DURATION_NS_MAX + 1));
ROW(duration_all_ones, mbe_single, EINVAL, SET(iterations, 0), SET(duration_ns, ALL_ONES));
ROW(warmup_past_max, mbe_single, EINVAL, SET(warmup, MBE_WARMUP_MAX + 1));
ROW(warmup_all_ones, mbe_single, EINVAL, SET(warmup, ALL_ONES));

ROW(batch_ops_without_batches, mbe_single, EINVAL, SET(batch_ops, 1));
ROW(batch_ops_none, mbe_batch, EINVAL, SET(batch_ops, 0));
ROW(batch_ops_past_max, mbe_batch, EINVAL, SET(batch_ops, MBE_BATCH_OPS_MAX + 1));
ROW(batch_ops_past_max_with_auto, mbe_batch, EINVAL,
    SET(timing, MBE_TIMING_AUTO), SET(batch_ops, MBE_BATCH_OPS_MAX + 1));
ROW(batches_of_phases_apart, mbe_batch, EINVAL, SET(phases, MAP_UNMAP));
ROW(batches_with_irqs_off, mbe_batch, EINVAL, SET(flags, MBE_RUN_IRQS_OFF));

ROW(transfer_past_max, mbe_single, EINVAL, SET(transfer_ns, MBE_TRANSFER_NS_MAX + 1));
ROW(transfer_all_ones, mbe_single, EINVAL, SET(transfer_ns, ALL_ONES));
ROW(transfer_in_round_trip, mbe_round_trip, EINVAL, SET(transfer_ns, 1));

ROW(node_below_any, mbe_single, EINVAL, SET(node, (__u32)-2));
ROW(node_past_all, mbe_single, EINVAL, SET(node, 1 << 20));
ROW(node_smallest, mbe_single, EINVAL, SET(node, 1u << 31));

ROW(dma_bits_past_max, mbe_single, EINVAL, SET(dma_bits, 65));
ROW(dma_bits_all_ones, mbe_single, EINVAL, SET(dma_bits, ALL_ONES));
ROW(sample_cap_past_max, mbe_single, EINVAL, SET(sample_cap, MBE_SAMPLE_CAP_MAX + 1));
ROW(sample_cap_all_ones, mbe_single, EINVAL, SET(sample_cap, ALL_ONES));

ROW(irqs_off_with_too_many_bytes, mbe_sg, EINVAL, SET(flags, MBE_RUN_IRQS_OFF),
    SET(entries, MBE_ENTRIES_MAX), SET(bytes, MBE_IRQS_OFF_BYTES_MAX / MBE_ENTRIES_MAX + 1));

ROW(cpus_without_length, mbe_single, EINVAL, SET(cpus_ptr, 4096));
ROW(data_without_length, mbe_single, EINVAL, SET(data_bytes, 0));
ROW(data_of_one_word, mbe_single, ENOSPC, SET(data_bytes, 8));
ROW(data_of_one_byte, mbe_single, ENOSPC, SET(data_bytes, 1));

TEST_HARNESS_MAIN
