/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Who executes the cache operations and the barriers: by call chain, for each
 * phase of each run. Only where it is asked for, since each one then calls.
 */
#ifndef STACK_H
#define STACK_H

#include <stdint.h>

#define STACK_DEPTH	16

/* A call chain with a class of instruction, and how often in the phase. */
struct stack {
	unsigned int class, depth;
	uint64_t address[STACK_DEPTH];	/* innermost first */
	uint64_t count;
};

struct stacks {
	unsigned int count;
	struct stack *item;
};

/* Fill @stack from the vCPU that executes the instruction at @address. */
void stack_walk(struct stack *stack, unsigned int class, uint64_t address);
void stacks_add(struct stacks *stacks, const struct stack *stack, uint64_t count);
/* Add all of @from, which is empty then. */
void stacks_move(struct stacks *to, struct stacks *from);
void stacks_clear(struct stacks *stacks);

#endif
