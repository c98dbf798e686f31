// SPDX-License-Identifier: GPL-2.0-only
/*
 * A region is an operation of one thread. It is disturbed, and left out, when
 * something else had the CPU meanwhile: an interrupt or another task; or when the
 * thread was moved to another CPU.
 */
#include <stdio.h>
#include <stdlib.h>

#include "../../include/uapi/linux/map_benchmark_mark.h"
#include "region.h"

static void *zeroed(size_t bytes)
{
	void *memory = calloc(1, bytes);

	if (!memory) {
		fputs("dma-bench count: no memory\n", stderr);
		abort();
	}
	return memory;
}

void regions_init(struct regions *all, unsigned int counters)
{
	*all = (struct regions){ .counters = counters };
	all->last = &all->runs;
}

/* The newest first would be quicker, but there is a mark before every one. */
static struct run *find_run(struct regions *all, uint32_t number)
{
	struct run *run, *found = NULL;

	for (run = all->runs; run; run = run->next)
		if (run->number == number && !run->ended)
			found = run;
	return found;
}

static void begin_run(struct regions *all, uint32_t number)
{
	struct run *run = zeroed(sizeof(*run));

	run->number = number;
	*all->last = run;
	all->last = &run->next;
}

static void forget(struct regions *all, struct open_region *region)
{
	unsigned int i;

	for (i = 0; i < VCPUS_MAX; i++)
		if (all->on_vcpu[i] == region)
			all->on_vcpu[i] = NULL;
	stacks_clear(&region->stacks);
}

static void end_run(struct regions *all, struct run *run)
{
	unsigned int i;

	run->ended = true;
	for (i = 0; i < THREADS_MAX; i++) {
		all->stray += run->thread[i] && run->thread[i]->open;
		if (run->thread[i])
			forget(all, run->thread[i]);
		free(run->thread[i]);
		run->thread[i] = NULL;
	}
}

static void add(struct total *total, uint64_t count, bool first)
{
	total->sum += count;
	if (first || count < total->min)
		total->min = count;
	if (count > total->max)
		total->max = count;
}

static void close_region(struct regions *all, struct run *run,
			 struct open_region *region, unsigned int vcpu,
			 const struct counters *now)
{
	struct phase *phase = run->phase[region->phase];
	const struct counters *then = &region->at_begin;
	unsigned int i;

	region->open = false;
	if (all->on_vcpu[region->vcpu] == region)
		all->on_vcpu[region->vcpu] = NULL;
	if (vcpu != region->vcpu || now->disturbed != then->disturbed) {
		phase->disturbed++;
		stacks_clear(&region->stacks);
		return;
	}
	for (i = 0; i < all->counters; i++)
		add(&phase->total[i], now->count[i] - then->count[i],
		    !phase->operations);
	phase->operations++;
	stacks_move(&phase->stacks, &region->stacks);
}

static struct open_region *region_of(struct run *run, unsigned int thread)
{
	if (thread >= THREADS_MAX)
		return NULL;
	if (!run->thread[thread])
		run->thread[thread] = zeroed(sizeof(struct open_region));
	return run->thread[thread];
}

static void phase_mark(struct regions *all, struct run *run, bool begins,
		       uint64_t word, unsigned int vcpu,
		       const struct counters *now)
{
	struct open_region *region = region_of(run, MBE_MARK_THREAD(word));
	unsigned int phase = MBE_MARK_PHASE(word);

	if (!region || phase >= PHASES_MAX || vcpu >= VCPUS_MAX ||
	    region->open == begins ||
	    (!begins && region->phase != phase)) {
		all->stray++;
		return;
	}
	if (!begins) {
		close_region(all, run, region, vcpu, now);
		return;
	}
	if (!run->phase[phase])
		run->phase[phase] = zeroed(sizeof(struct phase));
	all->on_vcpu[vcpu] = region;
	region->open = true;
	region->phase = phase;
	region->vcpu = vcpu;
	region->at_begin = *now;
}

void regions_mark(struct regions *all, unsigned int kind, uint64_t word,
		  unsigned int vcpu, const struct counters *now)
{
	struct run *run = find_run(all, MBE_MARK_RUN(word));

	if (kind == MBE_MARK_RUN_BEGIN && !run)
		begin_run(all, MBE_MARK_RUN(word));
	else if (kind == MBE_MARK_RUN_END && run)
		end_run(all, run);
	else if (kind == MBE_MARK_BEGIN && run)
		phase_mark(all, run, true, word, vcpu, now);
	else if (kind == MBE_MARK_END && run)
		phase_mark(all, run, false, word, vcpu, now);
	else
		all->stray++;
}
