/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The module's netlink family as bytes: for tests of what it does with messages that
 * no library would send. Nothing here prints or judges.
 */
#ifndef MBE_NETLINK_H
#define MBE_NETLINK_H

#include <stdbool.h>
#include <stddef.h>
#include <linux/genetlink.h>
#include <linux/netlink.h>
#include <linux/types.h>
#include <linux/map_benchmark_netlink.h>

struct mbe_netlink {
	int fd;
	__u16 family;
	__u32 group;		/* of the events */
};

/* One request under construction. */
struct mbe_message {
	union {
		struct nlmsghdr head;
		unsigned char bytes[1024];
	};
};

/* What the kernel has said to the last request. */
struct mbe_answer {
	int error;		/* of the acknowledgment, positive */
	unsigned int messages;	/* of the family, before it */
	__u32 missing;		/* attribute that it wants, or 0 */
	__u32 offset;		/* of the bad attribute in the request, or 0 */
	char said[128];
};

/* 0 or a negative errno; -ENOENT: the kernel has no such family. */
int __mbe_netlink_open(struct mbe_netlink *nl);
void mbe_netlink_close(struct mbe_netlink *nl);

/* A request of @command with @flags besides NLM_F_REQUEST; attributes are added behind. */
void mbe_message_begin(const struct mbe_netlink *nl, struct mbe_message *m, __u8 command,
		       __u16 flags);
/* @type may hold NLA_F_*; @bytes what the attribute's head says, and are copied. */
void mbe_message_add(struct mbe_message *m, __u16 type, const void *data, __u16 bytes);

/* Sends it and reads to its acknowledgment: 0 or a negative errno of the sockets. */
int __mbe_netlink_ask(struct mbe_netlink *nl, const struct mbe_message *m,
		      struct mbe_answer *answer);
/* Becomes a member of the group. */
int __mbe_netlink_join(struct mbe_netlink *nl);
/*
 * The command of the next event within @timeout_ms, and @error of a run-done; 0 when
 * none came, or a negative errno.
 */
int __mbe_netlink_event(struct mbe_netlink *nl, int timeout_ms, int *error);

#endif /* MBE_NETLINK_H */
