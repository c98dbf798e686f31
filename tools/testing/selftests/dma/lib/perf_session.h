/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A `perf record` beside a run, of all CPUs, since kernel threads do the work; it takes samples
 * inside windows only, which are those of the ioctl that measures. perf_keep.h makes files of it.
 */
#ifndef DB_PERF_SESSION_H
#define DB_PERF_SESSION_H

#include <sys/types.h>

#include "err.h"

#define DB_PERF_EVENT	"cycles"
#define DB_PERF_FOLDER	"dma-perf"

struct db_perf_session {
	const char *event;	/* as the user names it */
	const char *folder;	/* made where it is missing */
	pid_t pid;		/* 0: none runs */
	int control, answer;	/* pipes: to it, and from it */
};

/* Starts perf and waits until it has its events open, and takes no samples. */
int db_perf_start(struct db_perf_session *session, struct db_err *err);

/* From here on it takes samples (@open), or none; returns when that is so. */
int db_perf_window(struct db_perf_session *session, int open, struct db_err *err);

/* Ends it and waits for it, also after an error. */
int db_perf_stop(struct db_perf_session *session, struct db_err *err);

#endif
