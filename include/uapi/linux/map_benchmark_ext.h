/* SPDX-License-Identifier: GPL-2.0-only WITH Linux-syscall-note */
/*
 * ABI of the extended DMA map benchmark: the only home of its ioctls.
 *
 * How to use it
 * -------------
 * Open /sys/kernel/debug/dma_map_benchmark_ext/<device> and ask
 * MBE_IOCTL_QUERY what this kernel and this device can do. Then
 *
 * - to measure: describe a hot loop in a struct mbe_run and hand it to
 *   MBE_IOCTL_RUN. The call sleeps until the loop is over and fills a struct
 *   mbe_result.
 * - to test: compose building blocks. MBE_IOCTL_BUFFER_ALLOC gives memory,
 *   MBE_IOCTL_CPU_ACCESS writes and reads it as the CPU, MBE_IOCTL_MAP,
 *   MBE_IOCTL_SYNC and MBE_IOCTL_UNMAP call the DMA API,
 *   MBE_IOCTL_DEVICE_ACCESS writes and reads what is mapped as the device
 *   would, MBE_IOCTL_DESCRIBE tells what a mapping is. MBE_IOCTL_SETTINGS
 *   changes the device's limits for the session. What is left when the file
 *   closes is unmapped, freed and set back.
 *
 * Every open file is a session of its own; sessions never see each other's
 * buffers, mappings or parameters.
 *
 * Rules that hold for every struct
 * --------------------------------
 * - The first member, @size, is the caller's sizeof. A shorter struct than the
 *   first published layout is -EINVAL. A longer one than the kernel knows is
 *   accepted when the unknown tail is zero, else -E2BIG; so is, whatever it
 *   holds, one longer than MBE_STRUCT_BYTES_MAX. The kernel never writes past
 *   @size bytes.
 * - Bytes named __reserved must be zero, else -EINVAL.
 * - Zero is never a valid enumerator. Bits outside a documented mask are
 *   -EINVAL.
 * - A failed call leaves the caller's structs as they were. (One exception
 *   that no kernel can avoid: -EFAULT, when memory is unmapped or made
 *   read-only by another thread while the kernel writes to it.)
 * - Layout is the same for 32 and 64 bit callers.
 * - Only the ioctl's type and number select the command, so that a caller
 *   built against another version of a struct still gets through.
 *
 * Errors
 * ------
 *  EINVAL      a value is outside its documented range, or two values
 *              contradict each other
 *  E2BIG       non-zero bytes beyond the struct this kernel knows
 *  EFAULT      a pointer is bad
 *  EOPNOTSUPP  valid, but this architecture, kernel, device or clock cannot
 *              do it (MBE_IOCTL_QUERY tells beforehand)
 *  ENOBUFS     the module's memory cap would be exceeded (module parameter
 *              memory_cap_mib), or MBE_BUFFERS_MAX or MBE_MAPPINGS_MAX
 *  ENOMEM      the kernel has no memory
 *  ENOSPC      @data_bytes is neither 0 nor at least @data_bytes_min
 *  EBUSY       another session has settings of its own; a run with another DMA
 *              mask is in progress on the device; something is mapped or
 *              running that settings, or a run's @dma_bits, would disturb; the
 *              buffer is mapped
 *  ENOENT      no such buffer or mapping in this session
 *  ENXIO       nothing is mapped at the DMA address
 *  ETIMEDOUT   the device did not finish its transfer
 *  EIO         the device refuses the DMA mask, of @dma_bits or of settings
 *  ECANCELED   the run was ended by request (map_benchmark_netlink.h) before its
 *              first sample; later, it delivers what it has: MBE_RESULT_STOPPED
 *  EINTR       a signal ended the run; nothing is left mapped. Or the caller
 *              was killed during a long building block
 *  ENODEV      the device was unbound
 *  ENOTTY      no such command
 */
#ifndef _UAPI_LINUX_MAP_BENCHMARK_EXT_H
#define _UAPI_LINUX_MAP_BENCHMARK_EXT_H

#include <linux/ioctl.h>
#include <linux/types.h>

/* Raised when a member or a meaning is added; never for a bug fix. */
#define MBE_ABI_VERSION		2

/* Largest @size of any struct; bounds what the kernel reads to check a tail. */
#define MBE_STRUCT_BYTES_MAX	4096u

#define MBE_IOCTL_TYPE		'd'
#define MBE_IOCTL_QUERY		_IOWR(MBE_IOCTL_TYPE, 0x40, struct mbe_query)
#define MBE_IOCTL_RUN		_IOWR(MBE_IOCTL_TYPE, 0x41, struct mbe_run)
#define MBE_IOCTL_BUFFER_ALLOC	_IOWR(MBE_IOCTL_TYPE, 0x50, struct mbe_buffer_alloc)
#define MBE_IOCTL_BUFFER_FREE	_IOWR(MBE_IOCTL_TYPE, 0x51, struct mbe_buffer_free)
#define MBE_IOCTL_CPU_ACCESS	_IOWR(MBE_IOCTL_TYPE, 0x52, struct mbe_cpu_access)
#define MBE_IOCTL_MAP		_IOWR(MBE_IOCTL_TYPE, 0x53, struct mbe_map)
#define MBE_IOCTL_SYNC		_IOWR(MBE_IOCTL_TYPE, 0x54, struct mbe_sync)
#define MBE_IOCTL_UNMAP		_IOWR(MBE_IOCTL_TYPE, 0x55, struct mbe_unmap)
#define MBE_IOCTL_DESCRIBE	_IOWR(MBE_IOCTL_TYPE, 0x56, struct mbe_describe)
#define MBE_IOCTL_DEVICE_ACCESS	_IOWR(MBE_IOCTL_TYPE, 0x57, struct mbe_device_access)
#define MBE_IOCTL_SETTINGS	_IOWR(MBE_IOCTL_TYPE, 0x58, struct mbe_settings)

