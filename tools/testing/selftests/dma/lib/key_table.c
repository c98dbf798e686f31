// SPDX-License-Identifier: GPL-2.0-only
/* The table of keys. A new parameter of a run is a row here. */
#include "key.h"

#define AT(member)	offsetof(struct mbe_run, member), \
			sizeof(((struct mbe_run *)0)->member)

const struct db_key db_keys[DB_KEY_COUNT] = {
	[DB_KEY_DEVICE] = {
		"device", "NAME",
		"which of those that 'devices' lists (default: first)",
		DB_KIND_DEVICE, .length = 1,
	},
	[DB_KEY_MODE] = {
		"mode", "MODE", "single | sg (default single)",
		DB_KIND_WORD, AT(mode), .fallback = MBE_MODE_SINGLE,
		.words = db_modes,
	},
	[DB_KEY_ENTRIES] = {
		"entries", "N", "mode sg: list entries, 1 to 65536 (default 64)",
		DB_KIND_COUNT, AT(entries), 1, MBE_ENTRIES_MAX,
	},
	[DB_KEY_SIZE] = {
		"size", "SIZE",
		"bytes of the buffer or of each entry (default 4K)",
		DB_KIND_SIZE, AT(bytes), 1, 1ull << 40, .fallback = 4096,
	},
	[DB_KEY_DIR] = {
		"dir", "DIR",
		"to_device | from_device | bidirectional\n"
		"(default to_device)",
		DB_KIND_WORD, AT(dir), .fallback = MBE_DIR_TO_DEVICE,
		.words = db_dirs,
	},
	[DB_KEY_STATE] = {
		"state", "STATE",
		"cache state before each map: dirty | untouched |\n"
		"clean | cold (default dirty)",
		DB_KIND_WORD, AT(state), .fallback = MBE_STATE_DIRTY,
		.words = db_states,
	},
	[DB_KEY_THREADS] = {
		"threads", "N", "threads at once, 1 to 1024 (default 1)",
		DB_KIND_COUNT, AT(threads), 1, MBE_THREADS_MAX, 1,
	},
	[DB_KEY_OFFSET] = {
		"offset", "BYTES",
		"where the buffer begins in its page (default 0)",
		DB_KIND_SIZE, AT(offset_bytes), 0, 65535,
	},
	[DB_KEY_PHASES] = {
		"phases", "LIST",
		"round_trip, or map,unmap with sync_for_device and\n"
		"sync_for_cpu as wanted (default: all four apart)",
		DB_KIND_MASK, AT(phases), .fallback = MBE_PHASES_APART,
		.words = db_phases,
	},
	[DB_KEY_TIMING] = {
		"timing", "HOW",
		"auto | per_op | batch; batch times many round trips\n"
		"at once, for a coarse clock (default auto)",
		DB_KIND_WORD, AT(timing), .fallback = MBE_TIMING_AUTO,
		.words = db_timings,
	},
	[DB_KEY_BATCH_OPS] = {
		"batch-ops", "N",
		"operations per batch, 1 to 1000000\n"
		"(default 1000; with timing auto the kernel's choice)",
		DB_KIND_COUNT, AT(batch_ops), 1, MBE_BATCH_OPS_MAX,
	},
	[DB_KEY_IRQS_OFF] = {
		"irqs-off", NULL, "interrupts off in each timed window",
		DB_KIND_FLAG, AT(flags), .max = MBE_RUN_IRQS_OFF,
		.words = db_switches,
	},
	[DB_KEY_ATTRS] = {
		"attrs", "LIST",
		"skip_cpu_sync,weak_ordering,no_warn (default none)",
		DB_KIND_MASK, AT(attrs), .words = db_attrs,
	},
	[DB_KEY_DMA_BITS] = {
		"dma-bits", "BITS",
		"DMA mask while it runs, 1 to 64 (default: device's)",
		DB_KIND_COUNT, AT(dma_bits), 1, 64,
	},
	[DB_KEY_TRANSFER_NS] = {
		"transfer-ns", "NS",
		"pretended transfer after the map, 0 to 10000000 ns\n"
		"(default 0)",
		DB_KIND_COUNT, AT(transfer_ns), 0, MBE_TRANSFER_NS_MAX,
	},
	[DB_KEY_NODE] = {
		"node", "NODE",
		"NUMA node of threads and buffers (default any)",
		DB_KIND_NODE, AT(node), 0, 1023, .fallback = UINT32_MAX,
	},
	[DB_KEY_CPUS] = {
		"cpus", "LIST",
		"pin threads to these CPUs, 0-3,7 (default: not pinned)",
		DB_KIND_CPUS,
	},
	[DB_KEY_ITERATIONS] = {
		"iterations", "N",
		"operations per thread, 1 to 2^40; instead of seconds",
		DB_KIND_COUNT, AT(iterations), 1, MBE_ITERATIONS_MAX, .length = 1,
	},
	[DB_KEY_SECONDS] = {
		"seconds", "S",
		"how long, up to 300 s, fractions allowed (default 1)",
		DB_KIND_SECONDS, AT(duration_ns), 1, MBE_DURATION_NS_MAX,
		.length = 1,
	},
	[DB_KEY_WARMUP] = {
		"warmup", "N",
		"operations thrown away first, 0 to 1000000 (default 10)",
		DB_KIND_COUNT, AT(warmup), 0, MBE_WARMUP_MAX, 10, .length = 1,
	},
	[DB_KEY_SAMPLE_CAP] = {
		"sample-cap", "N",
		"raw samples kept per phase, up to 16777216; more\n"
		"become a histogram (default 0: about a million)",
		DB_KIND_COUNT, AT(sample_cap), 0, MBE_SAMPLE_CAP_MAX, .length = 1,
	},
};
