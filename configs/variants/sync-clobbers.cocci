// SPDX-License-Identifier: GPL-2.0-only
// Planted bug: sync_for_device of a FROM_DEVICE mapping copies the buffer over what the device has
// written to the slot (a wireless AP broke, 2022).
//
// kernels: [67].*
// files: kernel/dma/swiotlb.c
// changes: 1

@@
identifier function =~ "^(__)?swiotlb_sync_single_for_device$";
identifier dir;
@@
 function(..., enum dma_data_direction dir, ...)
 {
 <...
-	dir == DMA_TO_DEVICE || dir == DMA_BIDIRECTIONAL
+	dir != DMA_NONE
 ...>
 }
