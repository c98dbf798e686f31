// SPDX-License-Identifier: GPL-2.0-only
// Planted bug: min_align_mask above the size of a slot is ignored: any free slot does.
//
// kernels: [67].*
// files: kernel/dma/swiotlb.c
// changes: 1

@@
identifier mask;
expression dev;
@@
 unsigned int mask =
-	dma_get_min_align_mask(dev)
+	0
	;
