// SPDX-License-Identifier: GPL-2.0-only
// Planted bug: dma_max_mapping_size() promises what min_align_mask then leaves no room for.
//
// kernels: [67].*
// files: kernel/dma/swiotlb.c
// changes: 1

@@
expression whole;
identifier align;
@@
 swiotlb_max_mapping_size(...)
 {
 ... when any
-	return whole - align;
+	return whole;
 }
