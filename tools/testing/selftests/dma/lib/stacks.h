/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Call chains with a weight each: samples of perf, or what an emulator has counted.
 * As text they are "folded": one line for each chain, the outermost function
 * first, functions parted by ';', then a blank and the weight.
 */
#ifndef DB_STACKS_H
#define DB_STACKS_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "err.h"

struct db_stack {
	char *chain;		/* "main;f;g" */
	uint64_t weight;
};

struct db_stacks {
	size_t count, room;
	struct db_stack *item;
	uint64_t total;		/* of all weights */
};

void db_stacks_add(struct db_stacks *stacks, const char *chain, uint64_t weight);
/* Sorts by chain; equal chains become one. */
void db_stacks_merge(struct db_stacks *stacks);
void db_stacks_free(struct db_stacks *stacks);

/* Adds the folded lines of @file; @name is for messages, which give the line. */
int db_stacks_read(struct db_stacks *stacks, FILE *file, const char *name, struct db_err *err);
void db_stacks_write(const struct db_stacks *stacks, FILE *out);

#endif
