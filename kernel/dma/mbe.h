/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Inside of the extended DMA map benchmark: what its files share.
 *
 * A *bench* is a bound device and its debugfs file. A *request* is a validated
 * struct mbe_run. A *run* executes one request: it owns one *worker* per
 * thread, each with a *buffer* of the request's *mode* and a *series* of
 * samples per phase.
 */
#ifndef _MBE_H
#define _MBE_H

#include <linux/atomic.h>
#include <linux/cpumask.h>
#include <linux/device.h>
#include <linux/dma-mapping.h>
#include <linux/kref.h>
#include <linux/ktime.h>
#include <linux/list.h>
#include <linux/mutex.h>
#include <linux/scatterlist.h>
#include <linux/sched/signal.h>
#include <linux/timekeeping.h>
#include <linux/types.h>
#include <linux/wait.h>
#include <uapi/linux/map_benchmark_ext.h>

#include "compat.h"
#include "mbe_wide.h"

#define MBE_DRIVER_NAME	"dma_map_benchmark_ext"

struct dentry;
struct iommu_domain;
struct mbe_edu;
struct mbe_live;
struct mbe_live_worker;
struct mbe_run_state;
struct mbe_session;

/* ---- mbe_bench.c: a bound device ---- */

/**
 * struct mbe_limits - what of a device MBE_IOCTL_SETTINGS changes, raw
 * @dma_mask: streaming mask
 * @coherent_mask: coherent mask
 * @seg_boundary: as in dma_parms: 0 is the default
 * @max_seg: likewise
 * @min_align: minimum alignment mask
 * @coherent: caches need no maintenance
 */
struct mbe_limits {
	u64 dma_mask;
	u64 coherent_mask;
	unsigned long seg_boundary;
	unsigned int max_seg;
	unsigned int min_align;
	bool coherent;
};

/**
 * struct mbe_bench - a device bound to the driver
 * @dev: the device; valid while @dead is false, and for the length of an ioctl
 * @link: in the list of all that are bound
 * @ref: held by the binding and by each open file
 * @file: debugfs file of the ext ABI
 * @upstream_file: debugfs file of upstream's ABI, or NULL
 * @synthetic: made by this module
 * @edu: QEMU's edu device, or NULL
 * @life: keeps closing files and unbinding apart; guards @sessions; outermost
 * @sessions: open files
 * @lock: guards everything below; innermost
 * @dead: unbound; no run and no mapping may start
 * @runs: runs in progress
 * @own_mask: the device's mask while no run is in progress
 * @mapped: mappings of all sessions
 * @owner: the session that has settings, or NULL
 * @own_limits: what the device had before them
 */
struct mbe_bench {
	struct device *dev;
	struct list_head link;
	struct kref ref;
	struct dentry *file;
	struct dentry *upstream_file;
	bool synthetic;
	struct mbe_edu *edu;
	struct mutex life; /* closing files and unbinding exclude each other */
	struct list_head sessions;
	struct mutex lock; /* guards the rest, and the device's limits */
	bool dead;
	struct list_head runs;
	u64 own_mask;
	unsigned int mapped;
	struct mbe_session *owner;
	struct mbe_limits own_limits;
};

struct mbe_bench *mbe_bench_new(struct device *dev);
void mbe_bench_get(struct mbe_bench *bench);
void mbe_bench_put(struct mbe_bench *bench);
int mbe_bench_begin(struct mbe_bench *bench, struct mbe_run_state *run);
void mbe_bench_end(struct mbe_bench *bench, struct mbe_run_state *run);
void mbe_bench_publish(struct mbe_bench *bench);
void mbe_bench_kill(struct mbe_bench *bench);
struct mbe_bench *mbe_bench_nth(unsigned int n);
struct mbe_bench *mbe_bench_find(const char *name);

/* ---- map_benchmark_ext.c: ioctls ---- */

bool mbe_user_address(u64 user);
int mbe_copy_in(void *dst, size_t known, size_t oldest, u64 user);
int mbe_copy_out(u64 user, const void *src, size_t known);

/* ---- mbe_synthetic.c: devices of our own ---- */