/* What is mapped. */
enum mbe_mode {
	MBE_MODE_SINGLE		= 1,	/* dma_map_single() of one buffer */
	MBE_MODE_SG		= 2,	/* dma_map_sg() of @entries segments */
};

/* Direction of the transfer, as seen from memory. */
enum mbe_dir {
	MBE_DIR_TO_DEVICE	= 1,
	MBE_DIR_FROM_DEVICE	= 2,
	MBE_DIR_BIDIRECTIONAL	= 3,
};

/* State of the buffer's cache lines that each iteration starts from. */
enum mbe_state {
	MBE_STATE_DIRTY		= 1,	/* every byte written by the CPU */
	MBE_STATE_UNTOUCHED	= 2,	/* left as the last iteration left it */
	MBE_STATE_CLEAN		= 3,	/* written, then written back */
	MBE_STATE_COLD		= 4,	/* written back and evicted */
};

/* How time is taken. */
enum mbe_timing {
	MBE_TIMING_AUTO		= 1,	/* PER_OP unless the clock is too coarse */
	MBE_TIMING_PER_OP	= 2,	/* two clock reads around each operation */
	/*
	 * Two clock reads around @batch_ops round trips, each with its state
	 * set; a batch that only sets the state is timed right before and
	 * subtracted. Only with MBE_PHASE_ROUND_TRIP and interrupts on.
	 */
	MBE_TIMING_BATCH	= 3,
};

/* Timed phases; @phases of a request is a mask of MBE_PHASE_BIT(). */
enum mbe_phase_id {
	MBE_PHASE_MAP			= 1,
	MBE_PHASE_SYNC_FOR_DEVICE	= 2,
	MBE_PHASE_SYNC_FOR_CPU		= 3,
	MBE_PHASE_UNMAP			= 4,
	MBE_PHASE_ROUND_TRIP		= 5,	/* map and unmap in one window */
	/* Never asked for, always reported: */
	MBE_PHASE_SET_STATE		= 6,	/* setting the buffer's state */
	MBE_PHASE_EMPTY			= 7,	/* an empty operation: our own cost */
};
#define MBE_PHASE_BIT(phase)	(1u << (phase))

/* The two shapes a request's @phases may have; the syncs are optional. */
#define MBE_PHASES_APART	(MBE_PHASE_BIT(MBE_PHASE_MAP) | \
				 MBE_PHASE_BIT(MBE_PHASE_SYNC_FOR_DEVICE) | \
				 MBE_PHASE_BIT(MBE_PHASE_SYNC_FOR_CPU) | \
				 MBE_PHASE_BIT(MBE_PHASE_UNMAP))
#define MBE_PHASES_ROUND_TRIP	MBE_PHASE_BIT(MBE_PHASE_ROUND_TRIP)

/* What the data area holds for a phase. */
enum mbe_repr {
	MBE_REPR_NONE		= 1,	/* no data area was given, or no sample */
	MBE_REPR_SAMPLES	= 2,	/* every sample, a __u64 each, in ns */
	MBE_REPR_HISTOGRAM	= 3,	/* struct mbe_bin, ascending, no empty one */
};

/*
 * Histogram bins: values below 512 ns have a bin each; every power of two above
 * is cut in 512 equal bins, so a bin is never wider than 1/512 (0.195 %) of its
 * lower edge.
 */
#define MBE_BINS_PER_OCTAVE_SHIFT	9

/* IOMMU domain in front of the device. */
enum mbe_domain {
	MBE_DOMAIN_NONE		= 1,	/* no IOMMU: dma-direct */
	MBE_DOMAIN_IDENTITY	= 2,	/* IOMMU in passthrough */
	MBE_DOMAIN_DMA_STRICT	= 3,	/* translated, flushed at each unmap */
	MBE_DOMAIN_DMA_LAZY	= 4,	/* translated, flushed from a queue */
	MBE_DOMAIN_OTHER	= 5,
};

/* Facts of the device, @dev_flags. */
#define MBE_DEV_SYNTHETIC		(1u << 0) /* made by the module */
#define MBE_DEV_COHERENT		(1u << 1) /* caches need no maintenance */
#define MBE_DEV_SWIOTLB			(1u << 2) /* has a bounce pool */
#define MBE_DEV_SWIOTLB_FORCED		(1u << 3) /* every mapping bounces */
/* Coherency is the module parameter's or a session's wish, not the machine's. */
#define MBE_DEV_COHERENT_BY_PARAM	(1u << 4)
#define MBE_DEV_SERVES_UPSTREAM		(1u << 5) /* behind DMA_MAP_BENCHMARK */
#define MBE_DEV_DMA_OPS			(1u << 6) /* an architecture's own dma_map_ops */

/* Mapping attributes of a run, @attrs. */
#define MBE_ATTR_SKIP_CPU_SYNC		(1u << 0)
#define MBE_ATTR_WEAK_ORDERING		(1u << 1)
#define MBE_ATTR_NO_WARN		(1u << 2)

/* @flags of a run. */
#define MBE_RUN_IRQS_OFF	(1u << 0) /* interrupts off in each window */
/*
 * Marks for a plugin of an emulator around each operation, see
 * map_benchmark_mark.h; the times include what the marks cost. An iteration
 * that an interrupt or another task came into is run again, a few times at
 * most, until each of its phases went through in one piece; it counts once.
 * MBE_TIMING_AUTO is MBE_TIMING_PER_OP then, whatever the clock.
 */
