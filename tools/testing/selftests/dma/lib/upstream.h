/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Upstream's benchmark ABI, as every kernel since 5.11 has it. Declared here
 * because kernels before 7.x do not export their header to user space.
 */
#ifndef DB_UPSTREAM_H
#define DB_UPSTREAM_H

#include <linux/ioctl.h>
#include <linux/types.h>

struct db_upstream {
	__u64 map_mean;		/* out: times are in 100 ns */
	__u64 map_deviation;
	__u64 unmap_mean;
	__u64 unmap_deviation;
	__u32 threads;		/* in: 1 to 1024 */
	__u32 seconds;		/* 1 to 300 */
	__s32 node;		/* -1: any */
	__u32 dma_bits;		/* 20 to 64 */
	__u32 direction;	/* 0 bidirectional, 1 to, 2 from the device */
	__u32 transfer_ns;	/* up to 10 ms */
	__u32 granule;		/* pages, or entries of one page; 1 to 1024 */
	__u8 mode;		/* 0 single, 1 sg; ignored before 7.x */
	__u8 unused[75];	/* zero */
};

_Static_assert(sizeof(struct db_upstream) == 136, "upstream's layout is fixed");

#define DB_UPSTREAM_RUN	_IOWR('d', 1, struct db_upstream)

#endif
