/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What `perf script` prints, as call chains: as 6.1 was seen to, and newer ones do by
 * their source (tools/perf/builtin-script.c). Wanted are thread, pid or tid, time,
 * event, address and symbol, which it prints by default; more is passed over. Chains
 * get the thread's name in front, as other tools fold them.
 */
#ifndef DB_PERF_TEXT_H
#define DB_PERF_TEXT_H

#include "stacks.h"

struct db_perf_text {
	struct db_stacks stacks;	/* one for each sample that was kept */
	uint64_t samples;		/* of the event, all threads */
	uint64_t lost;			/* what the kernel says it could not keep */
	uint64_t unknown;		/* kept samples whose innermost function has no name */
	char event[64];
	char arch[32];			/* `uname -m`, of the head that --header prints; or "" */
};

/*
 * Reads @file to its end. Kept are samples of threads whose name fits @threads
 * (a shell pattern; perf has cut names to 15 characters) and of @event; without
 * one (NULL) all samples must be of one event. Where @threads are the benchmark's,
 * one that perf has no name for is known by its chain. @name is for messages.
 */
int db_perf_text_read(struct db_perf_text *perf, FILE *file, const char *name,
		      const char *threads, const char *event, struct db_err *err);
void db_perf_text_free(struct db_perf_text *perf);

#endif
