// SPDX-License-Identifier: GPL-2.0-only
/*
 * What holds for the result of every successful run, whatever was asked.
 *
 * mbe_broken() names the first invariant that does not hold. The sums are
 * compared in 128 bits made of two words, because a 32-bit compiler has none.
 */
#include <stdio.h>

#include "mbe_session.h"

struct u128 {
	__u64 hi, lo;
};

static struct u128 u128_mul(__u64 a, __u64 b)
{
	__u64 al = (__u32)a, ah = a >> 32, bl = (__u32)b, bh = b >> 32;
	__u64 mid = ah * bl + (al * bl >> 32);
	__u64 mid2 = al * bh + (__u32)mid;

	return (struct u128) {
		.hi = ah * bh + (mid >> 32) + (mid2 >> 32),
		.lo = a * b,
	};
}

static struct u128 u128_add(struct u128 a, struct u128 b)
{
	struct u128 sum = { .hi = a.hi + b.hi, .lo = a.lo + b.lo };

	sum.hi += sum.lo < a.lo;
	return sum;
}

static bool u128_less(struct u128 a, struct u128 b)
{
	return a.hi != b.hi ? a.hi < b.hi : a.lo < b.lo;
}

static struct u128 sum_sq(const struct mbe_phase *p)
{
	return (struct u128) { .hi = p->sum_sq_hi, .lo = p->sum_sq_lo };
}

/* A lower bound of sum^2 / n that needs no 192 bits: drops less than n. */
static struct u128 square_of_sum_over_n(__u64 sum, __u64 n)
{
	__u64 q = sum / n, r = sum % n;
	struct u128 twice = u128_mul(q, r);

	return u128_add(u128_mul(q, sum - r), u128_add(twice, twice));
}

static const char *broken_sums(const struct mbe_phase *p)
{
	struct u128 sum = { .lo = p->sum_ns };

	if (!p->count)
		return p->min_ns || p->max_ns || p->sum_ns || p->sum_sq_lo ||
			p->sum_sq_hi ? "statistics of no sample are not 0" : NULL;
	if (p->min_ns > p->max_ns)
		return "min > max";
	if (u128_less(sum, u128_mul(p->count, p->min_ns)) ||
	    u128_less(u128_mul(p->count, p->max_ns), sum))
		return "sum not within n * min and n * max";
	if (u128_less(sum_sq(p), square_of_sum_over_n(p->sum_ns, p->count)))
		return "sum of squares < sum^2 / n";
	if (u128_less(u128_mul(p->max_ns, p->sum_ns), sum_sq(p)))
		return "sum of squares > max * sum";
	return NULL;
}

static const char *broken_samples(const struct mbe_phase *p, const __u64 *sample)
{
	struct u128 sum = { 0 }, squares = { 0 };
	__u64 i, min = ~0ull, max = 0;

	if (p->data_count != p->count)
		return "not every sample is there";
	for (i = 0; i < p->data_count; i++) {
		min = sample[i] < min ? sample[i] : min;
		max = sample[i] > max ? sample[i] : max;
		sum = u128_add(sum, (struct u128) { .lo = sample[i] });
		squares = u128_add(squares, u128_mul(sample[i], sample[i]));
	}
	if (min != p->min_ns || max != p->max_ns)
		return "min or max is not that of the samples";
	if (sum.hi || sum.lo != p->sum_ns)
		return "sum is not that of the samples";
	if (squares.hi != p->sum_sq_hi || squares.lo != p->sum_sq_lo)
		return "sum of squares is not that of the samples";
	return NULL;
}

/* Width of the bin that begins at @ns, 0 when no bin does. */
static __u64 bin_width(__u64 ns)
{
	__u64 width = 1;

	while (ns / width >> (MBE_BINS_PER_OCTAVE_SHIFT + 1))
		width <<= 1;
	return ns % width ? 0 : width;
}

static const char *broken_bins(const struct mbe_phase *p, const struct mbe_bin *bin)
{
	__u64 i, count = 0;

	for (i = 0; i < p->data_count; i++) {
		if (!bin_width(bin[i].ns))
			return "a bin's edge is none of the documented ones";
		if (!bin[i].count)
			return "an empty bin";
		if (i && bin[i].ns <= bin[i - 1].ns)
			return "bins do not ascend";
		count += bin[i].count;
	}
	if (count != p->count)
		return "bins do not add up to the count";
	bin += p->data_count - 1;
	if (p->max_ns < bin->ns || p->max_ns - bin->ns >= bin_width(bin->ns))
		return "max is not in the last bin";
	bin -= p->data_count - 1;
	if (p->min_ns < bin->ns || p->min_ns - bin->ns >= bin_width(bin->ns))
		return "min is not in the first bin";
	return NULL;
}

