/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Content that tells by itself who wrote it and where it belongs.
 *
 * Each writer has an ink. A byte's two upper bits are the ink, the other six
 * depend on the byte's place in its buffer. So what two writers write differs
 * at every byte, and a copy that went to the wrong place shows.
 */
#ifndef MBE_INK_H
#define MBE_INK_H

#include <stddef.h>
#include <linux/types.h>

enum mbe_ink {
	MBE_INK_OLD	= 0,	/* left behind by an earlier mapping */
	MBE_INK_CPU	= 1,	/* the CPU, before the mapping */
	MBE_INK_DEVICE	= 2,	/* the device */
	MBE_INK_LATER	= 3,	/* the CPU again, or the device again */
};

void mbe_ink(void *data, __u32 buffer, __u64 offset, size_t bytes, enum mbe_ink ink);

/* NULL, or what is wrong with the first byte that is not as inked. */
const char *mbe_ink_wrong(const void *data, __u32 buffer, __u64 offset,
			  size_t bytes, enum mbe_ink ink);

#endif /* MBE_INK_H */
