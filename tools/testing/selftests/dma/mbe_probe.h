/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Which kernel functions this process runs through, and in which order: kprobes
 * by way of tracefs, in a trace instance of their own.
 *
 *	__mbe_probe_open(&p)			0 or a negative errno
 *	__mbe_probe_add(&p, "bounce", "swiotlb_bounce", "size=$arg3:u64 dir=$arg4:u32")
 *	__mbe_probe_start(&p)
 *	...
 *	__mbe_probe_stop(&p, event, ARRAY_SIZE(event))	how many were seen
 *	mbe_probe_close(&p)
 */
#ifndef MBE_PROBE_H
#define MBE_PROBE_H

#include <linux/types.h>

#define MBE_PROBES_MAX	4

struct mbe_probe {
	char group[32];
	char instance[96];
	unsigned int count;
	const char *name[MBE_PROBES_MAX];
};

/* A call, in the order of time. */
struct mbe_event {
	const char *name;	/* as given to __mbe_probe_add() */
	__u64 size;		/* its field "size", 0 when it has none */
	__u32 dir;		/* its field "dir", likewise */
};

int __mbe_probe_open(struct mbe_probe *p);
/* -ENOENT: the kernel has no such function (it was inlined, or has another name). */
int __mbe_probe_add(struct mbe_probe *p, const char *name, const char *function,
		    const char *fields);
int __mbe_probe_start(struct mbe_probe *p);
/* Events are cut to @max; the return value counts all; a negative errno. */
int __mbe_probe_stop(struct mbe_probe *p, struct mbe_event *event, unsigned int max);
void mbe_probe_close(struct mbe_probe *p);

#endif /* MBE_PROBE_H */
