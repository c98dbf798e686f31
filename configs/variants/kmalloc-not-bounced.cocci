// SPDX-License-Identifier: GPL-2.0-only
// Planted bug: a small kmalloc buffer, which shares its cache line with a neighbour, is mapped in
// place for a non-coherent device that writes.
//
// kernels: @(6.[1-9][0-9]|7).*
// files: kernel/dma/direct.h kernel/dma/direct.c
// changes: 1

@@
expression capable, dev, size, dir;
@@
	if (
-	    capable || dma_kmalloc_needs_bounce(dev, size, dir)
+	    capable
	   ) {...}
