// SPDX-License-Identifier: GPL-2.0-only
/*
 * What the runs of one device share: its DMA mask, and its end.
 */
#include <linux/dma-mapping.h>

#include "mbe.h"

/*
 * All runs of a device share its DMA mask. The first one sets what it wants;
 * others join if they want the same.
 */
static int set_mask(struct mbe_bench *bench, struct mbe_run_state *run)
{
	u32 bits = run->req.uapi.dma_bits;
	u64 wanted;

	if (list_empty(&bench->runs))
		bench->own_mask = dma_get_mask(bench->dev);
	wanted = bits ? (dma_addr_t)DMA_BIT_MASK(bits) : bench->own_mask;
	if (wanted != bench->own_mask)
		run->flags |= MBE_RESULT_MASK_CHANGED;
	if (!list_empty(&bench->runs))
		return wanted == dma_get_mask(bench->dev) ? 0 : -EBUSY;
	/*
	 * Even if nothing changes: setting the mask also resets what the core
	 * remembers of earlier mappings (6.12 and later: whether a coherent
	 * device may skip its syncs), so that every run starts alike.
	 */
	if (dma_set_mask(bench->dev, wanted) && wanted != bench->own_mask)
		return -EIO;
	return 0;
}

/**
 * mbe_bench_begin - a run starts on a device
 * @bench: the device
 * @run: the run, from now on stopped when the device is unbound
 *
 * Return: 0, -ENODEV, -EBUSY or -EIO.
 */
int mbe_bench_begin(struct mbe_bench *bench, struct mbe_run_state *run)
{
	int ret = -ENODEV;

	mutex_lock(&bench->lock);
	if (!bench->dead)
		ret = set_mask(bench, run);
	if (!ret)
		list_add(&run->link, &bench->runs);
	mutex_unlock(&bench->lock);
	return ret;
}

/* The run's threads are gone. The last run gives the mask back. */
void mbe_bench_end(struct mbe_bench *bench, struct mbe_run_state *run)
{
	mutex_lock(&bench->lock);
	list_del(&run->link);
	if (list_empty(&bench->runs) &&
	    dma_get_mask(bench->dev) != bench->own_mask)
		dma_set_mask(bench->dev, bench->own_mask);
	mutex_unlock(&bench->lock);
}

/* The device goes away: no run may start, and those in progress end. */
void mbe_bench_kill(struct mbe_bench *bench)
{
	struct mbe_run_state *run;

	mutex_lock(&bench->lock);
	bench->dead = true;
	list_for_each_entry(run, &bench->runs, link)
		mbe_run_stop(run, -ENODEV);
	mutex_unlock(&bench->lock);
}
