// SPDX-License-Identifier: GPL-2.0-only
/*
 * Kinds "single", "page" and "phys": one contiguous range of a buffer, named by
 * a kernel address, a page or a physical address.
 */
#include <linux/mm.h>

#include "mbe_map.h"

static int prepare(struct mbe_session *session, struct mbe_mapping *m,
		   const struct mbe_map *u)
{
	struct page *page;
	unsigned int offset;
	int ret;

	ret = mbe_segment_place(session, m->segments, &page, &offset);
	if (ret)
		return ret;
	m->phys = page_to_phys(page) + offset;
	m->bytes = m->segments->bytes;
	m->dma_segments = 1;
	return 0;
}

static int map_error(struct device *dev, const struct mbe_mapping *m)
{
	return dma_mapping_error(dev, m->addr) ? -EIO : 0;
}

static void single_sync(struct device *dev, struct mbe_mapping *m,
			const struct mbe_extent *extent, bool for_cpu)
{
	if (for_cpu)
		dma_sync_single_range_for_cpu(dev, m->addr, extent->offset,
					      extent->bytes, extent->dir);
	else
		dma_sync_single_range_for_device(dev, m->addr, extent->offset,
						 extent->bytes, extent->dir);
}

/* ---- single ---- */

/*
 * Misuse: all kernels refuse a vmalloc address by themselves (after a warning),
 * before they would look for its page.
 */
static int prepare_vmalloc(struct mbe_buffer *buffer, struct mbe_mapping *m)
{
	const struct mbe_segment *s = m->segments;

	if (s->__reserved || !mbe_buffer_holds(buffer, s->offset, s->bytes))
		return -EINVAL;
	m->vaddr = mbe_buffer_address(buffer, s->offset);
	m->bytes = s->bytes;
	m->dma_segments = 1;
	m->fleeting = true;
	return 0;
}

static int single_prepare(struct mbe_session *session, struct mbe_mapping *m,
			  const struct mbe_map *u)
{
	const struct mbe_segment *s = m->segments;
	struct mbe_buffer *buffer = mbe_buffer_find(session, s->buffer);
	int ret;

	if (buffer && buffer->kind->id == MBE_BUFFER_VMALLOC &&
	    u->flags & MBE_MISUSE)
		return prepare_vmalloc(buffer, m);
	ret = prepare(session, m, u);
	if (ret)
		return ret;
	m->vaddr = mbe_buffer_address(buffer, s->offset);
	/* In highmem: dma_map_single() has no name for it. */
	return m->vaddr ? 0 : -EINVAL;
}

static int single_map(struct device *dev, struct mbe_mapping *m,
		      unsigned long attrs)
{
	m->addr = dma_map_single_attrs(dev, m->vaddr, m->bytes, m->dir, attrs);
	if (map_error(dev, m))
		return -EIO;
	if (m->fleeting)
		dma_unmap_single_attrs(dev, m->addr, m->bytes, m->dir, attrs);
	return 0;
}

static void single_unmap(struct device *dev, struct mbe_mapping *m,
			 const struct mbe_extent *extent, unsigned long attrs)
{
	dma_unmap_single_attrs(dev, m->addr, extent->bytes, extent->dir, attrs);
}

const struct mbe_map_ops mbe_map_single = {
	.id = MBE_MAP_SINGLE,
	.segments_max = 1,
	.range = true,
	.prepare = single_prepare,
	.map = single_map,
	.sync = single_sync,
	.unmap = single_unmap,
};

/* ---- page ---- */

static int page_map(struct device *dev, struct mbe_mapping *m,
		    unsigned long attrs)
{
	m->addr = dma_map_page_attrs(dev, pfn_to_page(PHYS_PFN(m->phys)),
				     offset_in_page(m->phys), m->bytes, m->dir,
				     attrs);
	return map_error(dev, m);
}

static void page_unmap(struct device *dev, struct mbe_mapping *m,
		       const struct mbe_extent *extent, unsigned long attrs)
{
	dma_unmap_page_attrs(dev, m->addr, extent->bytes, extent->dir, attrs);
}

const struct mbe_map_ops mbe_map_page = {
	.id = MBE_MAP_PAGE,
	.segments_max = 1,
	.range = true,
	.prepare = prepare,
	.map = page_map,
	.sync = single_sync,
	.unmap = page_unmap,
};

/* ---- phys ---- */

#ifdef MBE_HAVE_DMA_MAP_PHYS
static int phys_map(struct device *dev, struct mbe_mapping *m,
		    unsigned long attrs)
{
	m->addr = dma_map_phys(dev, m->phys, m->bytes, m->dir, attrs);
	return map_error(dev, m);
}

static void phys_unmap(struct device *dev, struct mbe_mapping *m,
		       const struct mbe_extent *extent, unsigned long attrs)
{
	dma_unmap_phys(dev, m->addr, extent->bytes, extent->dir, attrs);
}
#else
static bool phys_present(struct device *dev)
{
	return false;
}
#endif

const struct mbe_map_ops mbe_map_phys = {
	.id = MBE_MAP_PHYS,
	.segments_max = 1,
	.range = true,
	.prepare = prepare,
#ifdef MBE_HAVE_DMA_MAP_PHYS
	.map = phys_map,
	.unmap = phys_unmap,
#else
	.present = phys_present,
#endif
	.sync = single_sync,
};
