// SPDX-License-Identifier: GPL-2.0-only
// Planted bug: dma_map_sg() returns without waiting for the maintenance of its entries.
//
// kernels: 7.*
// files: kernel/dma/direct.c
// changes: 1

@@
expression reason;
@@
 dma_direct_map_sg(...)
 {
 <...
-	if (reason)
-		arch_sync_dma_flush();
 ...>
 }