#define MBE_RUN_COUNT		(1u << 1)

/* Fixed limits. MBE_IOCTL_QUERY reports them too, with those that vary. */
#define MBE_THREADS_MAX		1024u
#define MBE_ENTRIES_MAX		65536u
#define MBE_ITERATIONS_MAX	(1ull << 40)
#define MBE_DURATION_NS_MAX	300000000000ull		/* 300 s, as upstream */
#define MBE_WARMUP_MAX		1000000u
#define MBE_BATCH_OPS_MAX	1000000u
#define MBE_TRANSFER_NS_MAX	10000000u		/* 10 ms, as upstream */
/*
 * Bounds the time without interrupts: bytes of one operation. Less where each
 * mapping bounces into a pool that grows: without memory that may be waited for
 * each gets a pool of its own, and all of them are searched for each.
 */
#define MBE_IRQS_OFF_BYTES_MAX	(64ull << 20)
#define MBE_IRQS_OFF_BYTES_GROWS_MAX	(4ull << 20)
/* @sample_cap: samples kept per phase, over all threads. */
#define MBE_SAMPLE_CAP_DEFAULT	(1ull << 20)
#define MBE_SAMPLE_CAP_MAX	(1ull << 24)
#define MBE_PHASE_SLOTS		16

/**
 * struct mbe_query - MBE_IOCTL_QUERY: what kernel, module and device offer
 * @size: in: sizeof(struct mbe_query)
 * @abi_version: out: MBE_ABI_VERSION of the kernel side
 * @modes: out: mask of 1 << enum mbe_mode
 * @dirs: out: mask of 1 << enum mbe_dir
 * @states: out: mask of 1 << enum mbe_state that this architecture can make
 * @timings: out: mask of 1 << enum mbe_timing
 * @phases: out: mask of MBE_PHASE_BIT() that a run may ask for
 * @run_flags: out: known MBE_RUN_* bits
 * @attrs: out: known MBE_ATTR_* bits
 * @dev_flags: out: MBE_DEV_*
 * @domain: out: enum mbe_domain
 * @node: out: NUMA node of the device, -1: none
 * @page_bytes: out: PAGE_SIZE
 * @cache_line_bytes: out: smallest data cache line that maintenance works on
 * @dma_align_bytes: out: dma_get_cache_alignment()
 * @clock_resolution_ns: out: smallest step of the clock, measured now
 * @max_seg_bytes: out: dma_get_max_seg_size()
 * @threads_max: out: largest @threads
 * @entries_max: out: largest @entries
 * @batch_ops_max: out: largest @batch_ops
 * @warmup_max: out: largest @warmup
 * @transfer_ns_max: out: largest @transfer_ns
 * @single_bytes_max: out: largest @offset_bytes + @bytes of MBE_MODE_SINGLE
 *	(the page allocator's largest block)
 * @entry_bytes_max: out: the same for one entry of MBE_MODE_SG, whose @bytes
 *	may not exceed @max_seg_bytes either
 * @irqs_off_bytes_max: out: largest operation with MBE_RUN_IRQS_OFF; one of
 *	MBE_IRQS_OFF_BYTES_MAX and MBE_IRQS_OFF_BYTES_GROWS_MAX
 * @iterations_max: out: largest @iterations
 * @duration_ns_max: out: largest @duration_ns
 * @sample_cap_default: out: what @sample_cap = 0 means
 * @sample_cap_max: out: largest @sample_cap
 * @data_bytes_min: out: smallest non-zero @data_bytes of a run
 * @memory_cap_bytes: out: the module's cap on buffers and statistics now
 * @memory_used_bytes: out: what all sessions use of it now
 * @dma_mask: out: the device's streaming mask, whatever a run has set; it and
 *	the limits below as MBE_IOCTL_SETTINGS has them, if a session has
 * @coherent_mask: out: the device's coherent mask
 * @bus_limit: out: bus limit of the device, 0: none
 * @max_mapping_bytes: out: dma_max_mapping_size()
 * @seg_boundary_mask: out: dma_get_seg_boundary()
 * @min_align_mask: out: dma_get_min_align_mask()
 * @__reserved: must be zero
 * @buffer_kinds: out: mask of 1 << enum mbe_buffer_kind (since version 2, as
 *	all that follows)
 * @map_kinds: out: mask of 1 << enum mbe_map_kind
 * @backends: out: mask of 1 << enum mbe_backend that this device has
 * @settings: out: MBE_SETTING_* that this device takes
 * @iommu_page_bytes: out: mask of the page sizes that the IOMMU domain can map,
 *	0 without one
 */
struct mbe_query {
	__u32 size;
	__u32 abi_version;
	__u32 modes;
	__u32 dirs;
	__u32 states;
	__u32 timings;
	__u32 phases;
	__u32 run_flags;
	__u32 attrs;
	__u32 dev_flags;
	__u32 domain;
	__s32 node;
	__u32 page_bytes;
	__u32 cache_line_bytes;
	__u32 dma_align_bytes;
	__u32 clock_resolution_ns;
	__u32 max_seg_bytes;
	__u32 threads_max;
	__u32 entries_max;
	__u32 batch_ops_max;
	__u32 warmup_max;
	__u32 transfer_ns_max;
	__aligned_u64 single_bytes_max;
	__aligned_u64 entry_bytes_max;
	__aligned_u64 irqs_off_bytes_max;
	__aligned_u64 iterations_max;
	__aligned_u64 duration_ns_max;
	__aligned_u64 sample_cap_default;
	__aligned_u64 sample_cap_max;
	__aligned_u64 data_bytes_min;
	__aligned_u64 memory_cap_bytes;
	__aligned_u64 memory_used_bytes;
	__aligned_u64 dma_mask;
	__aligned_u64 coherent_mask;
	__aligned_u64 bus_limit;
	__aligned_u64 max_mapping_bytes;
	__aligned_u64 seg_boundary_mask;
	__u32 min_align_mask;
	__u32 __reserved;
	__u32 buffer_kinds;
	__u32 map_kinds;
	__u32 backends;
	__u32 settings;
	__aligned_u64 iommu_page_bytes;
};
#define MBE_QUERY_SIZE_VER1	216
#define MBE_QUERY_SIZE_VER2	240

