/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The module's netlink family, through libnl-genl-3: requests, and the events of its
 * one group. Messages come as JSON (lib/nl_message.h).
 */
#ifndef DB_NL_FAMILY_H
#define DB_NL_FAMILY_H

#include <stdint.h>

#include "err.h"
#include "json.h"

struct nl_sock;

struct db_nl {
	struct nl_sock *sock;
	int family;		/* its number */
	char said[256];		/* what the kernel said of the last request it refused */
};

/* What is done with a message; it goes when this returns. */
typedef void (*db_nl_each)(struct json_object *message, void *data);

/* Fails where the kernel has no such family: the message says what to do. */
int db_nl_open(struct db_nl *nl, struct db_err *err);
void db_nl_close(struct db_nl *nl);

/* DMA_MAP_BENCH_CMD_DEVICE_GET or _RUN_GET, of all there are. */
int db_nl_dump(struct db_nl *nl, int command, db_nl_each each, void *data, struct db_err *err);
/* Ends run @id; what it has measured is its result. */
int db_nl_stop(struct db_nl *nl, uint32_t id, struct db_err *err);

/* Events from now on. */
int db_nl_listen(struct db_nl *nl, struct db_err *err);
/*
 * Waits at most @timeout_ms (-1: for ever) for events, and gives each to @each.
 * @lost becomes true when some did not fit the socket's buffer.
 */
int db_nl_receive(struct db_nl *nl, int timeout_ms, db_nl_each each, void *data, int *lost,
		  struct db_err *err);

#endif
