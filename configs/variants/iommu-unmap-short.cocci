// SPDX-License-Identifier: GPL-2.0-only
// Planted bug: IOMMU unmap of the wrong length: the offset in the first page is forgotten, and so
// the last page stays mapped.
//
// kernels: [67].*
// files: drivers/iommu/dma-iommu.c
// changes: 1

@@
identifier size, offset;
expression domain;
@@
 __iommu_dma_unmap(...)
 {
 <...
 iova_align(domain,
-	size + offset
+	size
 )
 ...>
 }