/**
 * struct mbe_run - MBE_IOCTL_RUN: a hot loop, all members in
 * @size: sizeof(struct mbe_run)
 * @flags: MBE_RUN_*
 * @mode: enum mbe_mode
 * @dir: enum mbe_dir
 * @state: enum mbe_state, set before each iteration outside the timed window
 * @timing: enum mbe_timing
 * @phases: MBE_PHASE_BIT()s: map and unmap with any of the syncs, or
 *	MBE_PHASES_ROUND_TRIP. With MBE_TIMING_AUTO and a clock that needs
 *	batches the kernel times round trips whatever is asked here, if no sync
 *	and no @transfer_ns is; the result says so. If interrupts are to be
 *	off, such a clock is -EOPNOTSUPP.
 * @entries: MBE_MODE_SG: segments, 1 to @entries_max; MBE_MODE_SINGLE: 0
 * @bytes: bytes of the buffer, or of each segment; 1 to the queried maximum
 *	less @offset_bytes. Kernels before 6.3 may search for bounce slots for
 *	ever if more than @max_mapping_bytes is mapped with a @min_align_mask of
 *	2 KiB or more: -EOPNOTSUPP.
 * @offset_bytes: where the buffer or each segment begins in its page,
 *	0 to PAGE_SIZE - 1
 * @threads: 1 to 1024; each has a buffer of its own
 * @iterations: operations per thread, after the warm-up; 0: until
 *	@duration_ns. Exactly one of the two is given. A batch holds @batch_ops
 *	of them: the count is rounded up to whole batches.
 * @duration_ns: 1 to 300 s in ns, 0: until @iterations
 * @warmup: iterations run and thrown away before the start, 0 to 1000000
 * @batch_ops: operations per batch, 1 to 1000000; 0 unless MBE_TIMING_BATCH
 *	or, with MBE_TIMING_AUTO, a free choice of the kernel
 * @transfer_ns: pretended transfer between the map side and the unmap side,
 *	busy waited, 0 to 10 ms in ns; 0 with MBE_PHASES_ROUND_TRIP
 * @node: NUMA node to run on and allocate from, -1: any. Not with @cpus_ptr.
 * @dma_bits: DMA mask in bits, 1 to 64, for the time of the run; 0: the
 *	device's own. -EBUSY while something is mapped, in any session, if it
 *	changes the mask.
 * @attrs: MBE_ATTR_*
 * @cpus_bytes: bytes at @cpus_ptr, a multiple of 8, at most 8192; 0: none,
 *	and @cpus_ptr is 0 too
 * @cpus_ptr: bitmap of CPUs (bit n of 64-bit word n / 64), at least one and
 *	each online; thread i is pinned to the i-th of them, beginning again
 *	after the last
 * @sample_cap: raw samples kept per phase over all threads; beyond it a
 *	histogram. 0: the default
 * @data_ptr: where samples and bins go, an array of __u64; 0 if none
 * @data_bytes: its size: 0 for none, else at least @data_bytes_min. A phase
 *	whose samples do not fit is delivered as a histogram.
 * @count_run: with MBE_RUN_COUNT: a number that the marks carry, not 0 and
 *	not that of another run in progress; else 0
 * @result_ptr: a struct mbe_result
 */
struct mbe_run {
	__u32 size;
	__u32 flags;
	__u32 mode;
	__u32 dir;
	__u32 state;
	__u32 timing;
	__u32 phases;
	__u32 entries;
	__aligned_u64 bytes;
	__u32 offset_bytes;
	__u32 threads;
	__aligned_u64 iterations;
	__aligned_u64 duration_ns;
	__u32 warmup;
	__u32 batch_ops;
	__u32 transfer_ns;
	__s32 node;
	__u32 dma_bits;
	__u32 attrs;
	__u32 cpus_bytes;
	__u32 count_run;
	__aligned_u64 cpus_ptr;
	__aligned_u64 sample_cap;
	__aligned_u64 data_ptr;
	__aligned_u64 data_bytes;
	__aligned_u64 result_ptr;
};
#define MBE_RUN_SIZE_VER1	136

/**
 * struct mbe_bin - one bin of a histogram
 * @ns: lower edge of the bin
 * @count: samples in it
 */
struct mbe_bin {
	__aligned_u64 ns;
	__aligned_u64 count;
};

/**
 * struct mbe_phase - statistics of one phase, merged over the threads
 * @phase: enum mbe_phase_id
 * @repr: enum mbe_repr
 * @count: samples. Per operation: a sample is an operation. In batches: a
 *	sample is the time of @batch_ops operations.
 * @min_ns: smallest sample, 0 when @count is 0
 * @max_ns: largest sample
 * @sum_ns: exact sum of the samples
 * @sum_sq_lo: low 64 bits of the exact sum of squares, in ns^2
 * @sum_sq_hi: its high 64 bits
 * @data_offset: where this phase's data begin, bytes from @data_ptr
 * @data_count: samples or bins there
 * @clamped: batches whose subtraction came out negative and was taken as 0
 * @__reserved: zero
 */
