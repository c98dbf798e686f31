// SPDX-License-Identifier: GPL-2.0-only
/*
 * What a buffer is made of: one row of a table for each enum mbe_buffer_kind.
 *
 * The memory is not zeroed here: mbe_guard_lay() writes every byte of it.
 */
#include <linux/gfp.h>
#include <linux/highmem.h>
#include <linux/mm.h>
#include <linux/sizes.h>
#include <linux/slab.h>
#include <linux/vmalloc.h>

#include "mbe_session.h"

/* Largest buffer of single pages. */
#define SEPARATE_BYTES_MAX	SZ_1G

static u64 pages_bytes(const struct mbe_buffer *buffer)
{
	return (u64)buffer->page_count << PAGE_SHIFT;
}

/* ---- physically contiguous pages ---- */

static unsigned int order_of(const struct mbe_buffer *buffer)
{
	return get_order(mbe_buffer_lead(buffer) + buffer->bytes +
			 ((u64)buffer->guard_pages << PAGE_SHIFT));
}

static u64 block_footprint(struct mbe_buffer *buffer)
{
	buffer->page_count = 1u << order_of(buffer);
	return pages_bytes(buffer);
}

static struct page *alloc_block(struct mbe_buffer *buffer, int node, gfp_t gfp)
{
	struct page *block = alloc_pages_node(node, MBE_GFP | gfp,
					      order_of(buffer));
	unsigned int i;

	for (i = 0; block && i < buffer->page_count; i++)
		buffer->pages[i] = block + i;
	return block;
}

static int block_alloc(struct mbe_buffer *buffer, int node)
{
	return alloc_block(buffer, node, 0) ? 0 : -ENOMEM;
}

static void block_free(struct mbe_buffer *buffer)
{
	__free_pages(buffer->pages[0], order_of(buffer));
}

/* ---- highmem ---- */

static bool highmem_present(void)
{
	struct sysinfo info;

	si_meminfo(&info);
	return info.totalhigh;
}

/* The allocator would rather give lowmem than nothing; a test would not. */
static int highmem_alloc(struct mbe_buffer *buffer, int node)
{
	struct page *block = alloc_block(buffer, node, __GFP_HIGHMEM);

	if (!block)
		return -ENOMEM;
	if (PageHighMem(block))
		return 0;
	block_free(buffer);
	return -ENOMEM;
}

/* ---- kmalloc() ---- */

static u64 kmalloc_bytes_max(void)
{
	return KMALLOC_MAX_SIZE;
}

/* The caches' sizes are powers of two, but for two smaller ones. */
static u64 kmalloc_footprint(struct mbe_buffer *buffer)
{
	return roundup_pow_of_two((unsigned long)buffer->bytes);
}

static int kmalloc_alloc(struct mbe_buffer *buffer, int node)
{
	buffer->object = kmalloc_node(buffer->bytes, MBE_GFP | __GFP_ZERO, node);
	if (!buffer->object)
		return -ENOMEM;
	buffer->offset_bytes = offset_in_page(buffer->object);
	return 0;
}

static void kmalloc_free(struct mbe_buffer *buffer)
{
	kfree(buffer->object);
}

/* ---- pages one by one ---- */

static u64 separate_bytes_max(void)
{
	return SEPARATE_BYTES_MAX;
}

static u64 separate_footprint(struct mbe_buffer *buffer)
{
	buffer->page_count = DIV_ROUND_UP_ULL(mbe_buffer_lead(buffer) +
					      buffer->bytes, PAGE_SIZE);
	return pages_bytes(buffer);
}

static void separate_free(struct mbe_buffer *buffer)
{
	unsigned int i;

	for (i = 0; i < buffer->page_count && buffer->pages[i]; i++) {
		__free_page(buffer->pages[i]);
		cond_resched();
	}
}

static int separate_alloc(struct mbe_buffer *buffer, int node)
{
	unsigned int i;
	int ret;

	for (i = 0; i < buffer->page_count; i++) {
		ret = mbe_breathe();
		if (!ret) {
			buffer->pages[i] = alloc_pages_node(node, MBE_GFP, 0);
			ret = buffer->pages[i] ? 0 : -ENOMEM;
		}
		if (ret) {
			separate_free(buffer);
			return ret;
		}
	}
	return 0;
}

/* ---- vmalloc() ---- */

/*
 * What vmalloc() itself does; but of its own only the variant that may bring
 * the OOM killer takes a node and is there for modules.
 */
static int vmalloc_alloc(struct mbe_buffer *buffer, int node)
{
	int ret = separate_alloc(buffer, node);

	if (ret)
		return ret;
	buffer->object = vmap(buffer->pages, buffer->page_count, VM_MAP,
			      PAGE_KERNEL);
	if (buffer->object)
		return 0;
	separate_free(buffer);
	return -ENOMEM;
}

static void vmalloc_free(struct mbe_buffer *buffer)
{
	vunmap(buffer->object);
	separate_free(buffer);
}

/* Walked by dispatch and by the query; a new kind is a row. */
static const struct mbe_buffer_ops kinds[] = {
	{
		.id = MBE_BUFFER_PAGES,
		.offset = true,
		.guards = true,
		.contiguous = true,
		.bytes_max = mbe_block_bytes_max,
		.footprint = block_footprint,
		.alloc = block_alloc,
		.free = block_free,
	}, {
		.id = MBE_BUFFER_KMALLOC,
		.contiguous = true,
		.bytes_max = kmalloc_bytes_max,
		.footprint = kmalloc_footprint,
		.alloc = kmalloc_alloc,
		.free = kmalloc_free,
	}, {
		.id = MBE_BUFFER_SCATTERED,
		.offset = true,
		.bytes_max = separate_bytes_max,
		.footprint = separate_footprint,
		.alloc = separate_alloc,
		.free = separate_free,
	}, {
		.id = MBE_BUFFER_HIGHMEM,
		.offset = true,
		.guards = true,
		.contiguous = true,
		.present = highmem_present,
		.bytes_max = mbe_block_bytes_max,
		.footprint = block_footprint,
		.alloc = highmem_alloc,
		.free = block_free,
	}, {
		.id = MBE_BUFFER_VMALLOC,
		.offset = true,
		.bytes_max = separate_bytes_max,
		.footprint = separate_footprint,
		.alloc = vmalloc_alloc,
		.free = vmalloc_free,
	},
};

const struct mbe_buffer_ops *mbe_buffer_kind(u32 id)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(kinds); i++)
		if (kinds[i].id == id)
			return &kinds[i];
	return NULL;
}

/* Mask of 1 << enum mbe_buffer_kind that this machine has. */
u32 mbe_buffer_kinds(void)
{
	u32 mask = 0;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(kinds); i++)
		if (!kinds[i].present || kinds[i].present())
			mask |= BIT(kinds[i].id);
	return mask;
}
