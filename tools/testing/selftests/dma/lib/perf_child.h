/* SPDX-License-Identifier: GPL-2.0-only */
/* perf as a child: how it is started, where its words go, and what its end means. */
#ifndef DB_PERF_CHILD_H
#define DB_PERF_CHILD_H

#include <sys/types.h>

#include "err.h"

#define DB_PERF_LOG	"perf.log"

struct db_perf_child {
	const char *folder;	/* its words, but for @out, go to perf.log in there */
	const char *const *words;	/* "perf" and its arguments; NULL ends them */
	int out;		/* its standard output, or -1: the log */
	int inherits[2];	/* descriptors that it gets besides, or -1 */
	int anew;		/* the log begins anew */
	int apart;		/* ^C at the terminal is not for it */
};

/* The child, which ends when this program does; or -1. */
pid_t db_perf_spawn(const struct db_perf_child *child, struct db_err *err);

/* Waits for it. DB_OK: exit status 0, or ended by signal @hint (0: none); else what it said. */
int db_perf_wait(pid_t pid, const char *folder, int hint, struct db_err *err);

#endif