struct mbe_phase {
	__u32 phase;
	__u32 repr;
	__aligned_u64 count;
	__aligned_u64 min_ns;
	__aligned_u64 max_ns;
	__aligned_u64 sum_ns;
	__aligned_u64 sum_sq_lo;
	__aligned_u64 sum_sq_hi;
	__aligned_u64 data_offset;
	__aligned_u64 data_count;
	__aligned_u64 clamped;
	__aligned_u64 __reserved[2];
};

/* @flags of a result. */
#define MBE_RESULT_CLOCK_COARSE		(1u << 0) /* resolution > 10 % of a round trip */
#define MBE_RESULT_BOUNCE_UNKNOWN	(1u << 1) /* could not be looked at */
#define MBE_RESULT_PHASES_CHANGED	(1u << 2) /* round trips instead of phases */
#define MBE_RESULT_MASK_CHANGED		(1u << 3) /* @dma_bits differed from the device's */
#define MBE_RESULT_STOPPED		(1u << 4) /* ended early by request: fewer iterations */

/**
 * struct mbe_result - what a run gives
 * @size: in: sizeof(struct mbe_result); everything else is out
 * @flags: MBE_RESULT_*
 * @timing: MBE_TIMING_PER_OP or MBE_TIMING_BATCH, what was used
 * @batch_ops: operations per sample, 1 unless in batches
 * @phase_count: used members of @phase
 * @clock_resolution_ns: smallest step of the clock, measured before the run
 * @operations: iterations tried over all threads, warm-up not counted:
 *	mapped plus failed
 * @failed: mappings that failed; such an iteration adds no sample
 * @bounced: mappings (single) or entries (sg) that bounced, of those looked at
 * @bounce_checked: how many were looked at: all; in batches one of each batch;
 *	behind an IOMMU one per thread, before the start; 0 with
 *	MBE_RESULT_BOUNCE_UNKNOWN
 * @segments: DMA segments after merging, summed over successful mappings
 * @entries: entries handed to successful mappings, summed likewise
 * @elapsed_ns: from the common start to the end of the last thread
 * @__reserved: zero
 * @phase: statistics, in the order of enum mbe_phase_id
 */
struct mbe_result {
	__u32 size;
	__u32 flags;
	__u32 timing;
	__u32 batch_ops;
	__u32 phase_count;
	__u32 clock_resolution_ns;
	__aligned_u64 operations;
	__aligned_u64 failed;
	__aligned_u64 bounced;
	__aligned_u64 bounce_checked;
	__aligned_u64 segments;
	__aligned_u64 entries;
	__aligned_u64 elapsed_ns;
	__aligned_u64 __reserved[4];
	struct mbe_phase phase[MBE_PHASE_SLOTS];
};
#define MBE_RESULT_SIZE_VER1	(112 + MBE_PHASE_SLOTS * 96)

/* ---- building blocks ---- */

/* What one session may hold. */
#define MBE_BUFFERS_MAX		4096u
#define MBE_MAPPINGS_MAX	65536u
/* @guard_pages of a buffer. */
#define MBE_GUARD_PAGES_MAX	64u

/*
 * @flags of MBE_IOCTL_MAP, _SYNC, _UNMAP and _DEVICE_ACCESS: the call may break
 * the rules of the DMA API, for a test of what the kernel says to that
 * (DMA_API_DEBUG, warnings, IOMMU faults). Expect messages in the kernel log.
 * Without the flag a misuse is -EINVAL. What would crash the kernel, or let a
 * device reach memory that is not the session's, is refused all the same.
 */
#define MBE_MISUSE		(1u << 0)

/* What a buffer is made of. */
enum mbe_buffer_kind {
	MBE_BUFFER_PAGES	= 1,	/* physically contiguous pages */
	MBE_BUFFER_KMALLOC	= 2,	/* kmalloc() of exactly @bytes */
	MBE_BUFFER_SCATTERED	= 3,	/* pages allocated one by one */
	MBE_BUFFER_HIGHMEM	= 4,	/* contiguous pages, from highmem */
	MBE_BUFFER_VMALLOC	= 5,	/* vmalloc(): mapping it is misuse */
};

/**
 * struct mbe_buffer_alloc - MBE_IOCTL_BUFFER_ALLOC: memory to map
 * @size: in: sizeof(struct mbe_buffer_alloc)
 * @kind: in: enum mbe_buffer_kind; without highmem MBE_BUFFER_HIGHMEM is
 *	-EOPNOTSUPP
 * @bytes: in: 1 to the largest block of the allocator behind @kind, less
 *	@offset_bytes and guards; MBE_BUFFER_SCATTERED and _VMALLOC: to 1 GiB,
 *	less @offset_bytes
 * @offset_bytes: in: where the first byte lies in its page, 0 to PAGE_SIZE - 1;
 *	0 with MBE_BUFFER_KMALLOC
 * @guard_pages: in: whole pages before and at least as many after, of the
 *	same allocation, 0 to MBE_GUARD_PAGES_MAX; MBE_BUFFER_PAGES and
 *	_HIGHMEM, else 0
 * @node: in: NUMA node, -1: any
 * @buffer: out: handle, never 0
 * @phys: out: physical address of the first byte; with SCATTERED and VMALLOC
 *	each further page lies elsewhere
 *
 * The content is zero. The bytes of the pages outside the buffer, and the guard
 * pages, hold a pattern that MBE_CPU_CHECK_GUARD checks. Both are written back
 * from the cache, where this machine has MBE_STATE_CLEAN.
 */
struct mbe_buffer_alloc {
	__u32 size;
	__u32 kind;
	__aligned_u64 bytes;
	__u32 offset_bytes;
	__u32 guard_pages;
	__s32 node;
	__u32 buffer;
	__aligned_u64 phys;
};
#define MBE_BUFFER_ALLOC_SIZE_VER1	40

