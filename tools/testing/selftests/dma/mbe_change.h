/* SPDX-License-Identifier: GPL-2.0-only */
/* One change to a request: a row of a table of refusals. */
#ifndef MBE_CHANGE_H
#define MBE_CHANGE_H

#include <stddef.h>
#include <string.h>
#include <linux/types.h>

struct mbe_change {
	unsigned int offset, bytes;	/* of a member; 0 bytes: no change */
	__u64 value;
};

#define MBE_SET(type, member, value) \
	{ offsetof(struct type, member), sizeof(((struct type *)0)->member), (value) }

static inline void mbe_apply(void *request, const struct mbe_change *change,
			     unsigned int count)
{
	unsigned int i;

	for (i = 0; i < count; i++) {
		char *member = (char *)request + change[i].offset;
		__u32 half = change[i].value;

		if (change[i].bytes == sizeof(half))
			memcpy(member, &half, sizeof(half));
		else
			memcpy(member, &change[i].value, change[i].bytes);
	}
}

#endif /* MBE_CHANGE_H */
