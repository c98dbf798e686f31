/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A request: what one case asks the kernel to do, and its name. The members
 * are those of the ABI's struct mbe_run; see lib/key.h for how people write
 * them.
 */
#ifndef DB_REQUEST_H
#define DB_REQUEST_H

#include <stddef.h>
#include <stdint.h>

#include <linux/map_benchmark_ext.h>

#include "cpulist.h"
#include "err.h"

#define DB_DEVICE_ROOM	128

struct db_request {
	struct mbe_run run;		/* pointers stay 0 until it is sent */
	const uint64_t *cpus;		/* of db_cpulist_keep(), NULL: not pinned */
	char device[DB_DEVICE_ROOM];	/* "" is the first one */
	uint32_t given;			/* 1 << enum db_key_id, by the user */
	uint32_t from_all;		/* of these, whose word came from "all" */
};

void db_request_init(struct db_request *request);

/*
 * Fill in what depends on other members, and refuse what contradicts. Nothing
 * here needs the kernel.
 */
int db_request_finish(struct db_request *request, struct db_err *err);

/*
 * The canonical name: mode, entries, size, dir, state, then whatever differs
 * from the defaults. How long the case runs is no part of it, unless
 * @with_length is set to keep two names apart. free() it.
 */
char *db_request_name(const struct db_request *request, int with_length);

/* Bytes one operation maps. */
uint64_t db_request_bytes(const struct db_request *request);

/* What makes a request another one, in few bytes: how many are in @key. */
#define DB_REQUEST_KEY_ROOM	(sizeof(struct mbe_run) + sizeof(uint32_t) + \
				 DB_CPUS_MAX / 8 + DB_DEVICE_ROOM)
size_t db_request_key(const struct db_request *request, char *key);

#endif
