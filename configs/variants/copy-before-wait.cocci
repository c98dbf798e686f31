// SPDX-License-Identifier: GPL-2.0-only
// Planted bug: the copy out of a bounce slot does not wait for the invalidation before it.
//
// kernels: 7.*
// files: kernel/dma/swiotlb.c
// changes: 1

@@
expression reason;
@@
 swiotlb_bounce(...)
 {
 ... when any
-	if (reason)
-		arch_sync_dma_flush();
 ... when any
 }
