/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A message of the module's netlink family as JSON: its attributes by their names in
 * Documentation/netlink/specs/dma-map-bench.yaml, with '_' for '-', and "event" for the
 * kind of message. Numbers that the ABI has words for are words. Each timed phase is
 * an object of the array "phases".
 */
#ifndef DB_NL_MESSAGE_H
#define DB_NL_MESSAGE_H

#include "json.h"

struct nlmsghdr;

/* NULL of one that is damaged, or none of ours; json_object_put() it. */
struct json_object *db_nl_message(struct nlmsghdr *head);

/* Its phases, "  map 5/9  unmap 4/4": median and 99th percentile in ns; free() it. */
char *db_nl_phases_text(struct json_object *message);

#endif
