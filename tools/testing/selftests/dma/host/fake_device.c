// SPDX-License-Identifier: GPL-2.0-only
/*
 * A device that exists only here: it answers the ioctls of the ABI with numbers
 * made up by rule. Linked into fake_dma_map_benchmark, it takes the kernel's
 * place before main(). The environment variable FAKE holds words that change
 * what it does:
 *   euid=N        the user's id
 *   open=ERRNO    opening fails so
 *   run=ERRNO     running fails so
 *   allfail  somefail  bounced  unknown  merged  coarse  empty
 *   histogram     bins instead of samples
 *   few           no state but dirty and untouched
 *   malformed     data outside the area given
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <linux/map_benchmark_ext.h>

#include "percentile.h"
#include "sys.h"
#include "upstream.h"

static int fake(const char *word)
{
	const char *words = getenv("FAKE");

	return words && strstr(words, word);
}

static int fake_number(const char *word, int fallback)
{
	const char *words = getenv("FAKE");
	const char *at = words ? strstr(words, word) : NULL;

	return at ? atoi(at + strlen(word)) : fallback;
}

static uid_t fake_geteuid(void)
{
	return fake_number("euid=", 0);
}

static int fake_open(const char *path, int flags)
{
	errno = fake_number("open=", 0);
	return errno ? -1 : open(path, flags | O_CLOEXEC);
}

static int query(struct mbe_query *q)
{
	struct mbe_query full = {
		.size = sizeof(full), .abi_version = MBE_ABI_VERSION,
		.modes = 6, .dirs = 14, .states = fake("few") ? 6 : 30, .timings = 14,
		.phases = MBE_PHASES_APART | MBE_PHASES_ROUND_TRIP,
		.run_flags = MBE_RUN_IRQS_OFF | MBE_RUN_COUNT, .attrs = 7,
		.dev_flags = MBE_DEV_SYNTHETIC, .domain = MBE_DOMAIN_NONE, .node = -1,
		.page_bytes = 4096, .cache_line_bytes = 64, .dma_align_bytes = 64,
		.clock_resolution_ns = 16, .max_seg_bytes = 65536,
		.threads_max = 1024, .entries_max = 65536, .batch_ops_max = 1000000,
		.warmup_max = 1000000, .transfer_ns_max = 10000000,
		.single_bytes_max = 4 << 20, .entry_bytes_max = 4 << 20,
		.irqs_off_bytes_max = 64 << 20, .iterations_max = 1ull << 40,
		.duration_ns_max = MBE_DURATION_NS_MAX,
		.sample_cap_default = 1 << 20, .sample_cap_max = 1 << 24,
		.data_bytes_min = 1 << 16, .memory_cap_bytes = 256 << 20,
		.memory_used_bytes = 1 << 20, .dma_mask = ~0ull,
		.coherent_mask = ~0ull, .max_mapping_bytes = ~0ull,
		.seg_boundary_mask = ~0ull,
		.iommu_page_bytes = fake("iommu") ? 0x201000 : 0,
	};

	*q = full;
	return 0;
}

/* Sample i of a phase: a slow, known walk with a rare peak. */
static uint64_t sample(unsigned int phase, uint64_t i)
{
	return 1000 * phase + i % 97 + (i % 50 == 49 ? 5000 : 0);
}

static void add(struct mbe_phase *phase, uint64_t ns)
{
	uint64_t square = ns * ns;

	if (!phase->count || ns < phase->min_ns)
		phase->min_ns = ns;
	if (ns > phase->max_ns)
		phase->max_ns = ns;
	phase->sum_ns += ns;
	phase->sum_sq_lo += square;
	phase->sum_sq_hi += phase->sum_sq_lo < square;
	phase->count++;
}

/* Sorted samples at @to become bins at @to. */
static void make_bins(struct mbe_phase *phase, uint64_t *to)
{
	struct mbe_bin *bin = (void *)to;
	uint64_t *copy = malloc(phase->count * sizeof(*copy)), i, edge, n = 0;

	memcpy(copy, to, phase->count * sizeof(*copy));
	db_sort_samples(copy, phase->count);
	for (i = 0; i < phase->count; i++) {
		edge = copy[i] / db_bin_width(copy[i]) * db_bin_width(copy[i]);
		if (!n || bin[n - 1].ns != edge)
			bin[n++] = (struct mbe_bin){ edge, 0 };
		bin[n - 1].count++;
	}
	phase->repr = MBE_REPR_HISTOGRAM;
	phase->data_count = n;
	free(copy);
}

