// SPDX-License-Identifier: GPL-2.0-only
/*
 * A request from user space, checked field by field before anything happens.
 * Mistakes come back as an errno and are never logged.
 */
#include <linux/dma-mapping.h>
#include <linux/mmzone.h>
#include <linux/nodemask.h>
#include <linux/swiotlb.h>
#include <linux/uaccess.h>

#include "mbe.h"
#include "mbe_mark.h"

/* Largest block of the page allocator. */
u64 mbe_block_bytes_max(void)
{
	return (u64)PAGE_SIZE << MAX_PAGE_ORDER;
}

static int check_mode(struct mbe_request *req, struct device *dev)
{
	const struct mbe_run *u = &req->uapi;
	u64 max = mbe_block_bytes_max();

	req->mode = mbe_mode_find(u->mode);
	if (!req->mode)
		return -EINVAL;
	if (u->mode == MBE_MODE_SG) {
		if (u->entries < 1 || u->entries > MBE_ENTRIES_MAX)
			return -EINVAL;
		/* What DMA_API_DEBUG would warn of is the user's mistake. */
		if (u->bytes > dma_get_max_seg_size(dev))
			return -EINVAL;
	} else if (u->entries) {
		return -EINVAL;
	}
	if (u->offset_bytes >= PAGE_SIZE)
		return -EINVAL;
	if (u->bytes < 1 || u->bytes > max - u->offset_bytes)
		return -EINVAL;
	return 0;
}

/* enum mbe_dir in the kernel's terms: 0 or -EINVAL. */
int mbe_dma_dir(u32 dir, enum dma_data_direction *out)
{
	switch (dir) {
	case MBE_DIR_TO_DEVICE:
		*out = DMA_TO_DEVICE;
		return 0;
	case MBE_DIR_FROM_DEVICE:
		*out = DMA_FROM_DEVICE;
		return 0;
	case MBE_DIR_BIDIRECTIONAL:
		*out = DMA_BIDIRECTIONAL;
		return 0;
	default:
		return -EINVAL;
	}
}

static int check_state(const struct mbe_run *u)
{
	if (u->state < MBE_STATE_DIRTY || u->state > MBE_STATE_COLD)
		return -EINVAL;
	return 0;
}

static int check_phases(const struct mbe_run *u)
{
	const u32 both = MBE_PHASE_BIT(MBE_PHASE_MAP) |
			 MBE_PHASE_BIT(MBE_PHASE_UNMAP);

	if (u->phases == MBE_PHASES_ROUND_TRIP)
		return 0;
	if ((u->phases & both) != both || u->phases & ~MBE_PHASES_APART)
		return -EINVAL;
	return 0;
}

static int check_timing(const struct mbe_run *u)
{
	switch (u->timing) {
	case MBE_TIMING_PER_OP:
		return u->batch_ops ? -EINVAL : 0;
	case MBE_TIMING_AUTO:
		return u->batch_ops > MBE_BATCH_OPS_MAX ? -EINVAL : 0;
	case MBE_TIMING_BATCH:
		if (u->batch_ops < 1 || u->batch_ops > MBE_BATCH_OPS_MAX)
			return -EINVAL;
		if (u->phases != MBE_PHASES_ROUND_TRIP)
			return -EINVAL;
		/*
		 * Batches are for clocks that may stand still while
		 * interrupts are off.
		 */
		return u->flags & MBE_RUN_IRQS_OFF ? -EINVAL : 0;
	default:
		return -EINVAL;
	}
}

/*
 * MBE_RUN_* that this kernel can do on the device. With interrupts off nothing
 * may sleep, but with PREEMPT_RT the locks of the IOVA allocator and of swiotlb
 * do, and so does 32-bit ARM's own IOMMU code when it allocates page tables.
 */
u32 mbe_run_flags(struct device *dev)
{
	const u32 marks = MBE_HAVE_MARKS ? MBE_RUN_COUNT : 0;

	if (IS_ENABLED(CONFIG_PREEMPT_RT) ||
	    (IS_ENABLED(CONFIG_ARM) && get_dma_ops(dev)))
		return marks;
	return MBE_RUN_IRQS_OFF | marks;
}

/* Right in itself, but can it be done here? */
u64 mbe_irqs_off_bytes_max(struct device *dev)
{
#ifdef CONFIG_SWIOTLB_DYNAMIC
	if (is_swiotlb_force_bounce(dev))
		return MBE_IRQS_OFF_BYTES_GROWS_MAX;
#endif
	return MBE_IRQS_OFF_BYTES_MAX;
}

static int check_ability(const struct mbe_run *u, struct device *dev)
{
	if (!(mbe_states() & BIT(u->state)) || u->flags & ~mbe_run_flags(dev))
		return -EOPNOTSUPP;
	return 0;
}

