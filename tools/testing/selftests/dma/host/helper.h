/* SPDX-License-Identifier: GPL-2.0-only */
/* What the host tests share: a fake machine, and running the tool before it. */
#ifndef HOST_HELPER_H
#define HOST_HELPER_H

#include <stddef.h>
#include <stdint.h>

/*
 * A folder that looks like a machine with debugfs, the module and one device;
 * DMA_BENCH_ROOT names it. Every part can be taken away or replaced.
 */
void machine_make(void);
void machine_write(const char *path, const char *text);
void machine_remove(const char *path);
void machine_drop(void);
const char *machine_path(const char *path);

struct ran {
	int status;
	char *out, *err;
};

/* fake_dma_map_benchmark with these words, split at blanks. */
void tool_run(struct ran *ran, const char *words);
void ran_free(struct ran *ran);

/* A repeatable random number; the seed is printed, DMA_BENCH_SEED sets it. */
void random_begin(void);
uint64_t random_next(void);

#define DEVICE_FILE \
	"/sys/kernel/debug/dma_map_benchmark_ext/dma_map_benchmark_ext.0"

#endif
