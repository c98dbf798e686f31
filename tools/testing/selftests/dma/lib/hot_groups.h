/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What a function belongs to: a group (cache maintenance, IOVA allocator, ...) by its
 * own name, a phase of the benchmark (map, unmap, ...) by the name of whoever called
 * it. The names are data: hot-groups.tsv tells how its lines look.
 */
#ifndef DB_HOT_GROUPS_H
#define DB_HOT_GROUPS_H

#include <stddef.h>

#include "err.h"

/* In the order in which a table shows them; the last is of all that fits nowhere. */
enum db_hot_group {
	DB_HOT_CACHE,
	DB_HOT_BARRIER,
	DB_HOT_IOMMU,
	DB_HOT_IOVA,
	DB_HOT_SWIOTLB,
	DB_HOT_CORE,
	DB_HOT_DRIVER,
	DB_HOT_REST,
	DB_HOT_GROUPS,
	DB_HOT_CALLER = DB_HOT_GROUPS,	/* that of whoever calls */
	DB_HOT_COPY	/* the same, but of a caller that copies nothing itself: swiotlb */
};

extern const char *const db_hot_names[DB_HOT_GROUPS];

struct db_hot_rule {
	char *pattern;		/* of a shell */
	unsigned int value;	/* a group, or a phase */
};

struct db_hot_groups {
	/* Rules in the order of the file: the first that fits counts. */
	size_t groups, phases, outs;
	struct db_hot_rule *group, *phase, *out;
};

/* @arch as `uname -m` says it; a line of another architecture is no rule. */
int db_hot_groups_read(struct db_hot_groups *groups, const char *arch, struct db_err *err);
void db_hot_groups_free(struct db_hot_groups *groups);

/* Of a function that one of the group @caller has called; what serves has its caller's. */
int db_hot_group_under(const struct db_hot_groups *groups, const char *function, int caller);

/* Does all that @function calls belong to no measurement? */
int db_hot_is_out(const struct db_hot_groups *groups, const char *function);

/* The phase (enum mbe_phase_id) that @function stands for, or -1. */
int db_hot_phase_of(const struct db_hot_groups *groups, const char *function);

#endif
