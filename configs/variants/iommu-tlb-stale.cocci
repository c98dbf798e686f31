// SPDX-License-Identifier: GPL-2.0-only
// Planted bug: a strict unmap leaves the translation in the IOMMU's TLB: the device still gets
// through.
//
// kernels: [67].*
// files: drivers/iommu/dma-iommu.c
// changes: 1

@@
expression domain, gather;
@@
 __iommu_dma_unmap(...)
 {
 ... when any
-	if (!gather.queued)
-		iommu_iotlb_sync(domain, &gather);
 ... when any
 }