/**
 * struct mbe_buffer_free - MBE_IOCTL_BUFFER_FREE
 * @size: in: sizeof(struct mbe_buffer_free)
 * @buffer: in: handle; -EBUSY while any of it is mapped
 */
struct mbe_buffer_free {
	__u32 size;
	__u32 buffer;
};
#define MBE_BUFFER_FREE_SIZE_VER1	8

/* What the CPU does to a buffer. */
enum mbe_cpu_op {
	MBE_CPU_WRITE		= 1,	/* from @data_ptr */
	MBE_CPU_READ		= 2,	/* to @data_ptr */
	MBE_CPU_FILL		= 3,	/* with the byte @value */
	MBE_CPU_COMPARE		= 4,	/* with @data_ptr */
	/* Everything around the buffer; not of MBE_BUFFER_KMALLOC, which is bare. */
	MBE_CPU_CHECK_GUARD	= 5,
	/*
	 * Of the cache lines, keeping the content: MBE_STATE_CLEAN or
	 * MBE_STATE_COLD in @value. Dirty is what a write or a fill leaves.
	 */
	MBE_CPU_SET_STATE	= 6,
};

/**
 * struct mbe_cpu_access - MBE_IOCTL_CPU_ACCESS: the CPU's side of a buffer
 * @size: in: sizeof(struct mbe_cpu_access)
 * @op: in: enum mbe_cpu_op
 * @buffer: in: handle
 * @value: in: byte of MBE_CPU_FILL, 0 to 255; state of MBE_CPU_SET_STATE,
 *	-EOPNOTSUPP when @states of the query lacks it; else 0
 * @offset: in: first byte; MBE_CPU_CHECK_GUARD: 0
 * @bytes: in: at least 1, up to the end of the buffer; MBE_CPU_CHECK_GUARD: 0
 * @data_ptr: in: user memory of @bytes for WRITE, READ and COMPARE, else 0
 * @mismatch: out: COMPARE and CHECK_GUARD: 1 when a byte differs, else 0
 * @mismatch_value: out: the byte found there
 * @mismatch_offset: out: where the first one is, from the buffer's first byte
 *	on; negative in the guard before it
 *
 * Reading and writing go through the CPU's ordinary mapping: nothing is synced.
 * With -EFAULT or -EINTR, part of the bytes may have been transferred.
 */
struct mbe_cpu_access {
	__u32 size;
	__u32 op;
	__u32 buffer;
	__u32 value;
	__aligned_u64 offset;
	__aligned_u64 bytes;
	__aligned_u64 data_ptr;
	__u32 mismatch;
	__u32 mismatch_value;
	__s64 mismatch_offset __attribute__((aligned(8)));
};
#define MBE_CPU_ACCESS_SIZE_VER1	56

/* A part of a buffer: an entry of a scatterlist, or what a single call maps. */
struct mbe_segment {
	__u32 buffer;
	__u32 __reserved;
	__aligned_u64 offset;	/* from the buffer's first byte on */
	__aligned_u64 bytes;	/* at least 1 */
};

/* The call that maps. */
enum mbe_map_kind {
	MBE_MAP_SINGLE		= 1,	/* dma_map_single(), one segment */
	MBE_MAP_PAGE		= 2,	/* dma_map_page(), one segment */
	MBE_MAP_PHYS		= 3,	/* dma_map_phys(), one segment; 6.18 and newer */
	MBE_MAP_SG		= 4,	/* dma_map_sg() */
	MBE_MAP_SGTABLE		= 5,	/* dma_map_sgtable() and its wrappers */
	MBE_MAP_RESOURCE	= 6,	/* dma_map_resource() of @phys, @bytes */
	MBE_MAP_STACK		= 7,	/* misuse: dma_map_single() of a local variable */
	MBE_MAP_IOVA		= 8,	/* dma_iova_try_alloc(), _link() each, _sync() */
};

/**
 * struct mbe_map - MBE_IOCTL_MAP: map for the device
 * @size: in: sizeof(struct mbe_map)
 * @kind: in: enum mbe_map_kind; -EOPNOTSUPP where the kernel or (MBE_MAP_IOVA)
 *	the device's path has no such call. MBE_MAP_SINGLE is -EINVAL where the
 *	buffer has no kernel address (highmem).
 * @dir: in: enum mbe_dir
 * @attrs: in: MBE_ATTR_*
 * @flags: in: MBE_MISUSE or 0. Misuse is MBE_MAP_STACK, and MBE_MAP_SINGLE of
 *	an MBE_BUFFER_VMALLOC, which no other kind takes: even if the kernel
 *	maps it, it is unmapped at once, and @mapping is 0.
 * @segment_count: in: entries at @segments_ptr: 1, or to MBE_ENTRIES_MAX for SG,
 *	SGTABLE and IOVA; 0 for RESOURCE and STACK. A segment is physically
 *	contiguous. Of SG and SGTABLE none is longer than
 *	dma_get_max_seg_size(); -EOPNOTSUPP where a run would say so for its
 *	@bytes. Of IOVA only the first may begin, and only the
 *	last may end, elsewhere than at the border of an IOMMU page (the
 *	smallest of @iommu_page_bytes), counted in physical addresses.
 * @segments_ptr: in: array of struct mbe_segment; 0 for RESOURCE and STACK
 * @phys: in: MBE_MAP_RESOURCE: physical address, no page of it RAM or known to
 *	the kernel's memory management; else 0
 * @bytes: in: MBE_MAP_RESOURCE: 1 to 1 GiB; else 0
 * @mapping: out: handle; 0 when the DMA API refused, which is no error of this
 *	call: see @api_error
 * @api_error: out: 0; or what the DMA API said, a negative errno: from
 *	dma_map_sgtable() and dma_iova_link() their own, from the others -EIO
 *	for DMA_MAPPING_ERROR, 0 segments or no IOVA space
 * @dma_segments: out: DMA segments after merging; 0 with an @api_error
 * @entries_changed: out: scatterlist entries whose page, offset or length the
 *	call changed, also when it failed; the API changes none
 *
 * One buffer may be mapped any number of times, in one mapping or in several.
 */
