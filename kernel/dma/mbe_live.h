/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Runs in progress, seen from outside: who they are, and what their threads have
 * done so far. Without CONFIG_NET nobody could ask, and nothing is counted.
 */
#ifndef _MBE_LIVE_H
#define _MBE_LIVE_H

#include <linux/u64_stats_sync.h>
#include <linux/workqueue.h>

#include "mbe.h"

/*
 * Buckets of the live histograms: each ns up to 15, then 16 to the octave, so that
 * the middle of one is at most 1/32 away from what is in it; the last one holds
 * all from 2^40 ns on.
 */
#define MBE_LIVE_SHIFT		4
#define MBE_LIVE_PER_OCTAVE	BIT(MBE_LIVE_SHIFT)
#define MBE_LIVE_OCTAVES	40
#define MBE_LIVE_BINS		((MBE_LIVE_OCTAVES - MBE_LIVE_SHIFT + 1) * MBE_LIVE_PER_OCTAVE)
/* Timed phases: enum mbe_phase_id up to MBE_PHASE_ROUND_TRIP. */
#define MBE_LIVE_PHASES		(MBE_PHASE_ROUND_TRIP + 1)

/**
 * struct mbe_live_worker - what one thread has done; only it writes
 * @sync: where 64 bits are two words, keeps them together
 * @operations: iterations, failed ones included
 * @failed: those whose mapping was refused
 * @bounced: as in struct mbe_look
 * @count: samples of a phase
 * @sum_ns: of them
 * @bin: of them, wrapping; a reader takes differences
 */
struct mbe_live_worker {
	struct u64_stats_sync sync;
	u64_stats_t operations;
	u64_stats_t failed;
	u64_stats_t bounced;
	u64_stats_t count[MBE_LIVE_PHASES];
	u64_stats_t sum_ns[MBE_LIVE_PHASES];
	u32 bin[MBE_LIVE_PHASES][MBE_LIVE_BINS];
};

/**
 * struct mbe_live_sum - of all threads, at one time or between two
 * @operations: see struct mbe_live_worker
 * @failed: likewise
 * @bounced: likewise
 * @count: likewise
 * @sum_ns: likewise
 * @bin: likewise
 */
struct mbe_live_sum {
	u64 operations;
	u64 failed;
	u64 bounced;
	u64 count[MBE_LIVE_PHASES];
	u64 sum_ns[MBE_LIVE_PHASES];
	u32 bin[MBE_LIVE_PHASES][MBE_LIVE_BINS];
};

/**
 * struct mbe_live - a run as others see it
 * @run: the run
 * @link: in the list of all
 * @id: its number, from 1 on
 * @pid: who waits for its end
 * @measuring: all threads are warm
 * @cut: stopped by request: its result is that of what was measured
 * @sequence: interval
 * @begin_ns: when the measured part began
 * @last_ns: end of the last interval
 * @work: ends an interval
 * @now: sums at its end
 * @before: at its beginning
 * @past: between the two, or of the whole run
 */
struct mbe_live {
	struct mbe_run_state *run;
	struct list_head link;
	u32 id;
	u32 pid;
	bool measuring;
	bool cut;
	u32 sequence;
	u64 begin_ns;
	u64 last_ns;
	struct delayed_work work;
	struct mbe_live_sum now;
	struct mbe_live_sum before;
	struct mbe_live_sum past;
};

#ifdef CONFIG_NET
u64 mbe_live_bytes(const struct mbe_run_state *run);
int mbe_live_new(struct mbe_run_state *run);
void mbe_live_free(struct mbe_run_state *run);
void mbe_live_begin(struct mbe_run_state *run);
void mbe_live_measure(struct mbe_run_state *run);
void mbe_live_end(struct mbe_run_state *run, int error);
bool mbe_live_cut(const struct mbe_run_state *run);
void mbe_live_count(struct mbe_worker *w, const u64 *ns, u32 phases, u32 operations);
void mbe_live_count_failed(struct mbe_worker *w, u64 operations);
int mbe_live_stop(u32 id);
int mbe_live_each(unsigned int skip, int (*show)(struct mbe_live *live, void *data), void *data);
void mbe_live_read(struct mbe_live *live, struct mbe_live_sum *sum);
u64 mbe_live_quantile(const struct mbe_live_sum *sum, u32 phase, unsigned int percent);
#else
static inline u64 mbe_live_bytes(const struct mbe_run_state *run) { return 0; }
static inline int mbe_live_new(struct mbe_run_state *run) { return 0; }
static inline void mbe_live_free(struct mbe_run_state *run) { }
static inline void mbe_live_begin(struct mbe_run_state *run) { }
static inline void mbe_live_measure(struct mbe_run_state *run) { }
static inline void mbe_live_end(struct mbe_run_state *run, int error) { }
static inline bool mbe_live_cut(const struct mbe_run_state *run) { return false; }
static inline void mbe_live_count(struct mbe_worker *w, const u64 *ns, u32 phases,
				  u32 operations) { }
static inline void mbe_live_count_failed(struct mbe_worker *w, u64 operations) { }
#endif

#endif /* _MBE_LIVE_H */
