// SPDX-License-Identifier: GPL-2.0-only
/*
 * Kind "stack", misuse: a driver maps a local variable. With stacks in vmalloc
 * space the kernel warns and refuses; else DMA_API_DEBUG says what it is.
 */
#include <linux/string.h>

#include "mbe_map.h"

#define VARIABLE_BYTES	64

static int stack_prepare(struct mbe_session *session, struct mbe_mapping *m,
			 const struct mbe_map *u)
{
	m->bytes = VARIABLE_BYTES;
	m->dma_segments = 1;
	m->fleeting = true;
	return 0;
}

/* The variable ends with this function, and so does the mapping. */
static noinline int stack_map(struct device *dev, struct mbe_mapping *m,
			      unsigned long attrs)
{
	u8 variable[VARIABLE_BYTES];

	memset(variable, 0, sizeof(variable));
	m->addr = dma_map_single_attrs(dev, variable, sizeof(variable), m->dir,
				       attrs);
	if (dma_mapping_error(dev, m->addr))
		return -EIO;
	dma_unmap_single_attrs(dev, m->addr, sizeof(variable), m->dir, attrs);
	return 0;
}

const struct mbe_map_ops mbe_map_stack = {
	.id = MBE_MAP_STACK,
	.misuse = true,
	.prepare = stack_prepare,
	.map = stack_map,
};
