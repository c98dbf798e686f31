// SPDX-License-Identifier: GPL-2.0-only
/*
 * MBE_IOCTL_SYNC, and what a sync and an unmap may name of a mapping.
 */
#include "mbe_map.h"

static_assert(sizeof(struct mbe_sync) == MBE_SYNC_SIZE_VER1);

/**
 * mbe_extent_get - direction and entries that a call names
 * @m: the mapping
 * @dir: enum mbe_dir, 0: the mapping's
 * @entries: 0: all
 * @flags: MBE_MISUSE lets them differ from the mapping's
 * @extent: filled in; all of the mapping otherwise
 *
 * More entries than there are would read behind the list: never.
 *
 * Return: 0 or -EINVAL.
 */
int mbe_extent_get(const struct mbe_mapping *m, u32 dir, u32 entries, u32 flags,
		   struct mbe_extent *extent)
{
	*extent = mbe_extent_all(m);
	if (flags & ~MBE_MISUSE)
		return -EINVAL;
	if (dir && mbe_dma_dir(dir, &extent->dir))
		return -EINVAL;
	if (entries && (!m->ops->count || entries > m->entries))
		return -EINVAL;
	if (entries)
		extent->entries = entries;
	if (extent->dir == m->dir && extent->entries == m->entries)
		return 0;
	return flags & MBE_MISUSE ? 0 : -EINVAL;
}

static int check(const struct mbe_mapping *m, const struct mbe_sync *s,
		 struct mbe_extent *extent)
{
	int ret;

	if (!m->ops->sync)
		return -EINVAL;
	ret = mbe_extent_get(m, s->dir, s->entries, s->flags, extent);
	if (ret)
		return ret;
	if (!m->ops->range)
		return s->offset || s->bytes ? -EINVAL : 0;
	if (s->offset >= m->bytes || s->bytes > m->bytes - s->offset)
		return -EINVAL;
	extent->offset = s->offset;
	extent->bytes = s->bytes ?: m->bytes - s->offset;
	return 0;
}

static int sync(struct mbe_session *session, const struct mbe_sync *s)
{
	struct mbe_mapping *m = mbe_mapping_find(session, s->mapping);
	struct mbe_extent extent;
	int ret;

	if (!m)
		return -ENOENT;
	ret = check(m, s, &extent);
	if (!ret)
		m->ops->sync(session->bench->dev, m, &extent,
			     s->target == MBE_SYNC_FOR_CPU);
	return ret;
}

int mbe_ioctl_sync(struct mbe_session *session, u64 user)
{
	struct mbe_sync s;
	int ret;

	ret = mbe_copy_in(&s, sizeof(s), MBE_SYNC_SIZE_VER1, user);
	if (ret)
		return ret;
	if (s.target != MBE_SYNC_FOR_CPU && s.target != MBE_SYNC_FOR_DEVICE)
		return -EINVAL;
	ret = mbe_session_begin(session);
	if (ret)
		return ret;
	ret = sync(session, &s);
	mbe_session_done(session);
	return ret;
}
