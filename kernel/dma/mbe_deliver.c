// SPDX-License-Identifier: GPL-2.0-only
/*
 * A finished run's statistics on their way to user space: merged over the
 * threads, then samples or bins into the data area, then the result struct.
 */
#include <linux/minmax.h>
#include <linux/pagemap.h>
#include <linux/slab.h>
#include <linux/uaccess.h>

#include "mbe_live.h"

/* Most that a result can fill of the data area, however large that is. */
static u64 data_bytes_used(const struct mbe_run *req)
{
	u64 cap = req->sample_cap ?: MBE_SAMPLE_CAP_DEFAULT;

	return max(MBE_DATA_BYTES_MIN,
		   MBE_PHASE_EMPTY * max_t(u64, cap, req->threads) *
		   sizeof(u64));
}

/**
 * mbe_deliver_check - can the result be delivered?
 * @req: the request
 *
 * Asked before the run, so that a bad pointer costs no run and spoils nothing.
 *
 * Return: 0, -EINVAL, -E2BIG, -EFAULT, -ENOSPC or -ENOMEM.
 */
int mbe_deliver_check(const struct mbe_run *req)
{
	struct mbe_result *result = kmalloc(sizeof(*result), GFP_KERNEL);
	int ret;

	if (!result)
		return -ENOMEM;
	ret = mbe_copy_in(result, sizeof(*result), MBE_RESULT_SIZE_VER1,
			  req->result_ptr);
	kfree(result);
	if (ret)
		return ret;
	if (fault_in_safe_writeable(u64_to_user_ptr(req->result_ptr),
				    MBE_RESULT_SIZE_VER1))
		return -EFAULT;
	if (!req->data_bytes)
		return req->data_ptr ? -EINVAL : 0;
	if (req->data_bytes < MBE_DATA_BYTES_MIN)
		return -ENOSPC;
	if (req->data_bytes > SSIZE_MAX)
		return -EFAULT;
	if (!mbe_user_address(req->data_ptr) ||
	    fault_in_safe_writeable(u64_to_user_ptr(req->data_ptr),
				    min(req->data_bytes, data_bytes_used(req))))
		return -EFAULT;
	return 0;
}

/**
 * mbe_merge - statistics of a phase over all threads, without samples
 * @run: finished run
 * @phase: enum mbe_phase_id
 * @total: zeroed
 */
void mbe_merge(const struct mbe_run_state *run, u32 phase,
	       struct mbe_series *total)
{
	unsigned int i;

	total->min = U64_MAX;
	for (i = 0; i < run->threads; i++)
		mbe_series_merge_stats(total, &run->worker[i].series[phase]);
	if (!total->count)
		total->min = 0;
}

/**
 * struct delivery - a result on its way, complete before the first byte leaves
 * @run: finished run
 * @result: what the caller's struct mbe_result becomes
 * @total: per phase in @result, the merged statistics and, if need be, bins
 * @planned: bytes of the data area given out
 */
struct delivery {
	struct mbe_run_state *run;
	struct mbe_result result;
	struct mbe_series total[MBE_PHASE_EMPTY];
	u64 planned;
};

/* Samples are delivered when every thread has all of its own, and they fit. */
static bool samples_fit(const struct mbe_run_state *run, u32 phase,
			u64 count, u64 space)
{
	unsigned int i;

	for (i = 0; i < run->threads; i++)
		if (run->worker[i].series[phase].folded)
			return false;
	return count <= space / sizeof(u64);
}

static u64 count_bins(const struct mbe_series *total)
{
	unsigned int octave, i;
	u64 count = 0;

	for (octave = 0; octave < MBE_OCTAVES; octave++)
		for (i = 0; total->octave[octave] && i < MBE_BINS_PER_OCTAVE; i++)
			count += !!total->octave[octave][i];
	return count;
}

static int plan_histogram(struct mbe_run_state *run, struct mbe_phase *out,
			  struct mbe_series *total)
{
	unsigned int i;
	int ret = 0;

	total->run = run;
	for (i = 0; i < run->threads && !ret; i++)
		ret = mbe_series_merge_bins(total,
					    &run->worker[i].series[out->phase]);
	out->repr = MBE_REPR_HISTOGRAM;
	out->data_count = count_bins(total);
	return ret;
}

/*
 * Give a phase its part of the data area, less what the phases after it may
 * need for histograms.
 */
static int plan_data(struct delivery *d, struct mbe_phase *out,
		     struct mbe_series *total)
{
	u64 reserved = (u64)(MBE_PHASE_EMPTY - out->phase) * MBE_BINS_MAX *
		       sizeof(struct mbe_bin);
	u64 space;
	int ret = 0;

	out->repr = MBE_REPR_NONE;
	if (!d->run->req.uapi.data_bytes || !total->count)
		return 0;
	space = d->run->req.uapi.data_bytes - reserved - d->planned;
	out->data_offset = d->planned;
	if (samples_fit(d->run, out->phase, total->count, space)) {
		out->repr = MBE_REPR_SAMPLES;
		out->data_count = total->count;
		d->planned += out->data_count * sizeof(u64);
	} else {
		ret = plan_histogram(d->run, out, total);
		d->planned += out->data_count * sizeof(struct mbe_bin);
	}
	return ret;
}

