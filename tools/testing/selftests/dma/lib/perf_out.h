/* SPDX-License-Identifier: GPL-2.0-only */
/* The files of a perf session, and what perf's end means. For perf_session.c. */
#ifndef DB_PERF_OUT_H
#define DB_PERF_OUT_H

#include "err.h"

#define DB_PERF_DATA	"perf.data"
#define DB_PERF_LOG	"perf.log"
#define DB_PERF_NEW	".new"	/* behind a name until the session has ended well */

/* Exit statuses of a child that could not become perf, as a shell has them. */
#define DB_PERF_MISSING	127
#define DB_PERF_DENIED	126

/* Where perf's words go, to be written at its end; @flags: O_TRUNC or 0. Negative: failed. */
int db_perf_log(const char *folder, int flags, struct db_err *err);

/* DB_OK for an exit status of 0; else what perf said, in @err. @status: of waitpid(). */
int db_perf_ended(const char *folder, int status, struct db_err *err);

#endif
