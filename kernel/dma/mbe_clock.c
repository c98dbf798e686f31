// SPDX-License-Identifier: GPL-2.0-only
/*
 * What the clock can tell apart.
 */
#include <linux/jiffies.h>
#include <linux/sched.h>

#include "mbe.h"

/* Steps that make the answer sure, and how long a tick-driven clock may take. */
#define STEPS_WANTED	128
#define READS_MAX	100000
#define WAIT_MS		200

/*
 * A clock that steps faster than it can be read: its steps, as seen, are
 * multiples of the resolution, each off by less than 1 ns where a period is no
 * whole number of ns. So is the difference of two steps, and the smallest that
 * is more than such an error comes close to the resolution.
 */
static u32 smallest_difference(const u32 *step, unsigned int steps)
{
	u32 smallest = step[0];
	unsigned int i, j;

	for (i = 0; i < steps; i++) {
		smallest = min(smallest, step[i]);
		for (j = 0; j < i; j++) {
			u32 difference = step[i] > step[j] ?
					 step[i] - step[j] :
					 step[j] - step[i];

			if (difference > 1)
				smallest = min(smallest, difference);
		}
	}
	return smallest;
}

static u32 smallest_step(const u32 *step, unsigned int steps)
{
	u32 smallest = step[0];

	while (steps--)
		smallest = min(smallest, step[steps]);
	return smallest;
}

/**
 * mbe_clock_resolution_ns - smallest step of the clock, measured
 *
 * Two reads in a row that are equal show that the clock steps more slowly than
 * it can be read: then the smallest step is the resolution.
 *
 * Return: nanoseconds, at least 1; U32_MAX for a clock that stands still.
 */
u32 mbe_clock_resolution_ns(void)
{
	unsigned long deadline = jiffies + msecs_to_jiffies(WAIT_MS);
	unsigned int steps = 0, reads = 0;
	u32 step[STEPS_WANTED];
	bool repeats = false;
	u64 last = mbe_clock_ns();

	while (steps < STEPS_WANTED) {
		u64 now = mbe_clock_ns();

		if (now != last)
			step[steps++] = min_t(u64, now - last, U32_MAX);
		else
			repeats = true;
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
	return repeats ? smallest_step(step, steps) :
			 smallest_difference(step, steps);
}