struct mbe_map {
	__u32 size;
	__u32 kind;
	__u32 dir;
	__u32 attrs;
	__u32 flags;
	__u32 segment_count;
	__aligned_u64 segments_ptr;
	__aligned_u64 phys;
	__aligned_u64 bytes;
	__u32 mapping;
	__s32 api_error;
	__u32 dma_segments;
	__u32 entries_changed;
};
#define MBE_MAP_SIZE_VER1	64

/* Who gets the mapping next. */
enum mbe_sync_for {
	MBE_SYNC_FOR_CPU	= 1,
	MBE_SYNC_FOR_DEVICE	= 2,
};

/**
 * struct mbe_sync - MBE_IOCTL_SYNC: hand a mapping over
 * @size: in: sizeof(struct mbe_sync)
 * @mapping: in: handle; not of MBE_MAP_RESOURCE or _IOVA
 * @target: in: enum mbe_sync_for
 * @flags: in: MBE_MISUSE or 0
 * @dir: in: 0: the mapping's; another enum mbe_dir is misuse
 * @entries: in: SG: 0: as many as were handed to the map call; fewer is misuse,
 *	more -EINVAL; else 0
 * @offset: in: SINGLE, PAGE, PHYS: first byte of the range; else 0
 * @bytes: in: SINGLE, PAGE, PHYS: its length, 0: all from @offset on; else 0
 */
struct mbe_sync {
	__u32 size;
	__u32 mapping;
	__u32 target;
	__u32 flags;
	__u32 dir;
	__u32 entries;
	__aligned_u64 offset;
	__aligned_u64 bytes;
};
#define MBE_SYNC_SIZE_VER1	40

/**
 * struct mbe_unmap - MBE_IOCTL_UNMAP
 * @size: in: sizeof(struct mbe_unmap)
 * @mapping: in: handle, gone afterwards, unless the call fails
 * @attrs: in: MBE_ATTR_* of the unmap call
 * @flags: in: MBE_MISUSE or 0
 * @dir: in: 0: the mapping's; another enum mbe_dir is misuse
 * @entries: in: SG: 0: as many as were handed to the map call; fewer is misuse,
 *	more -EINVAL. Behind an IOMMU at least @dma_segments, as a driver that
 *	takes one number for the other does; elsewhere a second call, which
 *	skips the CPU sync, releases the other entries. Else 0.
 * @bytes: in: SINGLE, PAGE, PHYS: 0: as mapped; less is misuse, more -EINVAL.
 *	Behind an IOMMU the shorter range must end in the same IOMMU page. IOVA:
 *	0, or bytes from the start to unlink before the rest is unlinked and
 *	the space freed, up to the border of an IOMMU page; no misuse. Else 0.
 * @entries_changed: out: scatterlist entries whose page, offset or length is not
 *	what was handed to the map call, seen right before this call
 * @__reserved: must be zero
 */
struct mbe_unmap {
	__u32 size;
	__u32 mapping;
	__u32 attrs;
	__u32 flags;
	__u32 dir;
	__u32 entries;
	__aligned_u64 bytes;
	__u32 entries_changed;
	__u32 __reserved;
};
#define MBE_UNMAP_SIZE_VER1	40

/* @flags of a description. */
#define MBE_MAPPING_BOUNCED		(1u << 0) /* the DMA address leads elsewhere */
#define MBE_MAPPING_BOUNCE_UNKNOWN	(1u << 1) /* could not be looked at */
#define MBE_MAPPING_NEEDS_SYNC		(1u << 2) /* dma_need_sync() */
#define MBE_MAPPING_COHERENT		(1u << 3) /* the device is */

/**
 * struct mbe_describe - MBE_IOCTL_DESCRIBE: what a mapping is
 * @size: in: sizeof(struct mbe_describe)
 * @mapping: in: handle
 * @segment: in: DMA segment, 0 to @dma_segments - 1
 * @flags: out: MBE_MAPPING_*; BOUNCED is of this segment's first byte
 * @dma_segments: out: how many there are
 * @entries: out: @segment_count of the map call
 * @domain: out: enum mbe_domain
 * @__reserved: must be zero
 * @dma_addr: out: DMA address of the segment
 * @dma_bytes: out: its length
 * @phys: out: where @dma_addr leads, by the direct path's arithmetic or the
 *	domain's translation; 0: nowhere, or unknown (BOUNCE_UNKNOWN)
 * @buffer_phys: out: where the mapped memory behind it lies (RESOURCE: as given)
 *
 * How much of the bounce pool is in use is told by swiotlb itself, in
 * /sys/kernel/debug/swiotlb/io_tlb_used.
 */
struct mbe_describe {
	__u32 size;
	__u32 mapping;
	__u32 segment;
	__u32 flags;
	__u32 dma_segments;
	__u32 entries;
	__u32 domain;
	__u32 __reserved;
	__aligned_u64 dma_addr;
	__aligned_u64 dma_bytes;
	__aligned_u64 phys;
	__aligned_u64 buffer_phys;
};
#define MBE_DESCRIBE_SIZE_VER1	64

