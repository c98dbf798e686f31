// SPDX-License-Identifier: GPL-2.0-only
/*
 * Call chains of an arm64 kernel with frame pointers: x29 points to the caller's
 * x29 and to the return address. A function without a frame has its return
 * address in x30 only; one with a frame has anything there, mostly an address
 * in itself: who reads the chains drops a function that seems to call itself.
 */
#include <stdlib.h>
#include <string.h>

#include "qemu_register.h"
#include "stack.h"

static struct cpu_register frame_pointer = { .name = "x29" };
static struct cpu_register link_register = { .name = "x30" };

/* Without a signature of pointer authentication. */
static uint64_t plain(uint64_t address)
{
	return address >> 55 & 1 ? address | 0xffffull << 48 : address;
}

static void push(struct stack *stack, uint64_t address)
{
	if (address && stack->depth < STACK_DEPTH)
		stack->address[stack->depth++] = address;
}

void stack_walk(struct stack *stack, unsigned int class, uint64_t address)
{
	uint64_t frame = register_read(&frame_pointer), next, caller;

	*stack = (struct stack){ .class = class };
	push(stack, address);
	push(stack, plain(register_read(&link_register)));
	while (frame && stack->depth < STACK_DEPTH) {
		if (!memory_read(frame, &next) || !memory_read(frame + 8, &caller))
			break;
		push(stack, plain(caller));
		if (next <= frame)
			break;
		frame = next;
	}
}

static int same(const struct stack *a, const struct stack *b)
{
	return a->class == b->class && a->depth == b->depth &&
	       !memcmp(a->address, b->address, a->depth * sizeof(*a->address));
}

void stacks_add(struct stacks *stacks, const struct stack *stack, uint64_t count)
{
	unsigned int i;

	for (i = stacks->count; i-- > 0;)
		if (same(&stacks->item[i], stack)) {
			stacks->item[i].count += count;
			return;
		}
	stacks->item = realloc(stacks->item,
			       (stacks->count + 1) * sizeof(*stacks->item));
	if (!stacks->item)
		abort();
	stacks->item[stacks->count] = *stack;
	stacks->item[stacks->count++].count = count;
}

void stacks_move(struct stacks *to, struct stacks *from)
{
	unsigned int i;

	for (i = 0; i < from->count; i++)
		stacks_add(to, &from->item[i], from->item[i].count);
	stacks_clear(from);
}

void stacks_clear(struct stacks *stacks)
{
	free(stacks->item);
	*stacks = (struct stacks){ };
}
