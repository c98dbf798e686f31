// SPDX-License-Identifier: GPL-2.0-only
// Planted bug: FROM_DEVICE data is not invalidated when the CPU gets the buffer back.
//
// kernels: [67].*
// files: arch/arm64/mm/dma-mapping.c
// changes: 1

@@
identifier dir;
@@
 arch_sync_dma_for_cpu(..., enum dma_data_direction dir)
 {
 ... when any
	if (
-	    dir == DMA_TO_DEVICE
+	    dir != DMA_BIDIRECTIONAL
	   )
		return;
 ... when any
 }
