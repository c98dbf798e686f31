// SPDX-License-Identifier: GPL-2.0-only
/*
 * A bound device: its life, and what its runs share.
 */
#include <linux/dma-mapping.h>
#include <linux/slab.h>

#include "mbe.h"

static LIST_HEAD(benches);
static DEFINE_MUTEX(benches_lock); /* guards the list; outside a bench's own locks */

/* Return: a bench with one reference, or NULL. */
struct mbe_bench *mbe_bench_new(struct device *dev)
{
	struct mbe_bench *bench = kzalloc(sizeof(*bench), GFP_KERNEL);

	if (!bench)
		return NULL;
	bench->dev = dev;
	INIT_LIST_HEAD(&bench->link);
	bench->synthetic = mbe_is_synthetic(dev);
	kref_init(&bench->ref);
	mutex_init(&bench->life);
	INIT_LIST_HEAD(&bench->sessions);
	mutex_init(&bench->lock);
	INIT_LIST_HEAD(&bench->runs);
	return bench;
}

static void bench_free(struct kref *ref)
{
	struct mbe_bench *bench = container_of(ref, struct mbe_bench, ref);

	mutex_destroy(&bench->lock);
	mutex_destroy(&bench->life);
	kfree(bench);
}

void mbe_bench_get(struct mbe_bench *bench)
{
	kref_get(&bench->ref);
}

void mbe_bench_put(struct mbe_bench *bench)
{
	kref_put(&bench->ref, bench_free);
}

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
	/*
	 * Setting the mask makes the core forget that something bounced (see
	 * below); the syncs of a mapping that did would be skipped.
	 */
	if (!list_empty(&bench->runs) || bench->mapped)
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

/* The last run gives the mask back. */
static void restore_mask(struct mbe_bench *bench)
{
	if (list_empty(&bench->runs) &&
	    dma_get_mask(bench->dev) != bench->own_mask)
		dma_set_mask(bench->dev, bench->own_mask);
}

static int begin(struct mbe_bench *bench, struct mbe_run_state *run)
{
	const struct mbe_run *req = &run->req.uapi;
	int ret;

	if (bench->dead)
		return -ENODEV;
	if (bench->owner && bench->owner != run->session)
		return -EBUSY;
	/* The settings may be others than when the request was checked. */
	if (req->mode == MBE_MODE_SG &&
	    req->bytes > dma_get_max_seg_size(bench->dev))
		return -EINVAL;
	ret = set_mask(bench, run);
	if (ret)
		return ret;
	/* How large a mapping can be depends on the mask. */
	if (mbe_map_returns(bench->dev, req->bytes))
		return 0;
	restore_mask(bench);
	return -EOPNOTSUPP;
}

/**
 * mbe_bench_begin - a run starts on a device
 * @bench: the device
 * @run: the run, from now on stopped when the device is unbound
 *
 * Return: 0, -ENODEV, -EBUSY, -EIO, -EINVAL or -EOPNOTSUPP.
 */
int mbe_bench_begin(struct mbe_bench *bench, struct mbe_run_state *run)
{
	int ret;

	mutex_lock(&bench->lock);
	ret = begin(bench, run);
	if (!ret)
		list_add(&run->link, &bench->runs);
	mutex_unlock(&bench->lock);
	return ret;
}

/* The run's threads are gone. */
void mbe_bench_end(struct mbe_bench *bench, struct mbe_run_state *run)
{
	mutex_lock(&bench->lock);
	list_del(&run->link);
	restore_mask(bench);
	mutex_unlock(&bench->lock);
}

/* The device is bound: it can be found. */
void mbe_bench_publish(struct mbe_bench *bench)
{
	mutex_lock(&benches_lock);
	list_add_tail(&bench->link, &benches);
	mutex_unlock(&benches_lock);
}

/* Return: the bench of the @n-th bound device with a reference, or NULL. */
struct mbe_bench *mbe_bench_nth(unsigned int n)
{
	struct mbe_bench *bench, *found = NULL;

	mutex_lock(&benches_lock);
	list_for_each_entry(bench, &benches, link)
		if (!n--) {
			mbe_bench_get(bench);
			found = bench;
			break;
		}
	mutex_unlock(&benches_lock);
	return found;
}

/* Return: the bench of a bound device with a reference, or NULL. */
struct mbe_bench *mbe_bench_find(const char *name)
{
	struct mbe_bench *bench, *found = NULL;

	mutex_lock(&benches_lock);
	list_for_each_entry(bench, &benches, link)
		if (!strcmp(dev_name(bench->dev), name)) {
			mbe_bench_get(bench);
			found = bench;
			break;
		}
	mutex_unlock(&benches_lock);
	return found;
}

/* The device goes away: no run may start, and those in progress end. */
void mbe_bench_kill(struct mbe_bench *bench)
{
	struct mbe_run_state *run;

	mutex_lock(&benches_lock);
	list_del_init(&bench->link);
	mutex_unlock(&benches_lock);
	mutex_lock(&bench->lock);
	WRITE_ONCE(bench->dead, true);
	list_for_each_entry(run, &bench->runs, link)
		mbe_run_stop(run, -ENODEV);
	mutex_unlock(&bench->lock);
}
