// SPDX-License-Identifier: GPL-2.0-only
// Planted bug: unmap gives one slot too few back when the offset of min_align_mask made it need
// one more.
//
// kernels: [67].*
// files: kernel/dma/swiotlb.c
// changes: 1

@@
identifier offset;
expression bytes;
@@
 swiotlb_release_slots(...)
 {
 <...
 nr_slots(
-	bytes + offset
+	bytes
 )
 ...>
 }
