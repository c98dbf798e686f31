/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A run of ours while it lasts: a child listens to the netlink family beside the one
 * ioctl that the run is, shows each interval, and keeps it for the result. Where the
 * kernel has no such family nothing is shown, and nothing kept.
 */
#ifndef DB_LIVE_H
#define DB_LIVE_H

#include <sys/types.h>

#include "json.h"

struct db_live {
	pid_t child;		/* 0: nobody listens */
	int said;		/* end of a pipe: a byte when it listens, closed when it ends */
	int show;		/* a line of the terminal is its */
	int kept;		/* a file without a name: a line for each interval */
};

/*
 * Begins to listen; @show: also rewrites a line on stderr. The member @name stands in
 * front of it.
 */
void db_live_begin(struct db_live *live, int show, const char *name);
/*
 * The run is over; @heard: it had begun to measure, and its end is waited for, at most
 * a second. The intervals become "intervals" of @result, unless there are none or it is
 * NULL.
 */
void db_live_end(struct db_live *live, int heard, struct json_object *result);

#endif