/* What the device does. */
enum mbe_device_op {
	MBE_DEVICE_WRITE	= 1,	/* from @data_ptr to the DMA address */
	MBE_DEVICE_READ		= 2,	/* from the DMA address to @data_ptr */
};

/* Who acts as the device, and so what a test with it can prove. */
enum mbe_backend {
	/* IOMMU behind a translation, else DIRECT; never EDU. */
	MBE_BACKEND_AUTO	= 1,
	/*
	 * The CPU on the memory behind the address (a bounce slot, where it
	 * bounced), for a non-coherent device through an uncached alias. Proves
	 * which bytes are copied; missing cache maintenance only on hardware.
	 * Only where no IOMMU translates. Looks at no direction.
	 */
	MBE_BACKEND_DIRECT	= 2,
	/* The same, the address translated page by page by the domain. */
	MBE_BACKEND_IOMMU	= 3,
	/*
	 * QEMU's edu device itself, through the IOMMU in front of it; only
	 * where one translates. Proves translation and permissions too. Two
	 * transfers of 100 ms each for every 4095 bytes, and for what is left. The
	 * device has a DMA mask of 28 bits; another one by MBE_IOCTL_SETTINGS
	 * is right only if QEMU was told the same (dma_mask=).
	 */
	MBE_BACKEND_EDU		= 4,
};

/**
 * struct mbe_device_access - MBE_IOCTL_DEVICE_ACCESS: the device's side
 * @size: in: sizeof(struct mbe_device_access)
 * @op: in: enum mbe_device_op
 * @mapping: in: handle, not of MBE_MAP_RESOURCE; 0 with MBE_MISUSE
 * @backend: in: enum mbe_backend; -EOPNOTSUPP when the device has it not
 * @flags: in: MBE_MISUSE or 0. Misuse is to access @dma_addr, mapped or not,
 *	with MBE_BACKEND_IOMMU or _EDU.
 * @used: out: enum mbe_backend that acted
 * @offset: in: first byte, in the DMA segments one after the other; 0 with
 *	MBE_MISUSE
 * @bytes: in: 1 to 64 MiB (MBE_BACKEND_EDU: 1 MiB), up to the end of the mapping;
 *	MBE_MISUSE: to 4096
 * @data_ptr: in: user memory of @bytes
 * @dma_addr: in: with MBE_MISUSE, else 0
 *
 * -ENXIO: MBE_BACKEND_IOMMU found no translation; the bytes before it have been
 * transferred. MBE_BACKEND_EDU cannot tell: a read that the IOMMU stopped gives
 * zeroes, a write does nothing, and the IOMMU's driver logs an event. After any
 * error some of the bytes may have been transferred.
 *
 * With MBE_MISUSE something may be mapped at the address that is not the
 * session's, or more than it mapped: -ENOENT, and nothing is transferred. A read
 * may also see the rest of the IOMMU pages that a mapping of the session begins
 * and ends in. MBE_BACKEND_EDU is -EBUSY while a run is in progress on the
 * device, and -EINVAL beyond its DMA mask.
 */
struct mbe_device_access {
	__u32 size;
	__u32 op;
	__u32 mapping;
	__u32 backend;
	__u32 flags;
	__u32 used;
	__aligned_u64 offset;
	__aligned_u64 bytes;
	__aligned_u64 data_ptr;
	__aligned_u64 dma_addr;
};
#define MBE_DEVICE_ACCESS_SIZE_VER1	56

/* Members of struct mbe_settings. */
#define MBE_SETTING_DMA_MASK		(1u << 0)
#define MBE_SETTING_MIN_ALIGN_MASK	(1u << 1)
#define MBE_SETTING_MAX_SEG_BYTES	(1u << 2)
#define MBE_SETTING_SEG_BOUNDARY_MASK	(1u << 3)
#define MBE_SETTING_COHERENT		(1u << 4) /* synthetic devices only */

/**
 * struct mbe_settings - MBE_IOCTL_SETTINGS: the device's limits, for a session
 * @size: in: sizeof(struct mbe_settings)
 * @which: in: MBE_SETTING_* to set; the others go back to the device's own, so
 *	0 gives everything back
 * @dma_mask: in: (1 << n) - 1, n from 1 to 64; also the coherent mask. -EIO when
 *	the DMA API refuses it
 * @seg_boundary_mask: in: (1 << n) - 1, n from 12 to 64
 * @min_align_mask: in: (1 << n) - 1, n from 0 to 16; behind an IOMMU less than
 *	the smallest of @iommu_page_bytes, else -EOPNOTSUPP
 * @max_seg_bytes: in: at least PAGE_SIZE
 * @coherent: in: 0 or 1
 * @__reserved: must be zero
 *
 * Members that are not set must be 0. @settings of the query tells what the
 * device takes; anything else is -EOPNOTSUPP. The device belongs to one session
 * alone while it has settings: MBE_IOCTL_SETTINGS is -EBUSY while anything is
 * mapped or running, in any session; other sessions' MBE_IOCTL_MAP, _RUN and
 * _SETTINGS, and upstream's ioctl, are -EBUSY until the settings are given back
 * or the file closes. This session's own runs go with the settings; their
 * @dma_bits is set on top of them.
 */
struct mbe_settings {
	__u32 size;
	__u32 which;
	__aligned_u64 dma_mask;
	__aligned_u64 seg_boundary_mask;
	__u32 min_align_mask;
	__u32 max_seg_bytes;
	__u32 coherent;
	__u32 __reserved;
};
#define MBE_SETTINGS_SIZE_VER1	40

#endif /* _UAPI_LINUX_MAP_BENCHMARK_EXT_H */
