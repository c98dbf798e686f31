/* SPDX-License-Identifier: GPL-2.0-only WITH Linux-syscall-note */
/*
 * Marks: how a run with MBE_RUN_COUNT tells an emulator where a phase begins
 * and ends, so that a plugin of the emulator can count what is executed between.
 *
 * A mark is an instruction without effect, never made by a compiler, whose
 * constant says which kind of mark it is. A register holds a 64-bit word with
 * the details. Without a plugin nothing happens.
 *
 *  arm64  movz xzr, #(MBE_MARK_MAGIC | kind), lsl #16; the word in x0
 */
#ifndef _UAPI_LINUX_MAP_BENCHMARK_MARK_H
#define _UAPI_LINUX_MAP_BENCHMARK_MARK_H

#define MBE_MARK_MAGIC		0xdb00
#define MBE_MARK_KIND_MASK	0x00ff

/* Kinds, in the constant. */
#define MBE_MARK_RUN_BEGIN	1	/* word: the run only */
#define MBE_MARK_RUN_END	2	/* no thread of the run marks any more */
#define MBE_MARK_BEGIN		3	/* the first instruction after it counts */
#define MBE_MARK_END		4	/* the last instruction before it counts */
/* By programs, around what is no operation of the driver; word: a number of theirs as the run. */
#define MBE_MARK_WINDOW_BEGIN	5	/* all that the machine executes from here on */
#define MBE_MARK_WINDOW_END	6

/*
 * The word: the run's number (@count_run of struct mbe_run) in bits 63 to 32,
 * the thread's index in 31 to 16, enum mbe_phase_id in 15 to 0.
 */
#define MBE_MARK_WORD(run, thread, phase) \
	((unsigned long long)(run) << 32 | (unsigned long long)(thread) << 16 | \
	 (phase))
#define MBE_MARK_RUN(word)	((word) >> 32 & 0xffffffff)
#define MBE_MARK_THREAD(word)	((word) >> 16 & 0xffff)
#define MBE_MARK_PHASE(word)	((word) & 0xffff)

#endif /* _UAPI_LINUX_MAP_BENCHMARK_MARK_H */
