// SPDX-License-Identifier: GPL-2.0-only
/*
 * Statistics of one phase in one thread: exact count, extremes and sums, and
 * every sample up to a cap, beyond it a histogram. Nothing here is shared
 * between threads; merging happens after the loop.
 *
 * Memory comes in chunks as it is needed, between the timed windows, so that a
 * short run costs little and a long one needs no forecast.
 */
#include <linux/bitops.h>
#include <linux/limits.h>
#include <linux/slab.h>

#include "mbe.h"

static size_t chunk_table_bytes(const struct mbe_series *s)
{
	return DIV_ROUND_UP(s->cap, MBE_CHUNK_VALUES) * sizeof(*s->chunk);
}

static u64 *chunk_alloc(struct mbe_series *s)
{
	u64 *chunk;
	int ret = mbe_memory_charge(s->run->memory_cap, MBE_CHUNK_BYTES);

	if (ret)
		return ERR_PTR(ret);
	chunk = kzalloc(MBE_CHUNK_BYTES, MBE_GFP);
	if (!chunk) {
		mbe_memory_uncharge(MBE_CHUNK_BYTES);
		return ERR_PTR(-ENOMEM);
	}
	return chunk;
}

static void chunk_free(u64 *chunk)
{
	if (!chunk)
		return;
	kfree(chunk);
	mbe_memory_uncharge(MBE_CHUNK_BYTES);
}

/**
 * mbe_series_init - start an empty series
 * @s: zeroed series
 * @run: whose memory account pays
 * @cap: raw samples to keep, 0: sums only
 *
 * Return: 0, -ENOMEM or -ENOBUFS.
 */
int mbe_series_init(struct mbe_series *s, struct mbe_run_state *run, u32 cap)
{
	int ret;

	s->run = run;
	s->min = U64_MAX;
	s->cap = cap;
	if (!cap)
		return 0;
	ret = mbe_memory_charge(run->memory_cap, chunk_table_bytes(s));
	if (ret)
		return ret;
	s->chunk = kvzalloc(chunk_table_bytes(s), MBE_GFP);
	if (!s->chunk) {
		mbe_memory_uncharge(chunk_table_bytes(s));
		return -ENOMEM;
	}
	return 0;
}

static void samples_free(struct mbe_series *s)
{
	size_t i;

	if (!s->chunk)
		return;
	for (i = 0; i < DIV_ROUND_UP(s->cap, MBE_CHUNK_VALUES); i++)
		chunk_free(s->chunk[i]);
	kvfree(s->chunk);
	s->chunk = NULL;
	mbe_memory_uncharge(chunk_table_bytes(s));
}

void mbe_series_free(struct mbe_series *s)
{
	size_t i;

	samples_free(s);
	for (i = 0; i < MBE_OCTAVES; i++) {
		chunk_free(s->octave[i]);
		s->octave[i] = NULL;
	}
}

/* Lower edge of a bin; the inverse of the split in bins_add(). */
u64 mbe_bin_floor_ns(unsigned int octave, unsigned int bin)
{
	if (!octave)
		return bin;
	return (u64)(MBE_BINS_PER_OCTAVE + bin) << (octave - 1);
}

static int bins_add(struct mbe_series *s, u64 ns, u64 count)
{
	unsigned int octave = 0, bin = ns;

	if (ns >= MBE_BINS_PER_OCTAVE) {
		octave = fls64(ns) - MBE_BINS_PER_OCTAVE_SHIFT;
		bin = (ns >> (octave - 1)) - MBE_BINS_PER_OCTAVE;
	}
	if (!s->octave[octave]) {
		u64 *chunk = chunk_alloc(s);

		if (IS_ERR(chunk))
			return PTR_ERR(chunk);
		s->octave[octave] = chunk;
	}
	s->octave[octave][bin] += count;
	return 0;
}

static int samples_to_bins(struct mbe_series *into,
			   const struct mbe_series *from, u64 count)
{
	u64 i;
	int ret;

	for (i = 0; i < count; i++) {
		ret = bins_add(into, from->chunk[i / MBE_CHUNK_VALUES]
					       [i % MBE_CHUNK_VALUES], 1);
		if (ret)
			return ret;
	}
	return 0;
}

/* Keep the last sample, counted already, raw or in its bin. */
static int keep(struct mbe_series *s, u64 ns)
{
	u64 at = s->count - 1;
	u64 **chunk;
	int ret;

	if (!s->folded && at >= s->cap) {
		ret = samples_to_bins(s, s, s->cap);
		if (ret)
			return ret;
		samples_free(s);
		s->folded = true;
	}
	if (s->folded)
		return bins_add(s, ns, 1);

	chunk = &s->chunk[at / MBE_CHUNK_VALUES];
	if (!*chunk) {
		u64 *new = chunk_alloc(s);

		if (IS_ERR(new))
			return PTR_ERR(new);
		*chunk = new;
	}
	(*chunk)[at % MBE_CHUNK_VALUES] = ns;
	return 0;
}

/**
 * mbe_series_add - take in a sample; may sleep
 * @s: the series
 * @ns: the sample
 *
 * Return: 0, -ENOMEM or -ENOBUFS; then the run has to end.
 */
int mbe_series_add(struct mbe_series *s, u64 ns)
{
	s->count++;
	s->sum += ns;
	s->sum_sq = mbe_u128_add(s->sum_sq, mbe_u128_mul(ns, ns));
	s->min = min(s->min, ns);
	s->max = max(s->max, ns);
	return s->cap ? keep(s, ns) : 0;
}

/* The same for @ns - @less_ns; a negative difference counts as 0 and is noted. */
int mbe_series_add_difference(struct mbe_series *s, u64 ns, u64 less_ns)
{
	if (ns < less_ns) {
		s->clamped++;
		ns = less_ns;
	}
	return mbe_series_add(s, ns - less_ns);
}

/* Add counts and sums of @from to @into, not its samples. */
void mbe_series_merge_stats(struct mbe_series *into,
			    const struct mbe_series *from)
{
	into->count += from->count;
	into->clamped += from->clamped;
	into->sum += from->sum;
	into->sum_sq = mbe_u128_add(into->sum_sq, from->sum_sq);
	into->min = min(into->min, from->min);
	into->max = max(into->max, from->max);
}

/* Add the samples or bins of @from to the bins of @into. 0 or an errno. */
int mbe_series_merge_bins(struct mbe_series *into,
			  const struct mbe_series *from)
{
	unsigned int octave, bin;
	int ret;

	if (!from->folded)
		return samples_to_bins(into, from, from->count);

	for (octave = 0; octave < MBE_OCTAVES; octave++) {
		const u64 *bins = from->octave[octave];

		for (bin = 0; bins && bin < MBE_BINS_PER_OCTAVE; bin++) {
			if (!bins[bin])
				continue;
			ret = bins_add(into, mbe_bin_floor_ns(octave, bin),
				       bins[bin]);
			if (ret)
				return ret;
		}
	}
	return 0;
}