static int plan_phase(struct delivery *d, u32 phase)
{
	struct mbe_series *total = &d->total[d->result.phase_count];
	struct mbe_phase *out = &d->result.phase[d->result.phase_count];

	mbe_merge(d->run, phase, total);
	*out = (struct mbe_phase) {
		.phase = phase,
		.count = total->count,
		.min_ns = total->min,
		.max_ns = total->max,
		.sum_ns = total->sum,
		.sum_sq_lo = total->sum_sq.lo,
		.sum_sq_hi = total->sum_sq.hi,
		.clamped = total->clamped,
	};
	d->result.phase_count++;
	return plan_data(d, out, total);
}

static int put_samples(const struct mbe_run_state *run, u32 phase, u64 to)
{
	unsigned int i;

	for (i = 0; i < run->threads; i++) {
		const struct mbe_series *s = &run->worker[i].series[phase];
		u64 left, at;

		for (at = 0; at < s->count; at += MBE_CHUNK_VALUES) {
			left = min_t(u64, s->count - at, MBE_CHUNK_VALUES);
			if (copy_to_user(u64_to_user_ptr(to),
					 s->chunk[at / MBE_CHUNK_VALUES],
					 left * sizeof(u64)))
				return -EFAULT;
			to += left * sizeof(u64);
		}
	}
	return 0;
}

static int put_bins(const struct mbe_series *total, u64 to)
{
	unsigned int octave, i;

	for (octave = 0; octave < MBE_OCTAVES; octave++) {
		const u64 *bins = total->octave[octave];

		for (i = 0; bins && i < MBE_BINS_PER_OCTAVE; i++) {
			struct mbe_bin bin = {
				.ns = mbe_bin_floor_ns(octave, i),
				.count = bins[i],
			};

			if (!bin.count)
				continue;
			if (copy_to_user(u64_to_user_ptr(to), &bin,
					 sizeof(bin)))
				return -EFAULT;
			to += sizeof(bin);
		}
	}
	return 0;
}

static int put_data(const struct delivery *d)
{
	u32 i;
	int ret = 0;

	for (i = 0; i < d->result.phase_count && !ret; i++) {
		const struct mbe_phase *out = &d->result.phase[i];
		u64 to = d->run->req.uapi.data_ptr + out->data_offset;

		if (out->repr == MBE_REPR_SAMPLES)
			ret = put_samples(d->run, out->phase, to);
		else if (out->repr == MBE_REPR_HISTOGRAM)
			ret = put_bins(&d->total[i], to);
	}
	return ret;
}

static void sum_workers(const struct mbe_run_state *run,
			struct mbe_result *out)
{
	u32 entries = max(run->req.uapi.entries, 1u);
	unsigned int i;

	for (i = 0; i < run->threads; i++) {
		const struct mbe_worker *w = &run->worker[i];

		out->operations += w->operations;
		out->failed += w->failed;
		out->bounced += w->look.bounced;
		out->bounce_checked += w->look.checked;
		out->segments += w->segments_sum;
	}
	out->entries = (out->operations - out->failed) * entries;
	if (!out->bounce_checked)
		out->flags |= MBE_RESULT_BOUNCE_UNKNOWN;
}

/* Is an operation, all timed phases together, too short for the clock? */
static bool coarse(const struct mbe_result *result)
{
	u64 sample_ns = 0;
	u32 i;

	for (i = 0; i < result->phase_count; i++) {
		const struct mbe_phase *phase = &result->phase[i];

		if (phase->phase >= MBE_PHASE_SET_STATE)
			continue;
		if (!phase->count)
			return false;
		sample_ns += div64_u64(phase->sum_ns, phase->count);
	}
	return sample_ns < (u64)result->batch_ops * MBE_STEPS_PER_OP_MIN *
			   result->clock_resolution_ns;
}

/* The caller's struct may be older and shorter than ours, or newer. */
static int put_result(u64 user, struct mbe_result *result)
{
	u32 size;

	if (get_user(size, (u32 __user *)u64_to_user_ptr(user)))
		return -EFAULT;
	result->size = size;
	if (copy_to_user(u64_to_user_ptr(user), result,
			 min_t(size_t, size, sizeof(*result))))
		return -EFAULT;
	return 0;
}

/**
 * mbe_deliver - hand a finished run's statistics to user space
 * @run: finished without error, checked by mbe_deliver_check()
 *
 * Everything that can fail for want of memory comes before the first copy, so
 * that such a failure leaves the caller's memory as it was.
 *
 * Return: 0, -EFAULT, -ENOMEM or -ENOBUFS.
 */
int mbe_deliver(struct mbe_run_state *run)
{
	struct delivery *d;
	u32 phase, i;
	int ret = 0;

	d = kvzalloc(sizeof(*d), GFP_KERNEL);
	if (!d)
		return -ENOMEM;
	d->run = run;
	d->result.flags = run->flags |
			  (mbe_live_cut(run) ? MBE_RESULT_STOPPED : 0);
	d->result.timing = run->timing;
	d->result.batch_ops = run->batch_ops;
	d->result.clock_resolution_ns = run->clock_resolution_ns;
	d->result.elapsed_ns = run->end_ns - run->start_ns;
	sum_workers(run, &d->result);
	for (phase = MBE_PHASE_MAP; phase <= MBE_PHASE_EMPTY && !ret; phase++)
		if (phase >= MBE_PHASE_SET_STATE ||
		    run->phases & MBE_PHASE_BIT(phase))
			ret = plan_phase(d, phase);
	if (coarse(&d->result))
		d->result.flags |= MBE_RESULT_CLOCK_COARSE;
	if (!ret)
		ret = put_data(d);
	if (!ret)
		ret = put_result(run->req.uapi.result_ptr, &d->result);
	for (i = 0; i < d->result.phase_count; i++)
		mbe_series_free(&d->total[i]);
	kvfree(d);
	return ret;
}
