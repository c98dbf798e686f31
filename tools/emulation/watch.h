/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Functions whose calls are counted, from a file with a line each:
 *
 *	ffff8000800ab2a4 swiotlb_bounce x2 x3
 *
 * address, name, and registers whose values the calls are told apart by.
 * scripts/function-addresses makes it from a kernel's symbols.
 */
#ifndef WATCH_H
#define WATCH_H

#include "qemu_register.h"

#define WATCHED_MAX	32
#define WATCHED_ARGS	3

struct watched {
	uint64_t address;
	char name[64];
	unsigned int args;
	char arg_name[WATCHED_ARGS][8];
	struct cpu_register arg[WATCHED_ARGS];
	unsigned int counter;	/* without arguments: the one counter */
};

struct watch {
	unsigned int count;
	struct watched item[WATCHED_MAX];
};

/* 0, or -1 with a message on standard error. */
int watch_read(struct watch *watch, const char *path);
struct watched *watch_find(struct watch *watch, uint64_t address);
/* "swiotlb_bounce/65536/2": the counter of this very call. */
void watched_name(struct watched *watched, char *text, unsigned int room);

#endif
