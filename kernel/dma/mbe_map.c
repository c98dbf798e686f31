// SPDX-License-Identifier: GPL-2.0-only
/*
 * MBE_IOCTL_MAP: the table of kinds, and the life of a mapping.
 */
#include <linux/iommu.h>
#include <linux/mm.h>
#include <linux/slab.h>
#include <linux/uaccess.h>

#include "mbe_map.h"

static_assert(sizeof(struct mbe_map) == MBE_MAP_SIZE_VER1);
static_assert(sizeof(struct mbe_segment) == 24);

/* Walked by dispatch and by the query; a new kind is a row. */
static const struct mbe_map_ops * const kinds[] = {
	&mbe_map_single,
	&mbe_map_page,
	&mbe_map_phys,
	&mbe_map_sg,
	&mbe_map_sgtable,
	&mbe_map_resource,
	&mbe_map_stack,
	&mbe_map_iova,
};

static const struct mbe_map_ops *kind_find(u32 id)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(kinds); i++)
		if (kinds[i]->id == id)
			return kinds[i];
	return NULL;
}

static bool kind_present(const struct mbe_map_ops *ops, struct device *dev)
{
	return !ops->present || ops->present(dev);
}

u32 mbe_map_kinds(struct device *dev)
{
	u32 mask = 0;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(kinds); i++)
		if (kind_present(kinds[i], dev))
			mask |= BIT(kinds[i]->id);
	return mask;
}

struct mbe_mapping *mbe_mapping_find(struct mbe_session *session, u32 handle)
{
	return xa_load(&session->mappings, handle);
}

/* Smallest page of the IOMMU in front of the device; 1 without one. */
u64 mbe_iommu_granule(struct device *dev)
{
	struct iommu_domain *domain = mbe_translation(dev);

	return domain ? domain->pgsize_bitmap & -domain->pgsize_bitmap : 1;
}

/* Where a segment lies: 0, -ENOENT (no such buffer), -EINVAL or -EOPNOTSUPP. */
int mbe_segment_place(struct mbe_session *session, const struct mbe_segment *s,
		      struct page **page, unsigned int *offset)
{
	const struct mbe_buffer *buffer = mbe_buffer_find(session, s->buffer);
	int ret;

	if (!buffer)
		return -ENOENT;
	if (s->__reserved || buffer->kind->id == MBE_BUFFER_VMALLOC)
		return -EINVAL;
	ret = mbe_buffer_part(buffer, s->offset, s->bytes, page, offset);
	if (ret)
		return ret;
	return mbe_map_returns(session->bench->dev, s->bytes) ? 0 : -EOPNOTSUPP;
}

/* ---- making one ---- */

struct map_request {
	const struct mbe_map_ops *ops;
	enum dma_data_direction dir;
	unsigned long attrs;
};

/* What can be said without the device: 0 or -EINVAL. */
static int check(const struct mbe_map *u, struct map_request *req)
{
	const struct mbe_map_ops *ops = kind_find(u->kind);

	req->ops = ops;
	if (!ops || u->flags & ~MBE_MISUSE ||
	    mbe_dma_dir(u->dir, &req->dir) ||
	    mbe_dma_attrs(u->attrs, &req->attrs))
		return -EINVAL;
	if (ops->misuse && !(u->flags & MBE_MISUSE))
		return -EINVAL;
	if (u->segment_count > ops->segments_max ||
	    !u->segment_count != !ops->segments_max)
		return -EINVAL;
	if (!u->segment_count && u->segments_ptr)
		return -EINVAL;
	if (!ops->address && (u->phys || u->bytes))
		return -EINVAL;
	return 0;
}

static u64 footprint_bytes(const struct map_request *req, u32 count)
{
	return sizeof(struct mbe_mapping) +
	       (u64)count * (sizeof(struct mbe_segment) +
			     sizeof(struct scatterlist));
}

static int copy_segments(struct mbe_mapping *m, const struct mbe_map *u)
{
	const size_t bytes = u->segment_count * sizeof(*m->segments);

	if (!bytes)
		return 0;
	if (!mbe_user_address(u->segments_ptr))
		return -EFAULT;
	m->segments = kvmalloc(bytes, MBE_GFP);
	if (!m->segments)
		return -ENOMEM;
	if (copy_from_user(m->segments, u64_to_user_ptr(u->segments_ptr),
			   bytes))
		return -EFAULT;
	return 0;
}

/* Copes with a half-made one; it is not mapped. */
static void mapping_free(struct mbe_mapping *m)
{
	if (m->ops->release)
		m->ops->release(m);
	kvfree(m->segments);
	mbe_memory_uncharge(m->charged);
	kfree(m);
}

