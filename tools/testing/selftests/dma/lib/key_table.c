// SPDX-License-Identifier: GPL-2.0-only
/* The table of keys. A new parameter of a run is a row here. */
#include "key.h"

#define AT(member)	.offset = offsetof(struct mbe_run, member), \
			.width = sizeof(((struct mbe_run *)0)->member)
#define RANGE(low, high)	.min = (low), .max = (high)

const struct db_key db_keys[DB_KEY_COUNT] = {
	[DB_KEY_DEVICE] = {
		.name = "device", .arg = "NAME",
		.help = "which of those that 'devices' lists (default: first)",
		.kind = DB_KIND_DEVICE, .length = 1,
	},
	[DB_KEY_MODE] = {
		.name = "mode", .arg = "MODE",
		.help = "single | sg (default single)",
		.kind = DB_KIND_WORD, AT(mode), .fallback = MBE_MODE_SINGLE,
		.words = db_modes,
	},
	[DB_KEY_ENTRIES] = {
		.name = "entries", .arg = "N",
		.help = "mode sg: list entries, 1 to 65536 (default 64)",
		.kind = DB_KIND_COUNT, AT(entries),
		RANGE(1, MBE_ENTRIES_MAX),
	},
	[DB_KEY_SIZE] = {
		.name = "size", .arg = "SIZE",
		.help = "bytes of the buffer or of each entry (default 4K)",
		.kind = DB_KIND_SIZE, AT(bytes),
		RANGE(1, 1ull << 40), .fallback = 4096,
	},
	[DB_KEY_DIR] = {
		.name = "dir", .arg = "DIR",
		.help = "to_device | from_device | bidirectional\n"
		"(default to_device)",
		.kind = DB_KIND_WORD, AT(dir), .fallback = MBE_DIR_TO_DEVICE,
		.words = db_dirs,
	},
	[DB_KEY_STATE] = {
		.name = "state", .arg = "STATE",
		.help = "cache state before each map: dirty | untouched |\n"
		"clean | cold (default dirty)",
		.kind = DB_KIND_WORD, AT(state), .fallback = MBE_STATE_DIRTY,
		.words = db_states,
	},
	[DB_KEY_THREADS] = {
		.name = "threads", .arg = "N",
		.help = "threads at once, 1 to 1024 (default 1)",
		.kind = DB_KIND_COUNT, AT(threads),
		RANGE(1, MBE_THREADS_MAX), .fallback = 1,
	},
	[DB_KEY_OFFSET] = {
		.name = "offset", .arg = "BYTES",
		.help = "where the buffer begins in its page (default 0)",
		.kind = DB_KIND_SIZE, AT(offset_bytes),
		RANGE(0, 65535),
	},
	[DB_KEY_PHASES] = {
		.name = "phases", .arg = "LIST",
		.help = "round_trip, or map,unmap with sync_for_device and\n"
		"sync_for_cpu as wanted (default: all four apart)",
		.kind = DB_KIND_MASK, AT(phases), .fallback = MBE_PHASES_APART,
		.words = db_phases,
	},
	[DB_KEY_TIMING] = {
		.name = "timing", .arg = "HOW",
		.help = "auto | per_op | batch; batch times many round trips\n"
		"at once, for a coarse clock (default auto)",
		.kind = DB_KIND_WORD, AT(timing), .fallback = MBE_TIMING_AUTO,
		.words = db_timings,
	},
	[DB_KEY_BATCH_OPS] = {
		.name = "batch-ops", .arg = "N",
		.help = "operations per batch, 1 to 1000000\n"
		"(default 1000; with timing auto the kernel's choice)",
		.kind = DB_KIND_COUNT, AT(batch_ops),
		RANGE(1, MBE_BATCH_OPS_MAX),
	},
	[DB_KEY_IRQS_OFF] = {
		.name = "irqs-off", .arg = NULL,
		.help = "interrupts off in each timed window",
		.kind = DB_KIND_FLAG, AT(flags), .max = MBE_RUN_IRQS_OFF,
		.words = db_switches,
	},
	[DB_KEY_ATTRS] = {
		.name = "attrs", .arg = "LIST",
		.help = "skip_cpu_sync,weak_ordering,no_warn (default none)",
		.kind = DB_KIND_MASK, AT(attrs), .words = db_attrs,
	},
	[DB_KEY_DMA_BITS] = {
		.name = "dma-bits", .arg = "BITS",
		.help = "DMA mask while it runs, 1 to 64 (default: device's)",
		.kind = DB_KIND_COUNT, AT(dma_bits),
		RANGE(1, 64),
	},
	[DB_KEY_TRANSFER_NS] = {
		.name = "transfer-ns", .arg = "NS",
		.help = "pretended transfer after the map, 0 to 10000000 ns\n"
		"(default 0)",
		.kind = DB_KIND_COUNT, AT(transfer_ns),
		RANGE(0, MBE_TRANSFER_NS_MAX),
	},
	[DB_KEY_NODE] = {
		.name = "node", .arg = "NODE",
		.help = "NUMA node of threads and buffers (default any)",
		.kind = DB_KIND_NODE, AT(node),
		RANGE(0, 1023), .fallback = UINT32_MAX,
	},
	[DB_KEY_CPUS] = {
		.name = "cpus", .arg = "LIST",
		.help = "pin threads to these CPUs, 0-3,7 (default: not pinned)",
		.kind = DB_KIND_CPUS,
	},
	[DB_KEY_ITERATIONS] = {
		.name = "iterations", .arg = "N",
		.help = "operations per thread, 1 to 2^40; instead of seconds",
		.kind = DB_KIND_COUNT, AT(iterations),
		RANGE(1, MBE_ITERATIONS_MAX), .length = 1,
	},
	[DB_KEY_SECONDS] = {
		.name = "seconds", .arg = "S",
		.help = "how long, up to 300 s, fractions allowed (default 1)",
		.kind = DB_KIND_SECONDS, AT(duration_ns),
		RANGE(1, MBE_DURATION_NS_MAX),
		.length = 1,
	},
	[DB_KEY_WARMUP] = {
		.name = "warmup", .arg = "N",
		.help = "operations thrown away first, 0 to 1000000 (default 10)",
		.kind = DB_KIND_COUNT, AT(warmup),
		RANGE(0, MBE_WARMUP_MAX), .fallback = 10, .length = 1,
	},
	[DB_KEY_SAMPLE_CAP] = {
		.name = "sample-cap", .arg = "N",
		.help = "raw samples kept per phase, up to 16777216; more\n"
		"become a histogram (default 0: about a million)",
		.kind = DB_KIND_COUNT, AT(sample_cap),
		RANGE(0, MBE_SAMPLE_CAP_MAX), .length = 1,
	},
};
