/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The only file that knows kernels differ. The rest is written to the newest
 * API; each entry says what it stands in for and when it can go.
 */
#ifndef _MBE_COMPAT_H
#define _MBE_COMPAT_H

#include <linux/device.h>
#include <linux/dma-map-ops.h>
#include <linux/dma-mapping.h>
#include <linux/mmzone.h>
#include <linux/swiotlb.h>
#include <linux/version.h>

#if LINUX_VERSION_CODE < KERNEL_VERSION(6, 1, 0)
#error "kernels older than 6.1 are not supported"
#endif

/*
 * The page allocator's largest order. Before 6.8 only MAX_ORDER existed, one
 * above it up to 6.3; between the two this gives away one order. Can go with
 * 6.1.
 */
#ifndef MAX_PAGE_ORDER
#define MAX_PAGE_ORDER	(MAX_ORDER - 1)
#endif

/*
 * The platform driver's remove that returns nothing: a member of its own until
 * 6.12 (MBE_HAVE_REMOVE_NEW, found by the Makefile). Can go with 6.12.
 */
#ifdef MBE_HAVE_REMOVE_NEW
#define mbe_remove_void	remove_new
#else
#define mbe_remove_void	remove
#endif

/*
 * dma_map_phys() and dma_iova_try_alloc() with their siblings: 7.x. Where the
 * Makefile finds them it defines MBE_HAVE_DMA_MAP_PHYS and MBE_HAVE_DMA_IOVA;
 * elsewhere the map kinds do not exist. Can go with 6.12.
 */

/* 7.x has a new name for it, and warns of the old one. Can go with 6.12. */
#ifndef MBE_HAVE_DFL_WQ
#define system_dfl_wq	system_unbound_wq
#endif

/*
 * Does the kernel return from mapping @bytes? Before 6.3 its search for bounce
 * slots never ends, with interrupts off, when no place fits and the device asks
 * for an alignment of a slot or more ("swiotlb: fix the deadlock in
 * swiotlb_do_find_slots" mended it). That no place is free cannot be foreseen,
 * that none is large enough can. Can go with 6.1.
 */
static inline bool mbe_map_returns(struct device *dev, u64 bytes)
{
#if LINUX_VERSION_CODE < KERNEL_VERSION(6, 3, 0)
	return dma_get_min_align_mask(dev) < IO_TLB_SIZE ||
	       bytes <= dma_max_mapping_size(dev);
#else
	return true;
#endif
}

/* Whether a device can be told to be coherent or not on this architecture. */
#if defined(CONFIG_ARCH_HAS_SYNC_DMA_FOR_DEVICE) || \
	defined(CONFIG_ARCH_HAS_SYNC_DMA_FOR_CPU) || \
	defined(CONFIG_ARCH_HAS_SYNC_DMA_FOR_CPU_ALL)
#define MBE_COHERENCY_IS_A_CHOICE	1
#else
#define MBE_COHERENCY_IS_A_CHOICE	0
#endif

/*
 * 7.x keeps the flag in a bitmap behind accessors (MBE_HAVE_DEV_FLAGS, found by
 * the Makefile), older kernels in a bit field. Can go with 6.12.
 */
static inline void mbe_set_coherent(struct device *dev, bool coherent)
{
#if MBE_COHERENCY_IS_A_CHOICE
#ifdef MBE_HAVE_DEV_FLAGS
	dev_assign_dma_coherent(dev, coherent);
#else
	dev->dma_coherent = coherent;
#endif
#endif
}

#endif /* _MBE_COMPAT_H */
