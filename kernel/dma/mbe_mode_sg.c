// SPDX-License-Identifier: GPL-2.0-only
/*
 * Mode "sg": dma_map_sg() of a list whose entries are blocks of their own.
 */
#include <linux/mm.h>
#include <linux/sched.h>

#include "mbe.h"

static u64 table_bytes(const struct mbe_run *req)
{
	return (u64)req->entries * sizeof(struct scatterlist);
}

static u64 sg_footprint_bytes(const struct mbe_run *req)
{
	return table_bytes(req) +
	       (u64)req->entries * (PAGE_SIZE << get_order(mbe_block_bytes(req)));
}

static int sg_prepare(struct mbe_worker *w)
{
	const struct mbe_run *req = &w->run->req.uapi;
	struct scatterlist *sg;
	struct page *page;
	unsigned int i;
	int ret;

	ret = mbe_memory_charge(w->run->memory_cap, table_bytes(req));
	if (ret)
		return ret;
	ret = sg_alloc_table(&w->sg.table, req->entries,
			     MBE_GFP);
	if (ret) {
		mbe_memory_uncharge(table_bytes(req));
		return ret;
	}
	for_each_sgtable_sg(&w->sg.table, sg, i) {
		if (mbe_run_stopped(w->run))
			return -EINTR;
		page = mbe_block_alloc(w, mbe_block_bytes(req));
		if (IS_ERR(page))
			return PTR_ERR(page);
		sg_set_page(sg, page, req->bytes, req->offset_bytes);
		w->sg.filled++;
		cond_resched();
	}
	return 0;
}

static void sg_release(struct mbe_worker *w)
{
	const struct mbe_run *req = &w->run->req.uapi;
	struct scatterlist *sg;
	unsigned int i;

	if (!w->sg.table.sgl)
		return;
	for_each_sg(w->sg.table.sgl, sg, w->sg.filled, i) {
		mbe_block_free(sg_page(sg), mbe_block_bytes(req));
		cond_resched();
	}
	sg_free_table(&w->sg.table);
	mbe_memory_uncharge(table_bytes(req));
}

static void sg_set_state(struct mbe_worker *w, enum mbe_state state)
{
	struct scatterlist *sg;
	unsigned int i;

	w->pattern++;
	for_each_sgtable_sg(&w->sg.table, sg, i) {
		mbe_state_set(state, sg_virt(sg), sg->length, w->pattern);
		/* A long list takes seconds to write. */
		cond_resched();
	}
}

static int sg_map(struct mbe_worker *w)
{
	const struct mbe_request *req = &w->run->req;

	w->segments = dma_map_sg_attrs(w->run->bench->dev, w->sg.table.sgl,
				       w->sg.table.orig_nents, req->dir,
				       req->attrs);
	return w->segments ? 0 : -EIO;
}

static void sg_sync_for_device(struct mbe_worker *w)
{
	dma_sync_sg_for_device(w->run->bench->dev, w->sg.table.sgl,
			       w->sg.table.orig_nents, w->run->req.dir);
}

static void sg_sync_for_cpu(struct mbe_worker *w)
{
	dma_sync_sg_for_cpu(w->run->bench->dev, w->sg.table.sgl,
			    w->sg.table.orig_nents, w->run->req.dir);
}

static void sg_unmap(struct mbe_worker *w)
{
	const struct mbe_request *req = &w->run->req;

	dma_unmap_sg_attrs(w->run->bench->dev, w->sg.table.sgl,
			   w->sg.table.orig_nents, req->dir, req->attrs);
}

/*
 * A DMA segment can hold several entries, back to back: walk the entries with a
 * cursor in the segments.
 */
static void sg_look(struct mbe_worker *w, struct mbe_look *look)
{
	struct scatterlist *segment = w->sg.table.sgl, *sg;
	unsigned int i, offset = 0;

	for_each_sgtable_sg(&w->sg.table, sg, i) {
		look->checked++;
		look->bounced += mbe_bounced(w->run,
					     sg_dma_address(segment) + offset,
					     sg_phys(sg));
		offset += sg->length;
		if (offset >= sg_dma_len(segment)) {
			segment = sg_next(segment);
			offset = 0;
		}
		if (!segment)
			break;
	}
}

const struct mbe_mode_ops mbe_mode_sg = {
	.id = MBE_MODE_SG,
	.footprint_bytes = sg_footprint_bytes,
	.prepare = sg_prepare,
	.release = sg_release,
	.set_state = sg_set_state,
	.map = sg_map,
	.sync_for_device = sg_sync_for_device,
	.sync_for_cpu = sg_sync_for_cpu,
	.unmap = sg_unmap,
	.look = sg_look,
};
