// SPDX-License-Identifier: GPL-2.0-only
/*
 * Kind "iova": IOMMU address space first, then segments linked into it one after
 * the other; the device sees one contiguous range. Behind an IOMMU only.
 */
#include <linux/iommu.h>
#include <linux/sched.h>
#include <linux/slab.h>

#include "mbe_map.h"

#ifdef MBE_HAVE_DMA_IOVA

struct mbe_iova {
	struct dma_iova_state state;
};

/* An architecture's own IOMMU code has no such calls. */
static bool iova_present(struct device *dev)
{
	const u32 domain = mbe_domain(dev);

	return domain == MBE_DOMAIN_DMA_STRICT || domain == MBE_DOMAIN_DMA_LAZY;
}

/*
 * All but the outermost ends must lie on pages of the IOMMU: of a driver that
 * does otherwise the kernel warns, or maps into the middle of a page.
 */
static bool ends_fit(const struct mbe_mapping *m, u64 granule)
{
	struct scatterlist *sg;
	unsigned int i;

	for_each_sgtable_sg(&m->table, sg, i) {
		if (i && sg_phys(sg) & (granule - 1))
			return false;
		if (i < m->entries - 1 &&
		    (sg_phys(sg) + sg->length) & (granule - 1))
			return false;
		cond_resched();
	}
	return true;
}

static int iova_prepare(struct mbe_session *session, struct mbe_mapping *m,
			const struct mbe_map *u)
{
	int ret = mbe_sg_prepare(session, m, u);

	if (ret)
		return ret;
	/* Without an IOMMU anything fits: that is refused a moment later. */
	if (!ends_fit(m, mbe_iommu_granule(session->bench->dev)))
		return -EINVAL;
	m->dma_segments = 1;
	m->iova = kzalloc(sizeof(*m->iova), GFP_KERNEL);
	return m->iova ? 0 : -ENOMEM;
}

static void iova_release(struct mbe_mapping *m)
{
	kfree(m->iova);
	mbe_sg_release(m);
}

/* Link them all; @linked: bytes that are, also after a failure. */
static int link_all(struct device *dev, struct mbe_mapping *m,
		    unsigned long attrs, u64 *linked)
{
	struct scatterlist *sg;
	unsigned int i;
	int ret;

	for_each_sgtable_sg(&m->table, sg, i) {
		ret = dma_iova_link(dev, &m->iova->state, sg_phys(sg), *linked,
				    sg->length, m->dir, attrs);
		if (ret)
			return ret;
		*linked += sg->length;
		cond_resched();
	}
	return dma_iova_sync(dev, &m->iova->state, 0, m->bytes);
}

static int iova_map(struct device *dev, struct mbe_mapping *m,
		    unsigned long attrs)
{
	struct dma_iova_state *state = &m->iova->state;
	u64 linked = 0;
	int ret;

	if (!dma_iova_try_alloc(dev, state, m->phys, m->bytes))
		return -EIO;
	ret = link_all(dev, m, attrs, &linked);
	if (ret)
		dma_iova_destroy(dev, state, linked, m->dir, attrs);
	m->addr = state->addr;
	return ret;
}

static void iova_unmap(struct device *dev, struct mbe_mapping *m,
		       const struct mbe_extent *extent, unsigned long attrs)
{
	struct dma_iova_state *state = &m->iova->state;
	const u64 first = extent->bytes;

	if (first == m->bytes) {
		dma_iova_destroy(dev, state, m->bytes, extent->dir, attrs);
		return;
	}
	dma_iova_unlink(dev, state, 0, first, extent->dir, attrs);
	dma_iova_unlink(dev, state, first, m->bytes - first, extent->dir, attrs);
	dma_iova_free(dev, state);
}

#else

static bool iova_present(struct device *dev)
{
	return false;
}

#endif

const struct mbe_map_ops mbe_map_iova = {
	.id = MBE_MAP_IOVA,
	.segments_max = MBE_ENTRIES_MAX,
	.parts = true,
	.present = iova_present,
#ifdef MBE_HAVE_DMA_IOVA
	.prepare = iova_prepare,
	.release = iova_release,
	.map = iova_map,
	.unmap = iova_unmap,
#else
	.prepare = mbe_sg_prepare,
	.release = mbe_sg_release,
#endif
};