static const char *broken_data(const struct mbe_session *s, const struct mbe_phase *p,
			       __u64 *end)
{
	__u64 cap = s->run.sample_cap ?: s->query.sample_cap_default;
	__u64 unit = p->repr == MBE_REPR_HISTOGRAM ? sizeof(struct mbe_bin) : sizeof(__u64);
	const char *data = (const char *)s->data + p->data_offset;

	if (p->repr == MBE_REPR_NONE)
		return s->run.data_bytes && p->count ? "samples, a data area, no data" :
			p->data_count ? "data of no representation" : NULL;
	if (p->repr != MBE_REPR_SAMPLES && p->repr != MBE_REPR_HISTOGRAM)
		return "unknown representation";
	if (!s->run.data_bytes || !p->count || !p->data_count)
		return "a representation of nothing";
	if (p->data_offset % sizeof(__u64) || p->data_offset < *end ||
	    p->data_offset > s->run.data_bytes ||
	    p->data_count > (s->run.data_bytes - p->data_offset) / unit)
		return "data overlap or lie outside the data area";
	*end = p->data_offset + p->data_count * unit;
	if (p->repr == MBE_REPR_HISTOGRAM)
		return broken_bins(p, (const struct mbe_bin *)data);
	if (p->count > cap)
		return "more samples than sample_cap";
	return broken_samples(p, (const __u64 *)data);
}

static const char *broken_phases(const struct mbe_session *s, __u64 samples)
{
	const struct mbe_result *r = &s->out.result;
	__u32 asked = r->flags & MBE_RESULT_PHASES_CHANGED ?
		MBE_PHASES_ROUND_TRIP : s->run.phases;
	__u32 seen = 0, i;
	__u64 end = 0;
	const char *broken;

	for (i = 0; i < r->phase_count; i++) {
		const struct mbe_phase *p = &r->phase[i];

		if (p->phase > MBE_PHASE_EMPTY || seen >> p->phase)
			return "unknown phase, or phases not in ascending order";
		seen |= MBE_PHASE_BIT(p->phase);
		if (p->__reserved[0] || p->__reserved[1])
			return "reserved words of a phase are not 0";
		if (asked & MBE_PHASE_BIT(p->phase) && p->count != samples)
			return "count of a phase is not that of the operations";
		if (p->clamped && r->timing != MBE_TIMING_BATCH)
			return "clamped batches without batches";
		broken = broken_sums(p) ?: broken_data(s, p, &end);
		if (broken)
			return broken;
	}
	asked |= MBE_PHASE_BIT(MBE_PHASE_SET_STATE) | MBE_PHASE_BIT(MBE_PHASE_EMPTY);
	return seen == asked ? NULL : "not exactly the phases asked for, state and empty";
}

static const char *broken_counts(const struct mbe_session *s)
{
	const struct mbe_result *r = &s->out.result;
	__u64 mapped = r->operations - r->failed;
	__u64 parts = s->run.mode == MBE_MODE_SG ? s->run.entries : 1;
	__u64 each = s->run.iterations + r->batch_ops - 1;

	each -= each % r->batch_ops;
	if (s->run.iterations && r->operations != each * s->run.threads)
		return "operations are not iterations * threads";
	if (r->failed > r->operations)
		return "more failed than operations";
	if (r->entries != mapped * parts)
		return "entries are not mappings * entries";
	if (r->segments > r->entries || r->segments < mapped)
		return "segments not within mappings and entries";
	if (r->bounce_checked > r->entries || r->bounced > r->bounce_checked)
		return "not bounced <= checked <= entries";
	if (r->flags & MBE_RESULT_BOUNCE_UNKNOWN && r->bounce_checked)
		return "bounces unknown, yet checked";
	return NULL;
}

const char *mbe_broken(const struct mbe_session *s)
{
	const struct mbe_result *r = &s->out.result;
	const struct mbe_phase *empty;
	const char *broken;
	size_t i;

	for (i = 0; i < sizeof(s->out.canary); i++) {
		if (s->out.canary[i] != MBE_PATTERN)
			return "bytes after the result were written";
	}
	if (r->size != sizeof(*r) || r->phase_count > MBE_PHASE_SLOTS)
		return "size or phase_count";
	if (r->__reserved[0] || r->__reserved[1] || r->__reserved[2] || r->__reserved[3])
		return "reserved words of the result are not 0";
	if (r->flags & ~(MBE_RESULT_CLOCK_COARSE | MBE_RESULT_BOUNCE_UNKNOWN |
			 MBE_RESULT_PHASES_CHANGED | MBE_RESULT_MASK_CHANGED |
			 MBE_RESULT_STOPPED))
		return "unknown result flags";
	if (r->timing != MBE_TIMING_PER_OP && r->timing != MBE_TIMING_BATCH)
		return "timing is neither per operation nor in batches";
	if (!r->batch_ops || (r->timing == MBE_TIMING_PER_OP && r->batch_ops != 1))
		return "batch_ops does not fit the timing";
	broken = broken_counts(s) ?:
		broken_phases(s, (r->operations - r->failed) / r->batch_ops);
	if (broken)
		return broken;
	empty = mbe_phase(s, MBE_PHASE_EMPTY);
	return empty->count && r->elapsed_ns && r->clock_resolution_ns ?
		NULL : "no empty baseline, elapsed time or clock resolution";
}
