// SPDX-License-Identifier: GPL-2.0-only
/*
 * What kernel, module and device offer, for MBE_IOCTL_QUERY.
 */
#include <linux/dma-mapping.h>
#include <linux/iommu.h>
#include <linux/swiotlb.h>

#include "mbe_session.h"

/* enum mbe_domain in front of the device. */
u32 mbe_domain(struct device *dev)
{
	struct iommu_domain *domain = iommu_get_domain_for_dev(dev);

	if (!domain)
		return MBE_DOMAIN_NONE;
	switch (domain->type) {
	case IOMMU_DOMAIN_IDENTITY:
		return MBE_DOMAIN_IDENTITY;
	case IOMMU_DOMAIN_DMA:
		return MBE_DOMAIN_DMA_STRICT;
	case IOMMU_DOMAIN_DMA_FQ:
		return MBE_DOMAIN_DMA_LAZY;
	default:
		return MBE_DOMAIN_OTHER;
	}
}

/* is_swiotlb_active() is not exported: look at the device's own pool. */
static u32 swiotlb_flags(struct device *dev)
{
#ifdef CONFIG_SWIOTLB
	const struct io_tlb_mem *mem = dev->dma_io_tlb_mem;

	if (!mem || !mem->nslabs)
		return 0;
	return MBE_DEV_SWIOTLB |
	       (is_swiotlb_force_bounce(dev) ? MBE_DEV_SWIOTLB_FORCED : 0);
#else
	return 0;
#endif
}

/* Has a session made the device what it was not? */
static bool coherent_by_setting(const struct mbe_bench *bench)
{
	return bench->owner &&
	       bench->own_limits.coherent != dev_is_dma_coherent(bench->dev);
}

static u32 device_flags(const struct mbe_bench *bench)
{
	struct device *dev = bench->dev;
	u32 flags = swiotlb_flags(dev);

	if (bench->synthetic)
		flags |= MBE_DEV_SYNTHETIC;
	if (dev_is_dma_coherent(dev))
		flags |= MBE_DEV_COHERENT;
	if (bench->synthetic && (mbe_coherent_by_param() || coherent_by_setting(bench)))
		flags |= MBE_DEV_COHERENT_BY_PARAM;
	if (bench->upstream_file)
		flags |= MBE_DEV_SERVES_UPSTREAM;
	if (get_dma_ops(dev) && !mbe_translation(dev))
		flags |= MBE_DEV_DMA_OPS;
	return flags;
}

static void fill_limits(struct mbe_query *query, struct device *dev)
{
	query->abi_version = MBE_ABI_VERSION;
	query->modes = mbe_modes();
	query->dirs = BIT(MBE_DIR_TO_DEVICE) | BIT(MBE_DIR_FROM_DEVICE) |
		      BIT(MBE_DIR_BIDIRECTIONAL);
	query->states = mbe_states();
	query->timings = BIT(MBE_TIMING_AUTO) | BIT(MBE_TIMING_PER_OP) |
			 BIT(MBE_TIMING_BATCH);
	query->phases = MBE_PHASES_APART | MBE_PHASES_ROUND_TRIP;
	query->run_flags = mbe_run_flags(dev);
	query->attrs = MBE_ATTR_SKIP_CPU_SYNC | MBE_ATTR_WEAK_ORDERING |
		       MBE_ATTR_NO_WARN;
	query->threads_max = MBE_THREADS_MAX;
	query->entries_max = MBE_ENTRIES_MAX;
	query->batch_ops_max = MBE_BATCH_OPS_MAX;
	query->warmup_max = MBE_WARMUP_MAX;
	query->transfer_ns_max = MBE_TRANSFER_NS_MAX;
	query->single_bytes_max = mbe_block_bytes_max();
	query->entry_bytes_max = mbe_block_bytes_max();
	query->irqs_off_bytes_max = mbe_irqs_off_bytes_max(dev);
	query->iterations_max = MBE_ITERATIONS_MAX;
	query->duration_ns_max = MBE_DURATION_NS_MAX;
	query->sample_cap_default = MBE_SAMPLE_CAP_DEFAULT;
	query->sample_cap_max = MBE_SAMPLE_CAP_MAX;
	query->data_bytes_min = MBE_DATA_BYTES_MIN;
	query->memory_cap_bytes = mbe_memory_cap();
	query->memory_used_bytes = mbe_memory_used();
}

static void fill_blocks(struct mbe_bench *bench, struct mbe_query *query)
{
	struct iommu_domain *domain = mbe_translation(bench->dev);

	query->buffer_kinds = mbe_buffer_kinds();
	query->map_kinds = mbe_map_kinds(bench->dev);
	query->backends = mbe_backends(bench);
	query->settings = mbe_settings(bench);
	query->iommu_page_bytes = domain ? domain->pgsize_bitmap : 0;
}

/* Fill all but @size; the caller holds the bench's lock: the device is bound. */
void mbe_query_fill(struct mbe_bench *bench, struct mbe_query *query)
{
	struct device *dev = bench->dev;

	fill_limits(query, dev);
	query->dev_flags = device_flags(bench);
	query->domain = mbe_domain(dev);
	query->node = dev_to_node(dev);
	query->page_bytes = PAGE_SIZE;
	query->cache_line_bytes = mbe_cache_line_bytes();
	query->dma_align_bytes = dma_get_cache_alignment();
	query->clock_resolution_ns = mbe_clock_resolution_ns();
	query->max_seg_bytes = dma_get_max_seg_size(dev);
	query->dma_mask = list_empty(&bench->runs) ? dma_get_mask(dev) :
						     bench->own_mask;
	query->coherent_mask = dev->coherent_dma_mask;
	query->bus_limit = dev->bus_dma_limit;
	query->max_mapping_bytes = dma_max_mapping_size(dev);
	query->seg_boundary_mask = dma_get_seg_boundary(dev);
	query->min_align_mask = dma_get_min_align_mask(dev);
	fill_blocks(bench, query);
}
