// SPDX-License-Identifier: GPL-2.0-only
// One wait for each entry again, as before 7.0: the wait goes back into the maintenance of each
// range, and the common one at the end becomes empty.
//
// kernels: 7.*
// files: arch/arm64/mm/dma-mapping.c arch/arm64/include/asm/cache.h
// changes: 3

@@
expression start, end;
@@
- dcache_clean_poc_nosync(start, end)
+ dcache_clean_poc(start, end)

@@
expression start, end;
@@
- dcache_inval_poc_nosync(start, end)
+ dcache_inval_poc(start, end)

@@
identifier flush =~ "^arch_sync_dma_flush$";
@@
 flush(void)
 {
-	dsb(sy);
 }
