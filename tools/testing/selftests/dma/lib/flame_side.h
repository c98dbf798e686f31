/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What a flame graph is made of: chains from a file (text of `perf script`, or folded
 * stacks), or from a folder with perf-script.txt or stacks.folded, and the run's
 * results.json where it is there.
 */
#ifndef DB_FLAME_SIDE_H
#define DB_FLAME_SIDE_H

#include "hotspots.h"
#include "json.h"
#include "list.h"
#include "perf_text.h"

#define DB_PERF_TEXT	"perf-script.txt"
#define DB_FOLDED	"stacks.folded"
#define DB_RESULTS	"results.json"
/* The benchmark's threads, as the kernel names them. */
#define DB_THREADS	"dma-bench/*"

struct db_flame_side {
	struct db_perf_text perf;	/* folded chains are in it as well */
	int sampled;			/* by perf: each weight is a number of samples */
	struct json_object *doc;	/* NULL: what was run is not known */
	struct db_hotspots hot;
};

/* @threads and @event may be NULL, see db_perf_text_read(). */
int db_flame_side_read(struct db_flame_side *side, const char *path, const char *threads,
		       const char *event, struct db_err *err);
void db_flame_side_free(struct db_flame_side *side);

/* `uname -m` of the machine; this one's where nothing tells. Lives as long as @side. */
const char *db_flame_side_arch(const struct db_flame_side *side);

/* Where these samples mislead; @name ("A: ", or "") stands before each. */
void db_flame_notes(const struct db_flame_side *side, const char *name, struct db_list *notes);

#endif