static struct mbe_mapping *mapping_new(const struct map_request *req,
				       const struct mbe_map *u)
{
	const u64 charged = footprint_bytes(req, u->segment_count);
	struct mbe_mapping *m;
	int ret;

	ret = mbe_memory_charge(mbe_memory_cap(), charged);
	if (ret)
		return ERR_PTR(ret);
	m = kzalloc(sizeof(*m), GFP_KERNEL);
	if (!m) {
		mbe_memory_uncharge(charged);
		return ERR_PTR(-ENOMEM);
	}
	m->ops = req->ops;
	m->dir = req->dir;
	m->charged = charged;
	m->entries = u->segment_count;
	ret = copy_segments(m, u);
	if (!ret)
		return m;
	mapping_free(m);
	return ERR_PTR(ret);
}

/* A mapping keeps its buffers from being freed. */
static void hold_buffers(struct mbe_session *session,
			 const struct mbe_mapping *m, int by)
{
	unsigned int i;

	for (i = 0; i < m->entries; i++) {
		mbe_buffer_find(session, m->segments[i].buffer)->mapped += by;
		cond_resched();
	}
}

/* It is mapped: give it a handle, or unmap it again. */
static int keep(struct mbe_session *session, struct mbe_mapping *m, u32 *handle)
{
	const struct mbe_extent all = mbe_extent_all(m);
	int ret;

	ret = xa_alloc_cyclic(&session->mappings, handle, m, xa_limit_32b,
			      &session->next_mapping, GFP_KERNEL);
	/* 1: the handles began anew. */
	if (ret < 0) {
		m->ops->unmap(session->bench->dev, m, &all, 0);
		return ret;
	}
	hold_buffers(session, m, 1);
	return 0;
}

/* Return: 1: mapped and kept; 0: refused, or not to be kept; or an errno. */
static int map_prepared(struct mbe_session *session, struct mbe_mapping *m,
			unsigned long attrs, struct mbe_map *u)
{
	u32 handle;
	int ret;

	u->mapping = 0;
	u->api_error = m->ops->map(session->bench->dev, m, attrs);
	u->dma_segments = u->api_error ? 0 : m->dma_segments;
	u->entries_changed = mbe_sg_changed(session, m);
	if (u->api_error || m->fleeting)
		return 0;
	ret = keep(session, m, &handle);
	if (ret)
		return ret;
	u->mapping = handle;
	return 1;
}

static int make(struct mbe_session *session, const struct map_request *req,
		struct mbe_map *u)
{
	struct mbe_mapping *m = mapping_new(req, u);
	int ret;

	if (IS_ERR(m))
		return PTR_ERR(m);
	ret = req->ops->prepare(session, m, u);
	/* Last: "cannot" is only said of what is otherwise right. */
	if (!ret && !kind_present(req->ops, session->bench->dev))
		ret = -EOPNOTSUPP;
	if (!ret)
		ret = map_prepared(session, m, req->attrs, u);
	if (ret <= 0)
		mapping_free(m);
	return ret;
}

static int map_claimed(struct mbe_session *session,
		       const struct map_request *req, struct mbe_map *u)
{
	int ret;

	/* First: from here on nobody else changes the device's limits. */
	ret = mbe_session_claim(session);
	if (ret)
		return ret;
	ret = make(session, req, u);
	if (ret <= 0)
		mbe_session_unclaim(session);
	return min(ret, 0);
}

static void forget(struct mbe_session *session, u32 handle)
{
	struct mbe_mapping *m = mbe_mapping_find(session, handle);
	const struct mbe_extent all = mbe_extent_all(m);

	mbe_mapping_end(session, handle, m, &all, 0);
}

int mbe_ioctl_map(struct mbe_session *session, u64 user)
{
	struct map_request req = {};
	struct mbe_map u;
	int ret;

	ret = mbe_copy_in(&u, sizeof(u), MBE_MAP_SIZE_VER1, user);
	if (!ret)
		ret = check(&u, &req);
	if (!ret)
		ret = mbe_session_begin(session);
	if (ret)
		return ret;
	ret = map_claimed(session, &req, &u);
	if (!ret) {
		ret = mbe_copy_out(user, &u, sizeof(u));
		/* Nobody would know of it. */
		if (ret && u.mapping)
			forget(session, u.mapping);
	}
	mbe_session_done(session);
	return ret;
}

/* ---- its end ---- */

/* Unmaps what @extent says, and forgets the mapping. */
void mbe_mapping_end(struct mbe_session *session, u32 handle,
		     struct mbe_mapping *m, const struct mbe_extent *extent,
		     unsigned long attrs)
{
	m->ops->unmap(session->bench->dev, m, extent, attrs);
	xa_erase(&session->mappings, handle);
	hold_buffers(session, m, -1);
	mbe_session_unclaim(session);
	mapping_free(m);
}

void mbe_mappings_undo(struct mbe_session *session)
{
	struct mbe_mapping *m;
	unsigned long handle;

	xa_for_each(&session->mappings, handle, m) {
		forget(session, handle);
		cond_resched();
	}
}
