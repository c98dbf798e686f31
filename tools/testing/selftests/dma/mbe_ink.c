// SPDX-License-Identifier: GPL-2.0-only
/* Content that tells who wrote it and where it belongs; see mbe_ink.h. */
#include <stdio.h>

#include "mbe_ink.h"

#define INK_SHIFT	6
#define PLACE_MASK	((1u << INK_SHIFT) - 1)

static unsigned char inked(__u32 buffer, __u64 place, enum mbe_ink ink)
{
	__u32 mixed = ((__u32)place + buffer * 0x10001u) * 0x9e3779b1u;

	return (ink << INK_SHIFT) | (mixed >> 26 & PLACE_MASK);
}

void mbe_ink(void *data, __u32 buffer, __u64 offset, size_t bytes, enum mbe_ink ink)
{
	unsigned char *byte = data;
	size_t i;

	for (i = 0; i < bytes; i++)
		byte[i] = inked(buffer, offset + i, ink);
}

const char *mbe_ink_wrong(const void *data, __u32 buffer, __u64 offset,
			  size_t bytes, enum mbe_ink ink)
{
	static const char *const names[] = {
		"an earlier mapping's", "the CPU's", "the device's", "the later writer's",
	};
	static char wrong[160];
	const unsigned char *byte = data;
	size_t i;

	for (i = 0; i < bytes; i++) {
		enum mbe_ink seen = byte[i] >> INK_SHIFT;

		if (byte[i] == inked(buffer, offset + i, ink))
			continue;
		snprintf(wrong, sizeof(wrong),
			 "byte %llu (%zu of %zu) is 0x%02x, which looks like %s%s; expected %s",
			 (unsigned long long)(offset + i), i, bytes, byte[i], names[seen],
			 byte[i] == inked(buffer, offset + i, seen) ?
			 "" : " from another place", names[ink]);
		return wrong;
	}
	return NULL;
}
