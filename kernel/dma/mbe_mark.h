/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Marks for a plugin of the emulator, and whether something came between them.
 */
#ifndef _MBE_MARK_H
#define _MBE_MARK_H

#include <linux/kernel_stat.h>
#include <linux/sched.h>
#include <linux/smp.h>
#include <linux/types.h>
#include <uapi/linux/map_benchmark_mark.h>

#if defined(CONFIG_ARM64)
#define MBE_HAVE_MARKS	1
/*
 * @kind is a constant. The word sits in x0, where the plugin reads it. Nothing
 * may be moved across a mark.
 */
#define mbe_mark(kind, word)						\
do {									\
	register u64 __word asm("x0") = (word);				\
									\
	asm volatile("movz xzr, #%c[code], lsl #16"			\
		     : : [code] "i" (MBE_MARK_MAGIC | (kind)),		\
			 "r" (__word) : "memory");			\
} while (0)
#else
#define MBE_HAVE_MARKS	0
#define mbe_mark(kind, word)	((void)(kind), (void)(word))
#endif

/**
 * struct mbe_witness - what would change if this thread lost the CPU
 * @cpu: CPU it runs on
 * @irqs: interrupts on that CPU so far
 * @switches: times the thread gave the CPU away so far
 */
struct mbe_witness {
	unsigned int cpu;
	unsigned long irqs;
	unsigned long switches;
};

static inline struct mbe_witness mbe_witness(void)
{
	unsigned int cpu = raw_smp_processor_id();

	return (struct mbe_witness) {
		.cpu = cpu,
		.irqs = kstat_cpu_irqs_sum(cpu),
		.switches = current->nvcsw + current->nivcsw,
	};
}

static inline bool mbe_undisturbed(const struct mbe_witness *before)
{
	struct mbe_witness now = mbe_witness();

	return now.cpu == before->cpu && now.irqs == before->irqs &&
	       now.switches == before->switches;
}

#endif /* _MBE_MARK_H */