int mbe_synthetic_check(void);
int mbe_synthetic_create(void);
void mbe_synthetic_destroy(void);
bool mbe_is_synthetic(struct device *dev);
u64 mbe_synthetic_mask(void);
bool mbe_coherent_by_param(void);

/* ---- mbe_memory.c: the cap on what all sessions hold ---- */

u64 mbe_memory_cap(void);
u64 mbe_memory_used(void);
/* Buffers are not worth the OOM killer: rather -ENOMEM. */
#define MBE_GFP	(GFP_KERNEL | __GFP_NOWARN | __GFP_RETRY_MAYFAIL)

int mbe_memory_charge(u64 cap, u64 bytes);
void mbe_memory_uncharge(u64 bytes);

/* ---- mbe_clock.c ---- */

/* Not slewed by NTP, unlike CLOCK_MONOTONIC. */
static inline u64 mbe_clock_ns(void)
{
	return ktime_get_raw_ns();
}

u32 mbe_clock_resolution_ns(void);

/* ---- mbe_series.c: statistics of one phase in one worker ---- */

#define MBE_BINS_PER_OCTAVE	BIT(MBE_BINS_PER_OCTAVE_SHIFT)
/* Octave 0 holds 0..511; octave k > 0 holds [512 << (k-1), 1024 << (k-1)). */
#define MBE_OCTAVES		(64 - MBE_BINS_PER_OCTAVE_SHIFT + 1)
#define MBE_BINS_MAX		(MBE_OCTAVES * MBE_BINS_PER_OCTAVE)
/* Samples and octaves are kept in chunks of one size. */
#define MBE_CHUNK_VALUES	MBE_BINS_PER_OCTAVE
#define MBE_CHUNK_BYTES		(MBE_CHUNK_VALUES * sizeof(u64))

/**
 * struct mbe_series - count, extremes, sums, and samples or histogram
 * @run: whose memory account pays
 * @count: samples so far
 * @clamped: samples that would have been negative
 * @min: smallest, in ns
 * @max: largest, in ns
 * @sum: exact sum, in ns
 * @sum_sq: exact sum of squares, in ns^2
 * @cap: raw samples to keep; 0: neither samples nor histogram
 * @chunk: samples in order of time, MBE_CHUNK_VALUES per chunk, or NULL once
 *	folded into @octave
 * @octave: bins, allocated when first hit
 * @folded: @octave is in use instead of @chunk
 */
struct mbe_series {
	struct mbe_run_state *run;
	u64 count;
	u64 clamped;
	u64 min;
	u64 max;
	u64 sum;
	struct mbe_u128 sum_sq;
	u32 cap;
	bool folded;
	u64 **chunk;
	u64 *octave[MBE_OCTAVES];
};

int mbe_series_init(struct mbe_series *s, struct mbe_run_state *run, u32 cap);
void mbe_series_free(struct mbe_series *s);
int mbe_series_add(struct mbe_series *s, u64 ns);
int mbe_series_add_difference(struct mbe_series *s, u64 ns, u64 less_ns);
void mbe_series_merge_stats(struct mbe_series *into,
			    const struct mbe_series *from);
int mbe_series_merge_bins(struct mbe_series *into,
			  const struct mbe_series *from);
u64 mbe_bin_floor_ns(unsigned int octave, unsigned int bin);

/* ---- mbe_state.c: state of the cache lines before an iteration ---- */

u32 mbe_states(void);
u32 mbe_cache_line_bytes(void);
void mbe_state_set(enum mbe_state state, void *vaddr, size_t bytes, u8 pattern);
void mbe_state_settle(enum mbe_state state, void *vaddr, phys_addr_t phys,
		      size_t bytes);

/* ---- mbe_request.c ---- */

/**
 * struct mbe_request - a validated struct mbe_run in kernel terms
 * @uapi: the request as it came
 * @mode: row of the mode table
 * @dir: direction
 * @attrs: DMA_ATTR_*
 * @cpus: CPUs to pin to; empty: none
 */
struct mbe_request {
	struct mbe_run uapi;
	const struct mbe_mode_ops *mode;
	enum dma_data_direction dir;
	unsigned long attrs;
	cpumask_var_t cpus;
};

