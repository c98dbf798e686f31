// SPDX-License-Identifier: GPL-2.0-only
/*
 * Mode "single": dma_map_single() of one physically contiguous buffer.
 */
#include <linux/mm.h>

#include "mbe.h"

static u64 single_footprint_bytes(const struct mbe_run *req)
{
	return PAGE_SIZE << get_order(mbe_block_bytes(req));
}

static int single_prepare(struct mbe_worker *w)
{
	const struct mbe_run *req = &w->run->req.uapi;
	struct page *page = mbe_block_alloc(w, mbe_block_bytes(req));

	if (IS_ERR(page))
		return PTR_ERR(page);
	w->single.page = page;
	w->single.vaddr = page_address(page) + req->offset_bytes;
	w->segments = 1;
	return 0;
}

static void single_release(struct mbe_worker *w)
{
	if (w->single.page)
		mbe_block_free(w->single.page, mbe_block_bytes(&w->run->req.uapi));
}

static void single_set_state(struct mbe_worker *w, enum mbe_state state)
{
	mbe_state_set(state, w->single.vaddr, w->run->req.uapi.bytes,
		      ++w->pattern);
}

static int single_map(struct mbe_worker *w)
{
	const struct mbe_request *req = &w->run->req;
	struct device *dev = w->run->bench->dev;

	w->single.addr = dma_map_single_attrs(dev, w->single.vaddr,
					      req->uapi.bytes, req->dir,
					      req->attrs);
	return dma_mapping_error(dev, w->single.addr) ? -EIO : 0;
}

static void single_sync_for_device(struct mbe_worker *w)
{
	const struct mbe_request *req = &w->run->req;

	dma_sync_single_for_device(w->run->bench->dev, w->single.addr,
				   req->uapi.bytes, req->dir);
}

static void single_sync_for_cpu(struct mbe_worker *w)
{
	const struct mbe_request *req = &w->run->req;

	dma_sync_single_for_cpu(w->run->bench->dev, w->single.addr,
				req->uapi.bytes, req->dir);
}

static void single_unmap(struct mbe_worker *w)
{
	const struct mbe_request *req = &w->run->req;

	dma_unmap_single_attrs(w->run->bench->dev, w->single.addr,
			       req->uapi.bytes, req->dir, req->attrs);
}

static void single_look(struct mbe_worker *w, struct mbe_look *look)
{
	look->checked++;
	look->bounced += mbe_bounced(w->run, w->single.addr,
				     virt_to_phys(w->single.vaddr));
}

const struct mbe_mode_ops mbe_mode_single = {
	.id = MBE_MODE_SINGLE,
	.footprint_bytes = single_footprint_bytes,
	.prepare = single_prepare,
	.release = single_release,
	.set_state = single_set_state,
	.map = single_map,
	.sync_for_device = single_sync_for_device,
	.sync_for_cpu = single_sync_for_cpu,
	.unmap = single_unmap,
	.look = single_look,
};
