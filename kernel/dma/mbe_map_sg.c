// SPDX-License-Identifier: GPL-2.0-only
/*
 * Kinds "sg" and "sgtable": a scatterlist with one entry for each segment, and
 * what others ask of such a list.
 */
#include <linux/sched.h>
#include <linux/slab.h>

#include "mbe_map.h"

/* ---- the list ---- */

static int set_entry(struct mbe_session *session, struct mbe_mapping *m,
		     struct scatterlist *sg, const struct mbe_segment *s)
{
	struct page *page;
	unsigned int offset;
	int ret;

	ret = mbe_segment_place(session, s, &page, &offset);
	if (ret)
		return ret;
	/* What DMA_API_DEBUG would warn of is the user's mistake. */
	if (m->ops->list &&
	    s->bytes > dma_get_max_seg_size(session->bench->dev))
		return -EINVAL;
	/* An entry's length has 32 bits; no block of memory is that large. */
	if (s->bytes > U32_MAX)
		return -EINVAL;
	sg_set_page(sg, page, s->bytes, offset);
	m->bytes += s->bytes;
	return 0;
}

int mbe_sg_prepare(struct mbe_session *session, struct mbe_mapping *m,
		   const struct mbe_map *u)
{
	const struct mbe_segment *s = m->segments;
	struct scatterlist *sg;
	unsigned int i;
	int ret;

	ret = sg_alloc_table(&m->table, m->entries, MBE_GFP);
	if (ret)
		return ret;
	for_each_sgtable_sg(&m->table, sg, i) {
		ret = set_entry(session, m, sg, s++);
		if (!ret)
			ret = mbe_breathe();
		if (ret)
			return ret;
	}
	m->phys = sg_phys(m->table.sgl);
	return 0;
}

void mbe_sg_release(struct mbe_mapping *m)
{
	sg_free_table(&m->table);
}

static bool same_place(struct mbe_session *session,
		       const struct scatterlist *sg, const struct mbe_segment *s)
{
	struct page *page;
	unsigned int offset;

	return !mbe_segment_place(session, s, &page, &offset) &&
	       sg_page((struct scatterlist *)sg) == page &&
	       sg->offset == offset && sg->length == s->bytes;
}

/* Entries that are not what the map call was given; 0 of other kinds. */
u32 mbe_sg_changed(struct mbe_session *session, const struct mbe_mapping *m)
{
	const struct mbe_segment *s = m->segments;
	struct scatterlist *sg;
	unsigned int i;
	u32 changed = 0;

	if (!m->table.sgl)
		return 0;
	for_each_sgtable_sg(&m->table, sg, i) {
		changed += !same_place(session, sg, s++);
		cond_resched();
	}
	return changed;
}

/* The memory behind byte @offset of the entries, one after the other. */
phys_addr_t mbe_sg_phys_at(const struct mbe_mapping *m, u64 offset)
{
	struct scatterlist *sg;
	unsigned int i;

	for_each_sgtable_sg(&m->table, sg, i) {
		if (offset < sg->length)
			return sg_phys(sg) + offset;
		offset -= sg->length;
	}
	return 0;
}

/* ---- DMA segments ---- */

static void cursor_load(struct mbe_cursor *c)
{
	if (c->m->ops->list) {
		c->addr = sg_dma_address(c->sg);
		c->bytes = sg_dma_len(c->sg);
	} else {
		c->addr = c->m->addr;
		c->bytes = c->m->bytes;
	}
}

void mbe_cursor_first(struct mbe_cursor *c, const struct mbe_mapping *m)
{
	*c = (struct mbe_cursor) {
		.m = m,
		.sg = m->table.sgl,
	};
	cursor_load(c);
}

bool mbe_cursor_next(struct mbe_cursor *c)
{
	if (++c->index >= c->m->dma_segments)
		return false;
	c->offset += c->bytes;
	c->sg = sg_next(c->sg);
	cursor_load(c);
	return true;
}

/* ---- sg ---- */

static int sg_map(struct device *dev, struct mbe_mapping *m,
		  unsigned long attrs)
{
	m->dma_segments = dma_map_sg_attrs(dev, m->table.sgl,
					   m->table.orig_nents, m->dir, attrs);
	return m->dma_segments ? 0 : -EIO;
}

static void sg_sync(struct device *dev, struct mbe_mapping *m,
		    const struct mbe_extent *extent, bool for_cpu)
{
	if (for_cpu)
		dma_sync_sg_for_cpu(dev, m->table.sgl, extent->entries,
				    extent->dir);
	else
		dma_sync_sg_for_device(dev, m->table.sgl, extent->entries,
				       extent->dir);
}

static struct scatterlist *entry(struct mbe_mapping *m, unsigned int index)
{
	struct scatterlist *sg = m->table.sgl;

	while (index--)
		sg = sg_next(sg);
	return sg;
}

/*
 * Fewer entries than were mapped are misuse. Without an IOMMU it leaves the
 * others mapped, with their bounce slots, so a second call releases them: the
 * memory behind them may be freed any time now.
 */
static void sg_unmap(struct device *dev, struct mbe_mapping *m,
		     const struct mbe_extent *extent, unsigned long attrs)
{
	const unsigned int left = m->entries - extent->entries;

	dma_unmap_sg_attrs(dev, m->table.sgl, extent->entries, extent->dir,
			   attrs);
	if (left && !mbe_translation(dev))
		dma_unmap_sg_attrs(dev, entry(m, extent->entries), left,
				   extent->dir, DMA_ATTR_SKIP_CPU_SYNC);
}

const struct mbe_map_ops mbe_map_sg = {
	.id = MBE_MAP_SG,
	.segments_max = MBE_ENTRIES_MAX,
	.list = true,
	.count = true,
	.prepare = mbe_sg_prepare,
	.release = mbe_sg_release,
	.map = sg_map,
	.sync = sg_sync,
	.unmap = sg_unmap,
};

/* ---- sgtable ---- */

static int sgtable_map(struct device *dev, struct mbe_mapping *m,
		       unsigned long attrs)
{
	int ret = dma_map_sgtable(dev, &m->table, m->dir, attrs);

	m->dma_segments = m->table.nents;
	return ret;
}

static void sgtable_sync(struct device *dev, struct mbe_mapping *m,
			 const struct mbe_extent *extent, bool for_cpu)
{
	if (for_cpu)
		dma_sync_sgtable_for_cpu(dev, &m->table, extent->dir);
	else
		dma_sync_sgtable_for_device(dev, &m->table, extent->dir);
}

static void sgtable_unmap(struct device *dev, struct mbe_mapping *m,
			  const struct mbe_extent *extent, unsigned long attrs)
{
	dma_unmap_sgtable(dev, &m->table, extent->dir, attrs);
}

const struct mbe_map_ops mbe_map_sgtable = {
	.id = MBE_MAP_SGTABLE,
	.segments_max = MBE_ENTRIES_MAX,
	.list = true,
	.prepare = mbe_sg_prepare,
	.release = mbe_sg_release,
	.map = sgtable_map,
	.sync = sgtable_sync,
	.unmap = sgtable_unmap,
};
