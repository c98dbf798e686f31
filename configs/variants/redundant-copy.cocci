// SPDX-License-Identifier: GPL-2.0-only
// Planted bug: the unmap of a bounced mapping copies the slot back a second time (reference
// result 4, as before 5.18): the swiotlb unmap is not told that the sync has done it.
//
// kernels: [67].*
// files: kernel/dma/direct.h
// changes: 1

@@
expression dev, phys, size, dir, attrs;
@@
 swiotlb_tbl_unmap_single(dev, phys, size, dir,
-			 attrs | DMA_ATTR_SKIP_CPU_SYNC
+			 attrs
 )