static uint64_t fill(struct mbe_phase *phase, unsigned int id, uint64_t count,
		     uint64_t *data, uint64_t at)
{
	uint64_t i;

	phase->phase = id;
	phase->repr = MBE_REPR_SAMPLES;
	phase->data_offset = at * sizeof(*data);
	phase->data_count = count;
	for (i = 0; i < count; i++) {
		data[at + i] = sample(id, i);
		add(phase, sample(id, i));
	}
	if (fake("histogram"))
		make_bins(phase, data + at);
	if (fake("malformed"))
		phase->data_offset = 1ull << 40;
	/* A bin takes two words. */
	return at + phase->data_count * (fake("histogram") ? 2 : 1);
}

static void count_operations(struct mbe_result *r, const struct mbe_run *run,
			     uint64_t all)
{
	r->operations = fake("empty") ? 0 : all;
	r->failed = fake("allfail") ? all : fake("somefail") ? all / 4 : 0;
	r->bounced = fake("bounced") ? all : 0;
	r->bounce_checked = fake("unknown") ? 0 : all;
	r->entries = all * (run->entries ? run->entries : 1);
	r->segments = fake("merged") ? all : r->entries;
	r->elapsed_ns = all * 10000;
	r->flags = (fake("unknown") ? MBE_RESULT_BOUNCE_UNKNOWN : 0) |
		   (fake("coarse") ? MBE_RESULT_CLOCK_COARSE : 0);
}

static int run(const struct mbe_run *run)
{
	struct mbe_result *r = (void *)(uintptr_t)run->result_ptr;
	uint64_t *data = (void *)(uintptr_t)run->data_ptr, at = 0, all, count;
	unsigned int id;

	errno = fake_number("run=", 0);
	if (errno)
		return -1;
	if (!run->iterations == !run->duration_ns || run->size != sizeof(*run)) {
		errno = EINVAL;
		return -1;
	}
	all = (run->iterations ? run->iterations : 100) * run->threads;
	r->timing = run->timing == MBE_TIMING_BATCH ? MBE_TIMING_BATCH :
		MBE_TIMING_PER_OP;
	r->batch_ops = run->timing == MBE_TIMING_BATCH ? run->batch_ops : 1;
	r->clock_resolution_ns = 16;
	count_operations(r, run, all);
	count = (r->operations - (r->operations ? r->failed : 0)) / r->batch_ops;
	for (id = MBE_PHASE_MAP; id <= MBE_PHASE_EMPTY; id++)
		if (id >= MBE_PHASE_SET_STATE || run->phases & MBE_PHASE_BIT(id))
			at = fill(&r->phase[r->phase_count++], id, count, data, at);
	return 0;
}

static int fake_ioctl(int fd, unsigned long command, void *argument)
{
	struct db_upstream *upstream = argument;

	(void)fd;
	if (command == MBE_IOCTL_QUERY)
		return query(argument);
	if (command == MBE_IOCTL_RUN)
		return run(argument);
	if (command != DB_UPSTREAM_RUN || fake_number("run=", 0)) {
		errno = command == DB_UPSTREAM_RUN ? fake_number("run=", 0) : ENOTTY;
		return -1;
	}
	upstream->map_mean = 18;
	upstream->map_deviation = 4;
	upstream->unmap_mean = upstream->threads * 10;
	upstream->unmap_deviation = upstream->seconds;
	return 0;
}

/* Nothing moves on this machine; host/bind_test.c has one where it does. */
static int fake_write(const char *path, const char *text)
{
	(void)path;
	(void)text;
	return -EPERM;
}

static const struct db_sys fake_sys = {
	.open = fake_open,
	.ioctl = fake_ioctl,
	.geteuid = fake_geteuid,
	.write = fake_write,
};

__attribute__((constructor)) static void take_over(void)
{
	db_sys = &fake_sys;
}
