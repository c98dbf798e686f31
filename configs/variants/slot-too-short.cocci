// SPDX-License-Identifier: GPL-2.0-only
// Planted bug: the room that min_align_mask takes at the start of a slot is forgotten: the end of
// a mapping lies in the slot of the next one.
//
// kernels: @(6.[1-9][0-9]|7).*
// files: kernel/dma/swiotlb.c
// changes: 1

@@
expression size, offset, mask;
@@
 swiotlb_tbl_map_single(...)
 {
 <...
 ALIGN(
-	size + offset
+	size
	, mask)
 ...>
 }
