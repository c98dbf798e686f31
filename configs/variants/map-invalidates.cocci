// SPDX-License-Identifier: GPL-2.0-only
// Planted bug: a FROM_DEVICE mapping throws the CPU's dirty lines away instead of writing them
// back (reference result 3; arm64 did so until 2022).
//
// kernels: 6.*
// files: arch/arm64/mm/dma-mapping.c
// changes: 1

@@
identifier dir, start;
expression end;
@@
 arch_sync_dma_for_device(..., enum dma_data_direction dir)
 {
 ... when any
+	if (dir == DMA_FROM_DEVICE) {
+		dcache_inval_poc(start, end);
+		return;
+	}
	dcache_clean_poc(start, end);
 ... when any
 }
