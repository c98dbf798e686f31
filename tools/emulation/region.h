/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Regions: what was counted between a thread's marks, summed up by run and
 * phase. Knows nothing of QEMU.
 */
#ifndef REGION_H
#define REGION_H

#include <stdbool.h>
#include <stdint.h>

#include "stack.h"

#define COUNTERS_MAX	127	/* see the size of struct counters in count.c */
#define PHASES_MAX	16
#define THREADS_MAX	1024
#define VCPUS_MAX	512

/* One vCPU's counters as they stand: never reset, only read. */
struct counters {
	uint64_t disturbed;	/* instructions of insn_class disturbers */
	uint64_t count[COUNTERS_MAX];
};

struct total {
	uint64_t sum, min, max;	/* min and max: of one operation */
};

struct phase {
	uint64_t operations;	/* undisturbed ones: those summed up */
	uint64_t disturbed;	/* others: left out */
	struct total total[COUNTERS_MAX];
	struct stacks stacks;
};

/* A thread between its two marks. */
struct open_region {
	bool open;
	unsigned int phase, vcpu;
	struct counters at_begin;
	struct stacks stacks;	/* of this operation so far */
};

struct run {
	uint32_t number;
	bool ended;
	struct run *next;
	struct phase *phase[PHASES_MAX];	/* made when first marked */
	struct open_region *thread[THREADS_MAX];
};

/* Everything that a plugin has seen. */
struct regions {
	unsigned int counters;	/* used members of count[]; grows only */
	struct open_region *on_vcpu[VCPUS_MAX];	/* what is open there, or NULL */
	struct run *runs, **last;
	uint64_t stray;		/* marks that fit nowhere: their counts are lost */
};

void regions_init(struct regions *all, unsigned int counters);
/* A mark of @kind with @word was reached on @vcpu, whose counters are @now. */
void regions_mark(struct regions *all, unsigned int kind, uint64_t word,
		  unsigned int vcpu, const struct counters *now);
/* Has this vCPU begun an operation and not ended it? */
static inline bool regions_open(const struct regions *all, unsigned int vcpu)
{
	return vcpu < VCPUS_MAX && all->on_vcpu[vcpu];
}

#endif
