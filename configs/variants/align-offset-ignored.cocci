// SPDX-License-Identifier: GPL-2.0-only
// Planted bug: min_align_mask below the size of a slot is ignored: a bounced address loses its
// offset in the slot (NVMe lost the one in the page).
//
// kernels: [67].*
// files: kernel/dma/swiotlb.c
// changes: 1

@@
expression masked;
@@
 swiotlb_align_offset(...)
 {
-	return masked;
+	return 0;
 }
