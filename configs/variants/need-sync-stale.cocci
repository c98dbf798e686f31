// SPDX-License-Identifier: GPL-2.0-only
// Planted bug: a coherent device goes on to skip every sync after its first bounced mapping.
//
// kernels: @(6.[1-9][0-9]|7).*
// files: kernel/dma/swiotlb.c
// changes: 1

@@
expression dev;
@@
 swiotlb_tbl_map_single(...)
 {
 ... when any
-	dma_reset_need_sync(dev);
 ... when any
 }
