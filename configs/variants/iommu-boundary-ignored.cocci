// SPDX-License-Identifier: GPL-2.0-only
// Planted bug: dma_map_sg() behind an IOMMU lays segments out without regard to the device's
// segment boundary.
//
// kernels: [67].*
// files: drivers/iommu/dma-iommu.c
// changes: 1

@@
identifier mask;
expression dev;
@@
 iommu_dma_map_sg(...)
 {
 ... when any
 unsigned long mask =
-	dma_get_seg_boundary(dev)
+	ULONG_MAX
	;
 ... when any
 }
