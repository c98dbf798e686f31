// SPDX-License-Identifier: GPL-2.0-only
/*
 * MBE_IOCTL_UNMAP.
 *
 * Whatever the caller names, nothing of the mapping may stay reachable for the
 * device afterwards, since the memory behind it may be freed next. So a wrong
 * direction is harmless, and less than was mapped is let through only where
 * everything is released all the same.
 */
#include "mbe_map.h"

static_assert(sizeof(struct mbe_unmap) == MBE_UNMAP_SIZE_VER1);

/* The first byte behind the IOMMU's page of the last byte. */
static u64 pages_end(const struct mbe_mapping *m, u64 bytes, u64 granule)
{
	return (m->addr + bytes - 1) | (granule - 1);
}

/*
 * Without an IOMMU the bounce slot is released whole, whatever the length.
 * Behind one, only the pages of that length are.
 */
static int check_range(const struct mbe_mapping *m, const struct mbe_unmap *u,
		       u64 granule)
{
	if (u->bytes > m->bytes)
		return -EINVAL;
	if (u->bytes == m->bytes)
		return 0;
	if (!(u->flags & MBE_MISUSE))
		return -EINVAL;
	if (granule > 1 && pages_end(m, u->bytes, granule) !=
			   pages_end(m, m->bytes, granule))
		return -EINVAL;
	return 0;
}

static int check_part(const struct mbe_mapping *m, const struct mbe_unmap *u,
		      u64 granule)
{
	if (u->bytes > m->bytes)
		return -EINVAL;
	if (u->bytes < m->bytes && (m->addr + u->bytes) & (granule - 1))
		return -EINVAL;
	return 0;
}

static int check_bytes(const struct mbe_mapping *m, const struct mbe_unmap *u,
		       u64 granule)
{
	if (!u->bytes)
		return 0;
	if (m->ops->range)
		return check_range(m, u, granule);
	if (m->ops->parts)
		return check_part(m, u, granule);
	return -EINVAL;
}

static int check(struct device *dev, const struct mbe_mapping *m,
		 const struct mbe_unmap *u, struct mbe_extent *extent)
{
	const u64 granule = mbe_iommu_granule(dev);
	int ret;

	ret = mbe_extent_get(m, u->dir, u->entries, u->flags, extent);
	if (ret)
		return ret;
	/* Behind an IOMMU the entries are counted in DMA segments. */
	if (m->ops->count && granule > 1 && extent->entries < m->dma_segments)
		return -EINVAL;
	ret = check_bytes(m, u, granule);
	if (!ret && u->bytes)
		extent->bytes = u->bytes;
	return ret;
}

static int unmap(struct mbe_session *session, struct mbe_unmap *u,
		 unsigned long attrs)
{
	struct mbe_mapping *m = mbe_mapping_find(session, u->mapping);
	struct mbe_extent extent;
	int ret;

	if (!m)
		return -ENOENT;
	ret = check(session->bench->dev, m, u, &extent);
	if (ret)
		return ret;
	u->entries_changed = mbe_sg_changed(session, m);
	mbe_mapping_end(session, u->mapping, m, &extent, attrs);
	return 0;
}

int mbe_ioctl_unmap(struct mbe_session *session, u64 user)
{
	unsigned long attrs;
	struct mbe_unmap u;
	int ret;

	ret = mbe_copy_in(&u, sizeof(u), MBE_UNMAP_SIZE_VER1, user);
	if (!ret && u.__reserved)
		ret = -EINVAL;
	if (!ret)
		ret = mbe_dma_attrs(u.attrs, &attrs);
	if (!ret)
		ret = mbe_session_begin(session);
	if (ret)
		return ret;
	ret = unmap(session, &u, attrs);
	if (!ret)
		ret = mbe_copy_out(user, &u, sizeof(u));
	mbe_session_done(session);
	return ret;
}
