/* SPDX-License-Identifier: GPL-2.0-only */
/* Sets of CPUs, written as the kernel writes them: 0-3,7 */
#ifndef DB_CPULIST_H
#define DB_CPULIST_H

#include <stddef.h>
#include <stdint.h>

#define DB_CPUS_MAX	8192	/* the ABI's 8192 bytes hold more than any kernel has */
#define DB_CPU_WORDS	(DB_CPUS_MAX / 64)

int db_cpulist_parse(const char *text, uint64_t *words);	/* 0, or -1 */
char *db_cpulist_text(const uint64_t *words);			/* free() it */
unsigned int db_cpulist_bytes(const uint64_t *words);	/* up to the last bit */

/*
 * One copy of each set for as long as the tool runs: the same words give the same
 * pointer. A matrix has many requests, and a set takes 1 KiB.
 */
const uint64_t *db_cpulist_keep(const uint64_t *words);

static inline void db_cpu_set(uint64_t *words, unsigned int cpu)
{
	words[cpu / 64] |= 1ull << cpu % 64;
}

static inline int db_cpu_isset(const uint64_t *words, unsigned int cpu)
{
	return words[cpu / 64] >> cpu % 64 & 1;
}

#endif
