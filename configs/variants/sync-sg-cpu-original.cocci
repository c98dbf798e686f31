// SPDX-License-Identifier: GPL-2.0-only
// Planted bug: dma_sync_sg_for_cpu() looks at the original pages, which never are bounce slots,
// and so copies nothing out of them.
//
// kernels: [67].*
// files: kernel/dma/direct.c
// changes: 1

@@
identifier paddr;
expression dev, sg;
@@
 dma_direct_sync_sg_for_cpu(...)
 {
 <...
 phys_addr_t paddr =
-	dma_to_phys(dev, sg_dma_address(sg))
+	sg_phys(sg)
	;
 ...>
 }
