// SPDX-License-Identifier: GPL-2.0-only
/*
 * MBE_IOCTL_DESCRIBE: what a mapping is, and where its DMA addresses lead.
 */
#include <linux/dma-direct.h>
#include <linux/iommu.h>
#include <linux/sched.h>

#include "mbe_map.h"
#include "mbe_view.h"

static_assert(sizeof(struct mbe_describe) == MBE_DESCRIBE_SIZE_VER1);

/* Where a DMA address leads: 0, or -EOPNOTSUPP when nobody can tell. */
static int resolve(struct device *dev, dma_addr_t addr, phys_addr_t *phys)
{
	struct iommu_domain *domain = mbe_translation(dev);

	if (domain)
		*phys = iommu_iova_to_phys(domain, addr);
	else if (mbe_path_is_direct(dev))
		*phys = dma_to_phys(dev, addr);
	else
		return -EOPNOTSUPP;
	return 0;
}

static phys_addr_t buffer_phys(const struct mbe_cursor *c)
{
	if (c->m->ops->list)
		return mbe_sg_phys_at(c->m, c->offset);
	return c->m->phys;
}

static void fill_flags(struct mbe_describe *d, struct device *dev, int error)
{
	d->flags = 0;
	if (error)
		d->flags |= MBE_MAPPING_BOUNCE_UNKNOWN;
	else if (d->phys != d->buffer_phys)
		d->flags |= MBE_MAPPING_BOUNCED;
	if (dma_need_sync(dev, d->dma_addr))
		d->flags |= MBE_MAPPING_NEEDS_SYNC;
	if (dev_is_dma_coherent(dev))
		d->flags |= MBE_MAPPING_COHERENT;
}

static void fill(struct mbe_describe *d, struct device *dev,
		 const struct mbe_cursor *c)
{
	phys_addr_t phys = 0;
	int error = resolve(dev, c->addr, &phys);

	d->dma_segments = c->m->dma_segments;
	d->entries = c->m->entries;
	d->domain = mbe_domain(dev);
	d->dma_addr = c->addr;
	d->dma_bytes = c->bytes;
	d->phys = phys;
	d->buffer_phys = buffer_phys(c);
	fill_flags(d, dev, error);
}

static int describe(struct mbe_session *session, struct mbe_describe *d)
{
	const struct mbe_mapping *m = mbe_mapping_find(session, d->mapping);
	struct mbe_cursor c;

	if (!m)
		return -ENOENT;
	if (d->segment >= m->dma_segments)
		return -EINVAL;
	mbe_cursor_first(&c, m);
	while (c.index < d->segment)
		mbe_cursor_next(&c);
	fill(d, session->bench->dev, &c);
	return 0;
}

int mbe_ioctl_describe(struct mbe_session *session, u64 user)
{
	struct mbe_describe d;
	int ret;

	ret = mbe_copy_in(&d, sizeof(d), MBE_DESCRIBE_SIZE_VER1, user);
	if (!ret && d.__reserved)
		ret = -EINVAL;
	if (!ret)
		ret = mbe_session_begin(session);
	if (ret)
		return ret;
	ret = describe(session, &d);
	if (!ret)
		ret = mbe_copy_out(user, &d, sizeof(d));
	mbe_session_done(session);
	return ret;
}
