/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * For fault_sweep_test.c: the building blocks whose allocations fail in turn, a
 * table.
 */
#ifndef FAULT_SWEEP_BLOCKS_H
#define FAULT_SWEEP_BLOCKS_H

#include <unistd.h>

#include "mbe_block.h"

struct context {
	struct mbe_session *s;
	struct mbe_memory m, list, fresh;
	struct mbe_dma d, mapped;
	int fd;
};

/* @call allocates and may fail; @undo takes back what it did. */
struct block {
	const char *name;
	int (*call)(struct context *c);
	int (*undo)(struct context *c);
};

static int api(int err, const struct mbe_dma *d)
{
	return err ?: d->api_error;
}

#define ALLOC(name, kind, bytes)						\
	static int name(struct context *c)					\
	{									\
		return __mbe_alloc_kind(c->s, kind, bytes, 0, 0, &c->fresh);	\
	}
ALLOC(alloc_pages, MBE_BUFFER_PAGES, 20000)
ALLOC(alloc_kmalloc, MBE_BUFFER_KMALLOC, 3000)
ALLOC(alloc_scattered, MBE_BUFFER_SCATTERED, 100000)
ALLOC(alloc_vmalloc, MBE_BUFFER_VMALLOC, 100000)

static int free_fresh(struct context *c)
{
	return __mbe_free(c->s, &c->fresh);
}

#define MAP(name, kind, memory)							\
	static int name(struct context *c)					\
	{									\
		int err = __mbe_map(c->s, kind, (memory), MBE_DIR_BIDIRECTIONAL, \
				    MBE_ATTR_NO_WARN, &c->d);			\
										\
		return api(err, &c->d);						\
	}
MAP(map_single, MBE_MAP_SINGLE, &c->m)
MAP(map_page, MBE_MAP_PAGE, &c->m)
MAP(map_phys, MBE_MAP_PHYS, &c->m)
MAP(map_sg, MBE_MAP_SG, &c->list)
MAP(map_sgtable, MBE_MAP_SGTABLE, &c->list)
MAP(map_iova, MBE_MAP_IOVA, &c->list)

static int unmap(struct context *c)
{
	return __mbe_unmap(c->s, &c->d, 0);
}

static int nothing(struct context *c)
{
	(void)c;
	return 0;
}

static int cpu_write(struct context *c)
{
	return __mbe_cpu_inks(c->s, &c->m, 0, c->m.bytes, MBE_INK_CPU);
}

static int cpu_state(struct context *c)
{
	return __mbe_cpu_state(c->s, &c->m, MBE_STATE_CLEAN);
}

static int sync_for_cpu(struct context *c)
{
	return __mbe_sync(c->s, &c->mapped, MBE_SYNC_FOR_CPU, 0, 0);
}

static int sync_for_device(struct context *c)
{
	return __mbe_sync(c->s, &c->mapped, MBE_SYNC_FOR_DEVICE, 0, 0);
}

static int describe(struct context *c)
{
	struct mbe_describe what;

	return __mbe_describe(c->s, &c->mapped, 0, &what);
}

static int device_write(struct context *c)
{
	return __mbe_device_inks(c->s, MBE_BACKEND_AUTO, &c->mapped, 0, c->mapped.bytes,
				 MBE_INK_DEVICE);
}

static int open_file(struct context *c)
{
	c->fd = __mbe_open(mbe_device_name());
	return c->fd < 0 ? c->fd : 0;
}

static int close_file(struct context *c)
{
	return close(c->fd);
}

static int query(struct context *c)
{
	struct mbe_query q;

	return __mbe_query(c->s->fd, &q);
}

static int run(struct context *c)
{
	c->s->run.iterations = 10;
	c->s->run.threads = 2;
	return __mbe_run(c->s);
}

static const struct block blocks[] = {
	{ "alloc pages", alloc_pages, free_fresh },
	{ "alloc kmalloc", alloc_kmalloc, free_fresh },
	{ "alloc scattered", alloc_scattered, free_fresh },
	{ "alloc vmalloc", alloc_vmalloc, free_fresh },
	{ "map single", map_single, unmap },
	{ "map page", map_page, unmap },
	{ "map phys", map_phys, unmap },
	{ "map sg", map_sg, unmap },
	{ "map sgtable", map_sgtable, unmap },
	{ "map iova", map_iova, unmap },
	{ "cpu write", cpu_write, nothing },
	{ "cpu state", cpu_state, nothing },
	{ "sync for cpu", sync_for_cpu, nothing },
	{ "sync for device", sync_for_device, nothing },
	{ "describe", describe, nothing },
	{ "device write", device_write, nothing },
	{ "open", open_file, close_file },
	{ "query", query, nothing },
	{ "run", run, nothing },
};

#endif /* FAULT_SWEEP_BLOCKS_H */
