// SPDX-License-Identifier: GPL-2.0-only
/*
 * Who acts as the device: the CPU on the memory behind the DMA address, found
 * by the direct path's arithmetic or by the IOMMU's translation, or QEMU's edu.
 */
#include <linux/dma-direct.h>
#include <linux/dma-map-ops.h>
#include <linux/highmem.h>
#include <linux/iommu.h>
#include <linux/vmalloc.h>

#include "mbe_view.h"

bool mbe_path_is_direct(struct device *dev)
{
	return !mbe_translation(dev) && !get_dma_ops(dev);
}

/* ---- memory, as a device sees it ---- */

/*
 * A coherent device sees what the caches hold, as the CPU's own mapping does. A
 * device that is not sees memory: the alias goes around the caches, so that on
 * hardware a line that was not written back or not invalidated shows.
 */
static void *device_map(struct device *dev, struct page *page)
{
	if (dev_is_dma_coherent(dev))
		return kmap_local_page(page);
	return vmap(&page, 1, VM_MAP, pgprot_dmacoherent(PAGE_KERNEL));
}

static void device_unmap(struct device *dev, void *base)
{
	if (dev_is_dma_coherent(dev))
		kunmap_local(base);
	else
		vunmap(base);
}

/* Within one page. */
static int memory_transfer(struct device *dev, phys_addr_t phys, void *data,
			   size_t bytes, bool write)
{
	const unsigned long pfn = PHYS_PFN(phys);
	void *base;

	if (!pfn_valid(pfn))
		return -ENXIO;
	base = device_map(dev, pfn_to_page(pfn));
	if (!base)
		return -ENOMEM;
	/* A driver has one before the write that starts the device. */
	mb();
	if (write)
		memcpy(base + offset_in_page(phys), data, bytes);
	else
		memcpy(data, base + offset_in_page(phys), bytes);
	/* The device has finished before anyone is told so. */
	mb();
	device_unmap(dev, base);
	return 0;
}

/* ---- the backends ---- */

static bool direct_present(const struct mbe_bench *bench)
{
	return mbe_path_is_direct(bench->dev);
}

static int direct_transfer(struct mbe_bench *bench, dma_addr_t addr, void *data,
			   size_t bytes, bool write)
{
	return memory_transfer(bench->dev, dma_to_phys(bench->dev, addr), data,
			       bytes, write);
}

static bool behind_iommu(const struct mbe_bench *bench)
{
	return mbe_translation(bench->dev);
}

static int translated_transfer(struct mbe_bench *bench, dma_addr_t addr,
			       void *data, size_t bytes, bool write)
{
	phys_addr_t phys;

	phys = iommu_iova_to_phys(mbe_translation(bench->dev), addr);
	if (!phys)
		return -ENXIO;
	return memory_transfer(bench->dev, phys, data, bytes, write);
}

static bool edu_present(const struct mbe_bench *bench)
{
	return bench->edu;
}

static int edu_transfer(struct mbe_bench *bench, dma_addr_t addr, void *data,
			size_t bytes, bool write)
{
	return mbe_edu_transfer(bench->edu, addr, data, bytes, write);
}

/* MBE_BACKEND_AUTO is the first of them that is present. */
static const struct mbe_backend_ops backends[] = {
	{
		.id = MBE_BACKEND_IOMMU,
		.bytes_max = MBE_VIEW_BYTES,
		.by_page = true,
		.present = behind_iommu,
		.transfer = translated_transfer,
	}, {
		.id = MBE_BACKEND_DIRECT,
		.bytes_max = MBE_VIEW_BYTES,
		.by_page = true,
		.present = direct_present,
		.transfer = direct_transfer,
	}, {
		.id = MBE_BACKEND_EDU,
		.bytes_max = MBE_EDU_BYTES,
		.present = edu_present,
		.transfer = edu_transfer,
	},
};

const struct mbe_backend_ops *mbe_backend_find(const struct mbe_bench *bench,
					       u32 id)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(backends); i++)
		if ((id == MBE_BACKEND_AUTO || id == backends[i].id) &&
		    backends[i].present(bench))
			return &backends[i];
	return NULL;
}

u32 mbe_backends(const struct mbe_bench *bench)
{
	u32 mask = 0;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(backends); i++)
		if (backends[i].present(bench))
			mask |= BIT(backends[i].id);
	return mask ? mask | BIT(MBE_BACKEND_AUTO) : 0;
}
