// SPDX-License-Identifier: GPL-2.0-only
// Planted bug: dma_sync_sg_for_device() looks at the original pages, which never are bounce slots,
// and so copies nothing into them.
//
// kernels: [67].*
// files: kernel/dma/direct.c
// changes: 1

@@
identifier paddr;
expression dev, sg;
@@
 dma_direct_sync_sg_for_device(...)
 {
 <...
 phys_addr_t paddr =
-	dma_to_phys(dev, sg_dma_address(sg))
+	sg_phys(sg)
	;
 ...>
 }