static int check_flags(const struct mbe_run *u, struct device *dev)
{
	u64 operation = u->bytes * max(u->entries, 1u);

	if (u->flags & ~(MBE_RUN_IRQS_OFF | MBE_RUN_COUNT))
		return -EINVAL;
	if (!(u->flags & MBE_RUN_COUNT) != !u->count_run)
		return -EINVAL;
	if (u->flags & MBE_RUN_IRQS_OFF && operation > mbe_irqs_off_bytes_max(dev))
		return -EINVAL;
	return 0;
}

static int check_amount(const struct mbe_run *u)
{
	if (u->threads < 1 || u->threads > MBE_THREADS_MAX)
		return -EINVAL;
	if (!u->iterations == !u->duration_ns)
		return -EINVAL;
	if (u->iterations > MBE_ITERATIONS_MAX ||
	    u->duration_ns > MBE_DURATION_NS_MAX ||
	    u->warmup > MBE_WARMUP_MAX ||
	    u->transfer_ns > MBE_TRANSFER_NS_MAX ||
	    u->sample_cap > MBE_SAMPLE_CAP_MAX)
		return -EINVAL;
	/* A delay inside a timed window would be measured. */
	if (u->transfer_ns && u->phases == MBE_PHASES_ROUND_TRIP)
		return -EINVAL;
	return 0;
}

/* MBE_ATTR_* in the kernel's terms: 0 or -EINVAL. */
int mbe_dma_attrs(u32 attrs, unsigned long *out)
{
	static const struct {
		u32 bit;
		unsigned long attr;
	} known[] = {
		{ MBE_ATTR_SKIP_CPU_SYNC, DMA_ATTR_SKIP_CPU_SYNC },
		{ MBE_ATTR_WEAK_ORDERING, DMA_ATTR_WEAK_ORDERING },
		{ MBE_ATTR_NO_WARN, DMA_ATTR_NO_WARN },
	};
	size_t i;

	*out = 0;
	for (i = 0; i < ARRAY_SIZE(known); i++) {
		if (attrs & known[i].bit)
			*out |= known[i].attr;
		attrs &= ~known[i].bit;
	}
	return attrs ? -EINVAL : 0;
}

/* -1, or a node that is there. */
bool mbe_node_valid(s32 node)
{
	return node == NUMA_NO_NODE ||
	       (node >= 0 && node < MAX_NUMNODES && node_online(node));
}

/* The bitmap: words of 64 bits whatever the machine's own word is. */
static int read_cpus(struct mbe_request *req)
{
	const struct mbe_run *u = &req->uapi;
	const u64 __user *words = u64_to_user_ptr(u->cpus_ptr);
	u32 i, bit;

	for (i = 0; i < u->cpus_bytes / sizeof(u64); i++) {
		u64 word;

		if (copy_from_user(&word, &words[i], sizeof(word)))
			return -EFAULT;
		for (bit = 0; word; bit++, word >>= 1) {
			u32 cpu = i * 64 + bit;

			if (!(word & 1))
				continue;
			if (cpu >= nr_cpu_ids || !cpu_online(cpu))
				return -EINVAL;
			cpumask_set_cpu(cpu, req->cpus);
		}
	}
	return cpumask_empty(req->cpus) ? -EINVAL : 0;
}

static int check_place(struct mbe_request *req)
{
	const struct mbe_run *u = &req->uapi;

	if (!mbe_node_valid(u->node))
		return -EINVAL;
	if (u->cpus_bytes > 8192 || u->cpus_bytes % sizeof(u64))
		return -EINVAL;
	if (!u->cpus_bytes)
		return u->cpus_ptr ? -EINVAL : 0;
	if (u->node != NUMA_NO_NODE)
		return -EINVAL;
	return read_cpus(req);
}

/**
 * mbe_request_check - validate a request and fill in the kernel's terms
 * @req: @uapi and an empty @cpus are set
 * @dev: the device
 *
 * Return: 0 or the errno that the ABI header promises.
 */
int mbe_request_check(struct mbe_request *req, struct device *dev)
{
	const struct mbe_run *u = &req->uapi;
	int ret;

	if (u->dma_bits > 64)
		return -EINVAL;
	ret = check_mode(req, dev);
	if (!ret)
		ret = mbe_dma_dir(u->dir, &req->dir);
	if (!ret)
		ret = check_state(u);
	if (!ret)
		ret = check_phases(u);
	if (!ret)
		ret = check_flags(u, dev);
	if (!ret)
		ret = check_timing(u);
	if (!ret)
		ret = check_amount(u);
	if (!ret)
		ret = mbe_dma_attrs(u->attrs, &req->attrs);
	if (!ret)
		ret = check_place(req);
	/* Last: "cannot" is only said of what is otherwise right. */
	if (!ret)
		ret = check_ability(u, dev);
	return ret;
}
