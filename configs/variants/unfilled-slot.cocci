// SPDX-License-Identifier: GPL-2.0-only
// Planted bug: a FROM_DEVICE mapping does not fill its bounce slot (CVE-2022-0854), and so what
// the device does not write comes back as what an earlier mapping left there.
//
// kernels: [67].*
// files: kernel/dma/swiotlb.c
// changes: 1

@@
identifier dir;
expression list copy;
@@
 swiotlb_tbl_map_single(..., enum dma_data_direction dir, ...)
 {
 ... when any
+	if (dir != DMA_FROM_DEVICE)
 swiotlb_bounce(copy);
 ... when any
 }
