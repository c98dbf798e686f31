// SPDX-License-Identifier: GPL-2.0-only
// Published result 2, undone: the sync of a page table's entries after an unmap, one entry after
// the other again instead of all adjacent ones at once.
//
// kernels: @(6.12|7).*
// files: drivers/iommu/io-pgtable-arm.c
// changes: 1

@@
@@
 __arm_lpae_clear_pte(...)
 {
 <...
-	__arm_lpae_sync_pte(ptep, num_entries, cfg);
+	for (int i = 0; i < num_entries; i++)
+		__arm_lpae_sync_pte(&ptep[i], 1, cfg);
 ...>
 }
