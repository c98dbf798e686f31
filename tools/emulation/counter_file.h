/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The plugin's result: a text file. tools/testing/selftests/dma/lib/counter.c
 * reads it.
 *
 *	dma-bench-counts 1
 *	target aarch64
 *	stray 0
 *	counters insn dc_cvac ...
 *	run 7
 *	phase 1 operations 200 disturbed 3
 *	count insn 51200 256 256		sum, smallest, largest
 *	stack dsb_sy 200 ffff800080010000;ffff800080023280	with stacks=on
 *	...
 *	end 7					missing if the run did not end
 *	window 1				"window 1 open": did not end, no totals
 *	total insn 81920
 *	...
 *	sha256 <of all the lines before>
 *
 * Counters that are zero throughout a phase, or a window, are not written.
 */
#ifndef COUNTER_FILE_H
#define COUNTER_FILE_H

#include <stdio.h>

#include "region.h"
#include "window.h"

#define COUNTER_FILE_HEAD	"dma-bench-counts 1"

/* 0, or -1 with errno. */
int counter_file_write(FILE *file, const char *target, const char *const *names,
		       const struct regions *all, const struct windows *windows);

#endif
