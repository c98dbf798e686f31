// SPDX-License-Identifier: GPL-2.0-only
/* Each vCPU has a thread of its own, and so a buffer of its own. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "qemu_plugin.h"
#include "qemu_register.h"

static __thread struct g_byte_array *buffer;

static struct g_byte_array *empty_buffer(void)
{
	if (!buffer)
		buffer = g_byte_array_new();
	return g_byte_array_set_size(buffer, 0);
}

static uint64_t buffered_word(void)
{
	uint64_t word = 0;

	memcpy(&word, buffer->data,
	       buffer->bytes < sizeof(word) ? buffer->bytes : sizeof(word));
	return word;
}

static void find(struct cpu_register *reg)
{
	struct g_array *all = qemu_plugin_get_registers();
	const struct register_descriptor *row = (const void *)all->data;
	struct qemu_plugin_register *found = NULL;
	unsigned int i;

	for (i = 0; i < all->count && !found; i++)
		if (!strcmp(row[i].name, reg->name))
			found = row[i].handle;
	if (!found) {
		fprintf(stderr, "dma-bench count: %s: QEMU knows no such register\n",
			reg->name);
		abort();
	}
	/* Several vCPUs may do so at once: with the same value. */
	reg->handle = found;
}

uint64_t register_read(struct cpu_register *reg)
{
	if (!reg->handle)
		find(reg);
	qemu_plugin_read_register(reg->handle, empty_buffer());
	return buffered_word();
}

bool memory_read(uint64_t address, uint64_t *word)
{
	if (!qemu_plugin_read_memory_vaddr(address, empty_buffer(), sizeof(*word)))
		return false;
	*word = buffered_word();
	return true;
}