int mbe_request_check(struct mbe_request *req, struct device *dev);
int mbe_dma_dir(u32 dir, enum dma_data_direction *out);
int mbe_dma_attrs(u32 attrs, unsigned long *out);
bool mbe_node_valid(s32 node);
u64 mbe_block_bytes_max(void);
u32 mbe_run_flags(struct device *dev);
u64 mbe_irqs_off_bytes_max(struct device *dev);

static inline bool mbe_round_trip(const struct mbe_request *req)
{
	return req->uapi.phases == MBE_PHASES_ROUND_TRIP;
}

/* ---- mbe_modes.c and one mbe_mode_*.c each ---- */

struct mbe_worker;

/**
 * struct mbe_look - what looking at mappings has shown
 * @checked: mappings (single) or entries (sg) looked at
 * @bounced: those whose DMA address leads to other memory
 */
struct mbe_look {
	u64 checked;
	u64 bounced;
};

/**
 * struct mbe_mode_ops - one way to map, a row of the table in mbe_modes.c
 * @id: enum mbe_mode
 * @footprint_bytes: memory one worker's buffer takes, to refuse early
 * @prepare: allocate the worker's buffer; a failure leaves @release to undo
 * @release: free it; copes with a half-made one
 * @set_state: bring every byte of the buffer to @state
 * @map: 0, or -EIO when the DMA API refused
 * @sync_for_device: hand the mapping to the device
 * @sync_for_cpu: hand it to the CPU
 * @unmap: undo @map
 * @look: did the last mapping bounce? Behind an IOMMU only while it is mapped.
 */
struct mbe_mode_ops {
	u32 id;
	u64 (*footprint_bytes)(const struct mbe_run *req);
	int (*prepare)(struct mbe_worker *w);
	void (*release)(struct mbe_worker *w);
	void (*set_state)(struct mbe_worker *w, enum mbe_state state);
	int (*map)(struct mbe_worker *w);
	void (*sync_for_device)(struct mbe_worker *w);
	void (*sync_for_cpu)(struct mbe_worker *w);
	void (*unmap)(struct mbe_worker *w);
	void (*look)(struct mbe_worker *w, struct mbe_look *look);
};

extern const struct mbe_mode_ops mbe_mode_single;
extern const struct mbe_mode_ops mbe_mode_sg;

u32 mbe_modes(void);
const struct mbe_mode_ops *mbe_mode_find(u32 id);
/* Bytes of the block that a buffer or an entry needs. */
static inline size_t mbe_block_bytes(const struct mbe_run *req)
{
	return req->offset_bytes + req->bytes;
}

struct page *mbe_block_alloc(struct mbe_worker *w, size_t bytes);
void mbe_block_free(struct page *page, size_t bytes);
struct iommu_domain *mbe_translation(struct device *dev);
bool mbe_bounced(const struct mbe_run_state *run, dma_addr_t addr,
		 phys_addr_t phys);

/* A clock is too coarse when an operation is less than so many steps of it. */
#define MBE_STEPS_PER_OP_MIN	10

/* ---- mbe_run.c: life of a run; mbe_loop.c: what its threads do ---- */

/**
 * struct mbe_worker - one thread of a run
 * @run: the run
 * @task: the thread; it lives until kthread_stop()
 * @index: its number
 * @cpu: CPU to pin to, -1: none
 * @marking: marks are made around each operation
 * @undisturbed: MBE_PHASE_BIT()s that nothing came into, with @marking
 * @pattern: byte that the next "dirty" writes, changes every time so that no
 *	store is silent
 * @single: buffer of MBE_MODE_SINGLE
 * @sg: buffer of MBE_MODE_SG
 * @segments: DMA segments of the last mapping
 * @operations: iterations tried
 * @failed: mappings refused
 * @segments_sum: DMA segments over all successful mappings
 * @look: bounces seen
 * @series: per enum mbe_phase_id
 * @live: what others see of it, or NULL
 */
struct mbe_worker {
	struct mbe_run_state *run;
	struct task_struct *task;
	unsigned int index;
	int cpu;
	bool marking;
	u32 undisturbed;
	u8 pattern;
	union {
		struct {
			struct page *page;
			void *vaddr;
			dma_addr_t addr;
		} single;
		struct {
			struct sg_table table;
			unsigned int filled;
		} sg;
	};
	u32 segments;
	u64 operations;
	u64 failed;
	u64 segments_sum;
	struct mbe_look look;
	struct mbe_series series[MBE_PHASE_EMPTY + 1];
	struct mbe_live_worker *live;
};

