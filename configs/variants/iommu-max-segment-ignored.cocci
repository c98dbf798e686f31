// SPDX-License-Identifier: GPL-2.0-only
// Planted bug: merging behind an IOMMU makes segments longer than the device can take.
//
// kernels: [67].*
// files: drivers/iommu/dma-iommu.c
// changes: 1

@@
expression mergeable;
identifier max, have, more;
@@
-	mergeable && (max - have >= more)
+	mergeable
