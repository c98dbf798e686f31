// SPDX-License-Identifier: GPL-2.0-only
/*
 * Kind "resource": a physical address that is not memory.
 */
#include <linux/ioport.h>
#include <linux/mm.h>
#include <linux/sched.h>
#include <linux/sizes.h>

#include "mbe_map.h"

/*
 * Neither memory nor anything with a struct page: 6.1 warns of that, and the
 * device is to reach nobody's memory by this way.
 */
static bool is_memory(phys_addr_t phys, u64 bytes)
{
	unsigned long pfn = PHYS_PFN(phys);
	const unsigned long last = PHYS_PFN(phys + bytes - 1);

	if (region_intersects(phys, bytes, IORESOURCE_SYSTEM_RAM,
			      IORES_DESC_NONE) != REGION_DISJOINT)
		return true;
	for (; pfn <= last; pfn++) {
		if (pfn_valid(pfn))
			return true;
		if (!(pfn % 1024))
			cond_resched();
	}
	return false;
}

static int resource_prepare(struct mbe_session *session, struct mbe_mapping *m,
			    const struct mbe_map *u)
{
	const phys_addr_t phys = u->phys;

	if (u->bytes < 1 || u->bytes > SZ_1G)
		return -EINVAL;
	if (phys != u->phys || (phys_addr_t)(phys + u->bytes - 1) < phys)
		return -EINVAL;
	if (is_memory(phys, u->bytes))
		return -EINVAL;
	m->phys = phys;
	m->bytes = u->bytes;
	m->dma_segments = 1;
	return 0;
}

static int resource_map(struct device *dev, struct mbe_mapping *m,
			unsigned long attrs)
{
	m->addr = dma_map_resource(dev, m->phys, m->bytes, m->dir, attrs);
	return dma_mapping_error(dev, m->addr) ? -EIO : 0;
}

static void resource_unmap(struct device *dev, struct mbe_mapping *m,
			   const struct mbe_extent *extent, unsigned long attrs)
{
	dma_unmap_resource(dev, m->addr, m->bytes, extent->dir, attrs);
}

const struct mbe_map_ops mbe_map_resource = {
	.id = MBE_MAP_RESOURCE,
	.address = true,
	.prepare = resource_prepare,
	.map = resource_map,
	.unmap = resource_unmap,
};