/* What the threads of a run do, all one stage before any does the next. */
enum mbe_stage {
	MBE_STAGE_PREPARE,	/* allocate */
	MBE_STAGE_PILOT,	/* the first thread alone decides the timing */
	MBE_STAGE_WARM_UP,
	MBE_STAGE_MEASURE,
	MBE_STAGES
};

/**
 * struct mbe_run_state - a run in progress
 * @bench: the device
 * @session: whose run it is; NULL: of upstream's ioctl
 * @owner: the task that waits for its end
 * @req: what is asked
 * @link: in mbe_bench.runs
 * @domain: the IOMMU domain that translates for the device, or NULL
 * @direct: nothing does: DMA addresses are physical ones
 * @memory_cap: the cap as it was at the start, in bytes
 * @clock_resolution_ns: measured before the threads start
 * @timing: MBE_TIMING_PER_OP or _BATCH; until the pilot has decided: _AUTO
 * @batch_ops: operations per sample
 * @phases: what is timed
 * @flags: MBE_RESULT_*
 * @error: first error of any thread, or why the run was stopped
 * @stop: set once, read by each thread in each iteration
 * @stage: enum mbe_stage that the threads may begin; released after what they
 *	read in it
 * @pending: threads that have not finished the stage
 * @changed: woken when @pending reaches 0, or at @stop
 * @gate: where threads wait for the next stage
 * @start_ns: when the measured stage began
 * @end_ns: when the last thread finished
 * @threads: workers
 * @worker: them
 * @live: what others see of the run, or NULL
 */
struct mbe_run_state {
	struct mbe_bench *bench;
	struct mbe_session *session;
	struct task_struct *owner;
	struct mbe_request req;
	struct list_head link;
	struct iommu_domain *domain;
	bool direct;
	u64 memory_cap;
	u32 clock_resolution_ns;
	u32 timing;
	u32 batch_ops;
	u32 phases;
	u32 flags;
	int error;
	bool stop;
	int stage;
	atomic_t pending;
	wait_queue_head_t changed;
	wait_queue_head_t gate;
	u64 start_ns;
	u64 end_ns;
	unsigned int threads;
	struct mbe_worker *worker;
	struct mbe_live *live;
};

struct mbe_run_state *mbe_run_new(struct mbe_bench *bench,
				  struct mbe_session *session,
				  const struct mbe_run *uapi);
int mbe_run_execute(struct mbe_run_state *run);
void mbe_run_stop(struct mbe_run_state *run, int error);
void mbe_run_free(struct mbe_run_state *run);

/*
 * Asked by each thread in each iteration. A signal is looked for here as well:
 * its owner has spent time on waking a thousand threads, and may not get a CPU
 * for half a minute until they all have had as much (CFS, before 6.6).
 */
static inline bool mbe_run_stopped(struct mbe_run_state *run)
{
	if (READ_ONCE(run->stop))
		return true;
	if (likely(!signal_pending(run->owner)))
		return false;
	mbe_run_stop(run, -EINTR);
	return true;
}

int mbe_worker_pilot(struct mbe_worker *w);
int mbe_worker_warm_up(struct mbe_worker *w);
int mbe_worker_loop(struct mbe_worker *w);

/* ---- mbe_deliver.c: results to user space ---- */

#define MBE_DATA_BYTES_MIN \
	((u64)MBE_PHASE_EMPTY * MBE_BINS_MAX * sizeof(struct mbe_bin))

int mbe_deliver_check(const struct mbe_run *req);
int mbe_deliver(struct mbe_run_state *run);
void mbe_merge(const struct mbe_run_state *run, u32 phase,
	       struct mbe_series *total);

/* ---- mbe_query.c, mbe_upstream.c ---- */

u32 mbe_domain(struct device *dev);
void mbe_query_fill(struct mbe_bench *bench, struct mbe_query *query);

void mbe_upstream_add(struct mbe_bench *bench);
void mbe_upstream_remove(struct mbe_bench *bench);

#endif /* _MBE_H */
