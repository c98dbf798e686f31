// SPDX-License-Identifier: GPL-2.0-only
// Planted bug: a partial sync of a bounced mapping copies from the beginning of the slot's memory
// instead of from where the range begins (crypto failures, 2021).
//
// kernels: [67].*
// files: kernel/dma/swiotlb.c
// changes: 1

@@
typedef phys_addr_t;
phys_addr_t base;
identifier offset;
@@
 swiotlb_bounce(...)
 {
 <...
-	base += offset;
 ...>
 }
