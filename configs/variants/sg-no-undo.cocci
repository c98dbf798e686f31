// SPDX-License-Identifier: GPL-2.0-only
// Planted bug: dma_map_sg() that fails half way keeps the entries it has mapped.
//
// kernels: [67].*
// files: kernel/dma/direct.c
// changes: 1

@@
expression list entries;
@@
 dma_direct_map_sg(...)
 {
 <...
-	dma_direct_unmap_sg(entries);
 ...>
 }
