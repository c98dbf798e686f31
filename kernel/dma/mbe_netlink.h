/* SPDX-License-Identifier: GPL-2.0-only */
/* The netlink family: its life, and what the runs have to tell. */
#ifndef _MBE_NETLINK_H
#define _MBE_NETLINK_H

#include "mbe_live.h"

#ifdef CONFIG_NET
int mbe_netlink_init(void);
void mbe_netlink_exit(void);
void mbe_netlink_start(struct mbe_live *live);
void mbe_netlink_stats(struct mbe_live *live, u64 interval_ns);
void mbe_netlink_done(struct mbe_live *live, int error);
#else
static inline int mbe_netlink_init(void) { return 0; }
static inline void mbe_netlink_exit(void) { }
#endif

#endif /* _MBE_NETLINK_H */
