// SPDX-License-Identifier: GPL-2.0-only
/*
 * What the clock can tell apart.
 */
#include <linux/gcd.h>
#include <linux/jiffies.h>
#include <linux/sched.h>

#include "mbe.h"

/* Steps that make the answer sure, and how long a tick-driven clock may take. */
#define STEPS_WANTED	64
#define READS_MAX	100000
#define WAIT_MS		200

/**
 * mbe_clock_resolution_ns - smallest step of the clock, measured
 *
 * Two reads in a row that are equal show that the clock steps more slowly than
 * it can be read: then the smallest step is the resolution. Where that never
 * happens, steps are multiples of the resolution, and their greatest common
 * divisor is taken.
 *
 * Return: nanoseconds, at least 1; U32_MAX for a clock that stands still.
 */
u32 mbe_clock_resolution_ns(void)
{
	unsigned long deadline = jiffies + msecs_to_jiffies(WAIT_MS);
	unsigned long divisor = 0, smallest = ULONG_MAX;
	unsigned int steps = 0, reads = 0;
	bool repeats = false;
	u64 last = mbe_clock_ns();

	while (steps < STEPS_WANTED) {
		u64 now = mbe_clock_ns();
		unsigned long step = min_t(u64, now - last, U32_MAX);

		if (step) {
			smallest = min(smallest, step);
			divisor = gcd(divisor, step);
			steps++;
		} else {
			repeats = true;
		}
		last = now;
		if (++reads >= READS_MAX && time_after(jiffies, deadline))
			break;
		if (!(reads % 1024)) {
			cond_resched();
			last = mbe_clock_ns();
		}
	}
	if (!steps)
		return U32_MAX;
	return repeats ? smallest : divisor;
}
