// SPDX-License-Identifier: GPL-2.0-only
// Planted bug: the unmap of a BIDIRECTIONAL mapping does not copy the slot back.
//
// kernels: [67].*
// files: kernel/dma/direct.h
// changes: 1

@@
identifier function =~ "^dma_direct_unmap_(page|phys)$";
identifier attrs, dir;
@@
 function(..., enum dma_data_direction dir, unsigned long attrs, ...)
 {
 ... when any
	if (!(attrs & DMA_ATTR_SKIP_CPU_SYNC)
+	    && dir != DMA_BIDIRECTIONAL
	   )
		dma_direct_sync_single_for_cpu(...);
 ... when any
 }
