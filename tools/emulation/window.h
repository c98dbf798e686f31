/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Windows: what the whole machine executed between two marks, interrupts, other
 * tasks and all CPUs included. For programs that are no operation of ours. Other
 * CPUs are read while they run: an idle one adds a few instructions, or not.
 * Knows nothing of QEMU.
 */
#ifndef WINDOW_H
#define WINDOW_H

#include "region.h"

#define WINDOWS_MAX	64

struct window {
	uint32_t number;
	bool open;
	uint64_t count[COUNTERS_MAX];	/* at its begin while it is open, then of the window */
};

struct windows {
	unsigned int used;
	struct window item[WINDOWS_MAX];
};

/* @sum: each counter over all CPUs, now. false: a mark that fits nowhere. */
bool windows_mark(struct windows *all, unsigned int kind, uint64_t word,
		  const uint64_t *sum, unsigned int counters);

#endif
