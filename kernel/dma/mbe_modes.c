// SPDX-License-Identifier: GPL-2.0-only
/*
 * The table of modes, and what they have in common: blocks of pages, and how to
 * see that a mapping bounced.
 */
#include <linux/dma-direct.h>
#include <linux/gfp.h>
#include <linux/iommu.h>

#include "mbe.h"

/* Walked by dispatch and by the query; a new mode is a row. */
static const struct mbe_mode_ops * const modes[] = {
	&mbe_mode_single,
	&mbe_mode_sg,
};

u32 mbe_modes(void)
{
	u32 mask = 0;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(modes); i++)
		mask |= BIT(modes[i]->id);
	return mask;
}

const struct mbe_mode_ops *mbe_mode_find(u32 id)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(modes); i++)
		if (modes[i]->id == id)
			return modes[i];
	return NULL;
}

/**
 * mbe_block_alloc - physically contiguous memory for a worker
 * @w: on whose account and NUMA node
 * @bytes: at most mbe_block_bytes_max(), rounded up to a power of two of pages
 *
 * Zeroed, so that nothing of the kernel's can reach a device.
 *
 * Return: the first page, ERR_PTR(-ENOMEM) or ERR_PTR(-ENOBUFS).
 */
struct page *mbe_block_alloc(struct mbe_worker *w, size_t bytes)
{
	unsigned int order = get_order(bytes);
	struct page *page;
	int ret = mbe_memory_charge(w->run->memory_cap, PAGE_SIZE << order);

	if (ret)
		return ERR_PTR(ret);
	page = alloc_pages_node(w->run->req.uapi.node,
				MBE_GFP | __GFP_ZERO, order);
	if (!page) {
		mbe_memory_uncharge(PAGE_SIZE << order);
		return ERR_PTR(-ENOMEM);
	}
	return page;
}

void mbe_block_free(struct page *page, size_t bytes)
{
	unsigned int order = get_order(bytes);

	__free_pages(page, order);
	mbe_memory_uncharge(PAGE_SIZE << order);
}

/* The domain that translates the device's addresses, or NULL. */
struct iommu_domain *mbe_translation(struct device *dev)
{
	struct iommu_domain *domain = iommu_get_domain_for_dev(dev);

	return domain && domain->type & __IOMMU_DOMAIN_PAGING ? domain : NULL;
}

/*
 * A mapping bounced if its DMA address leads elsewhere than to the buffer.
 * swiotlb's own test is not exported. Behind an IOMMU the mapping must be live.
 */
bool mbe_bounced(const struct mbe_run_state *run, dma_addr_t addr,
		 phys_addr_t phys)
{
	if (run->domain)
		return iommu_iova_to_phys(run->domain, addr) != phys;
	return dma_to_phys(run->bench->dev, addr) != phys;
}
