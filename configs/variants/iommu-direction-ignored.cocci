// SPDX-License-Identifier: GPL-2.0-only
// Planted bug: behind an IOMMU a device may also write what it was given to read.
//
// kernels: [67].*
// files: drivers/iommu/dma-iommu.c
// changes: 1

@@
identifier prot;
@@
 dma_info_to_prot(...)
 {
 <...
-	return prot | IOMMU_READ;
+	return prot | IOMMU_READ | IOMMU_WRITE;
 ...>
 }
