// SPDX-License-Identifier: GPL-2.0-only
// Planted bug: dma_map_sg() behind an IOMMU does not give an entry its offset in the page back.
//
// kernels: [67].*
// files: drivers/iommu/dma-iommu.c
// changes: 1

@@
identifier s, in_page;
@@
-	s->offset += in_page;
