// SPDX-License-Identifier: GPL-2.0-only
/*
 * Misuse: the device accesses an address of the caller's choice, behind an
 * IOMMU, to see what the IOMMU says to that.
 *
 * Only what the session has mapped may be hit. A read may go on to the ends of
 * the IOMMU's pages around it, since what a device finds there is of interest.
 * Another address may be tried when nothing is mapped there at all.
 */
#include <linux/align.h>
#include <linux/iommu.h>

#include "mbe_map.h"
#include "mbe_view.h"

/* A piece of an IOMMU page. */
struct piece {
	u64 first;
	u64 last;
	u64 granule;
	bool write;
};

static bool in_segment(const struct piece *p, const struct mbe_cursor *c)
{
	u64 first = c->addr, last = c->addr + c->bytes - 1;

	if (!p->write) {
		first &= ~(p->granule - 1);
		last |= p->granule - 1;
	}
	return p->first >= first && p->last <= last;
}

static bool is_ours(struct mbe_session *session, const struct piece *p)
{
	struct mbe_mapping *m;
	struct mbe_cursor c;
	unsigned long handle;

	xa_for_each(&session->mappings, handle, m) {
		/* Behind a resource are another device's registers. */
		if (m->ops->address)
			continue;
		mbe_cursor_first(&c, m);
		do {
			if (in_segment(p, &c))
				return true;
			cond_resched();
		} while (mbe_cursor_next(&c));
	}
	return false;
}

/* 0, or -ENOENT where something is mapped that is not the session's. */
static int check(struct mbe_session *session, u64 addr, u64 bytes, bool write)
{
	struct device *dev = session->bench->dev;
	struct piece p = { .granule = mbe_iommu_granule(dev), .write = write };
	const u64 last = addr + bytes - 1;

	for (p.first = addr; ; p.first = p.last + 1) {
		p.last = min(p.first | (p.granule - 1), last);
		if (!is_ours(session, &p) &&
		    iommu_iova_to_phys(mbe_translation(dev), p.first))
			return -ENOENT;
		if (p.last == last)
			return 0;
	}
}

/*
 * A flush queue lets the IOMMU remember for a while what is unmapped already,
 * and the memory may be someone else's by now.
 */
static void forget_unmapped(struct device *dev)
{
	if (mbe_domain(dev) == MBE_DOMAIN_DMA_LAZY)
		iommu_flush_iotlb_all(mbe_translation(dev));
}

/*
 * The transfer takes long. The bench's lock and the absence of runs keep the
 * address from being mapped by another session in the meantime.
 */
static int edu_transfer(struct mbe_session *session,
			const struct mbe_backend_ops *backend, dma_addr_t addr,
			void *data, size_t bytes, bool write)
{
	struct mbe_bench *bench = session->bench;
	int ret;

	mutex_lock(&bench->lock);
	ret = list_empty(&bench->runs) ? 0 : -EBUSY;
	if (!ret)
		ret = check(session, addr, bytes, write);
	if (!ret) {
		if (write)
			forget_unmapped(bench->dev);
		ret = backend->transfer(bench, addr, data, bytes, write);
	}
	mutex_unlock(&bench->lock);
	return ret;
}

/* Return: 0, -ENOENT, -EBUSY, or what the backend says. */
int mbe_raw_transfer(struct mbe_session *session,
		     const struct mbe_backend_ops *backend, dma_addr_t addr,
		     void *data, size_t bytes, bool write)
{
	int ret;

	if (backend->id == MBE_BACKEND_EDU)
		return edu_transfer(session, backend, addr, data, bytes, write);
	ret = check(session, addr, bytes, write);
	if (ret)
		return ret;
	return backend->transfer(session->bench, addr, data, bytes, write);
}
