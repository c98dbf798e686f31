/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The device view: who acts as the device.
 */
#ifndef _MBE_VIEW_H
#define _MBE_VIEW_H

#include <linux/sizes.h>

#include "mbe_session.h"

/* No smaller page is known to any IOMMU; the size of edu's buffer too. */
#define MBE_VIEW_BYTES	SZ_4K
/* QEMU up to 7.2 takes a transfer of all of that for a fault, and aborts. */
#define MBE_EDU_BYTES	(MBE_VIEW_BYTES - 1)

/**
 * struct mbe_backend_ops - who acts as the device, a row of a table
 * @id: enum mbe_backend
 * @bytes_max: most bytes of one @transfer
 * @by_page: it must not cross a multiple of them either
 * @present: does the device have it?
 * @transfer: move bytes from @data to the DMA address (@write) or back: 0,
 *	-ENXIO, -ENOMEM, -EINVAL or -ETIMEDOUT
 */
struct mbe_backend_ops {
	u32 id;
	size_t bytes_max;
	bool by_page;
	bool (*present)(const struct mbe_bench *bench);
	int (*transfer)(struct mbe_bench *bench, dma_addr_t addr, void *data,
			size_t bytes, bool write);
};

/* MBE_BACKEND_AUTO is resolved. NULL when the device has it not. */
const struct mbe_backend_ops *mbe_backend_find(const struct mbe_bench *bench,
					       u32 id);
/* Are DMA addresses physical ones, but for the bus's offset? */
bool mbe_path_is_direct(struct device *dev);

/* ---- mbe_raw.c ---- */

int mbe_raw_transfer(struct mbe_session *session,
		     const struct mbe_backend_ops *backend, dma_addr_t addr,
		     void *data, size_t bytes, bool write);

/* ---- mbe_edu.c ---- */

int mbe_edu_transfer(struct mbe_edu *edu, dma_addr_t addr, void *data,
		     size_t bytes, bool write);

#endif /* _MBE_VIEW_H */
