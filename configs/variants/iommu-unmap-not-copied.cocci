// SPDX-License-Identifier: GPL-2.0-only
// Planted bug: behind an IOMMU, the unmap of a bounced BIDIRECTIONAL mapping does not copy the slot
// back.
//
// kernels: [67].*
// files: kernel/dma/swiotlb.c
// changes: 1

@@
identifier function =~ "^(__)?swiotlb_tbl_unmap_single$";
identifier dir;
@@
 function(...)
 {
 <...
-	dir == DMA_FROM_DEVICE || dir == DMA_BIDIRECTIONAL
+	dir == DMA_FROM_DEVICE
 ...>
 }
