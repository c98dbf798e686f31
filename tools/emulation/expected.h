/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What the kernel's source says that an operation executes: a table (see
 * expected-arm64.tsv) and the rules for what its words stand for.
 */
#ifndef EXPECTED_H
#define EXPECTED_H

#include <stdbool.h>
#include <stdint.h>

#include <json-c/json.h>

/* Of one operation. */
struct expected {
	uint64_t cvac, civac, ivac;
	uint64_t waits;		/* dsb sy */
	uint64_t maps;		/* dsb st: one ends each map of a run of pages */
	uint64_t commands;	/* lists given to the SMMU */
	uint64_t maintained;	/* calls of arch_sync_dma_for_device() */
	uint64_t in, out;	/* copies between buffer and bounce slot */
};

/* What else the counts depend on. */
struct circumstances {
	uint64_t line;		/* bytes of a cache line */
	bool coherent;		/* the device: no maintenance of the buffer */
	bool coherent_walk;	/* the IOMMU: none of its tables */
};

struct table;

/*
 * The table for a kernel: the column called @word if there is one, or else that
 * of its @release. NULL with a message on standard error.
 */
struct table *expected_read(const char *path, const char *release, const char *word);
void expected_free(struct table *table);

/* false: no row of the table, or no rule, for this @phase of @result. */
bool expected_of(struct expected *expected, const struct table *table,
		 const struct circumstances *circumstances,
		 struct json_object *result, const char *phase);

#endif
