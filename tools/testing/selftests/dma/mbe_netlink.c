// SPDX-License-Identifier: GPL-2.0-only
/* The module's netlink family as bytes. */
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include "mbe_netlink.h"

#ifndef SOL_NETLINK
#define SOL_NETLINK	270
#endif

#define ANSWER_BYTES	32768

static const struct nlattr *next(const struct nlattr *attr)
{
	return (const void *)((const char *)attr + NLA_ALIGN(attr->nla_len));
}

/* The attribute of @type between the two, or NULL. */
static const struct nlattr *find(const void *from, const void *end, __u16 type)
{
	const struct nlattr *attr = from;

	while ((const char *)attr + NLA_HDRLEN <= (const char *)end &&
	       attr->nla_len >= NLA_HDRLEN) {
		if ((attr->nla_type & NLA_TYPE_MASK) == type)
			return attr;
		attr = next(attr);
	}
	return NULL;
}

static const void *data_of(const struct nlattr *attr)
{
	return (const char *)attr + NLA_HDRLEN;
}

static __u32 number_in(const struct nlattr *attr)
{
	__u32 value = 0;

	if (attr)
		memcpy(&value, data_of(attr), sizeof(value));
	return value;
}

void mbe_message_begin(const struct mbe_netlink *nl, struct mbe_message *m, __u8 command,
		       __u16 flags)
{
	struct genlmsghdr *genl = NLMSG_DATA(&m->head);

	memset(m, 0, sizeof(*m));
	m->head.nlmsg_type = nl->family;
	m->head.nlmsg_flags = NLM_F_REQUEST | flags;
	m->head.nlmsg_len = NLMSG_LENGTH(GENL_HDRLEN);
	genl->cmd = command;
	genl->version = 1;
}

void mbe_message_add(struct mbe_message *m, __u16 type, const void *data, __u16 bytes)
{
	struct nlattr *attr = (void *)(m->bytes + NLMSG_ALIGN(m->head.nlmsg_len));

	if (m->head.nlmsg_len + NLA_HDRLEN + bytes > sizeof(m->bytes))
		return;
	attr->nla_type = type;
	attr->nla_len = NLA_HDRLEN + bytes;
	memcpy((char *)attr + NLA_HDRLEN, data, bytes);
	m->head.nlmsg_len = NLMSG_ALIGN(m->head.nlmsg_len) + NLA_ALIGN(attr->nla_len);
}

/* Of an acknowledgment, what stands behind the errno. */
static void take_error(const struct nlmsghdr *head, struct mbe_answer *answer)
{
	const struct nlmsgerr *error = NLMSG_DATA(head);
	const char *end = (const char *)head + head->nlmsg_len;
	const struct nlattr *said;

	answer->error = -error->error;
	if (!(head->nlmsg_flags & NLM_F_ACK_TLVS))
		return;
	answer->missing = number_in(find(error + 1, end, NLMSGERR_ATTR_MISS_TYPE));
	answer->offset = number_in(find(error + 1, end, NLMSGERR_ATTR_OFFS));
	said = find(error + 1, end, NLMSGERR_ATTR_MSG);
	if (said)
		snprintf(answer->said, sizeof(answer->said), "%.*s", said->nla_len - NLA_HDRLEN,
			 (const char *)data_of(said));
}

/* True when the answer is complete. */
static bool take(const struct mbe_netlink *nl, const struct nlmsghdr *head,
		 struct mbe_answer *answer)
{
	answer->messages += head->nlmsg_type == nl->family;
	if (head->nlmsg_type == NLMSG_ERROR)
		take_error(head, answer);
	/* A dump's end has the errno alone in front. */
	if (head->nlmsg_type == NLMSG_DONE && head->nlmsg_len >= NLMSG_LENGTH(sizeof(int)))
		answer->error = -*(const int *)NLMSG_DATA(head);
	return head->nlmsg_type == NLMSG_ERROR || head->nlmsg_type == NLMSG_DONE;
}

int __mbe_netlink_ask(struct mbe_netlink *nl, const struct mbe_message *m,
		      struct mbe_answer *answer)
{
	static union {
		struct nlmsghdr head;
		unsigned char bytes[ANSWER_BYTES];
	} got;
	const struct nlmsghdr *head;
	bool done = false;
	int left;

	memset(answer, 0, sizeof(*answer));
	if (send(nl->fd, m->bytes, m->head.nlmsg_len, 0) < 0)
		return -errno;
	while (!done) {
		left = recv(nl->fd, got.bytes, sizeof(got.bytes), 0);
		if (left < 0)
			return -errno;
		for (head = &got.head; NLMSG_OK(head, (unsigned int)left) && !done;
		     head = NLMSG_NEXT(head, left))
			done = take(nl, head, answer);
	}
	return 0;
}

/* The family's number and its group's, out of what the kernel's control family says. */
static int resolve(struct mbe_netlink *nl)
{
	const struct nlattr *attr, *groups;
	struct mbe_message m;
	unsigned char got[4096];
	struct nlmsghdr *head = (void *)got;
	const void *from = got + NLMSG_LENGTH(GENL_HDRLEN), *end;
	ssize_t bytes;

	nl->family = GENL_ID_CTRL;
	mbe_message_begin(nl, &m, CTRL_CMD_GETFAMILY, 0);
	mbe_message_add(&m, CTRL_ATTR_FAMILY_NAME, DMA_MAP_BENCH_FAMILY_NAME,
			sizeof(DMA_MAP_BENCH_FAMILY_NAME));
	if (send(nl->fd, m.bytes, m.head.nlmsg_len, 0) < 0)
		return -errno;
	bytes = recv(nl->fd, got, sizeof(got), 0);
	if (bytes < 0)
		return -errno;
	if (head->nlmsg_type == NLMSG_ERROR)
		return ((struct nlmsgerr *)NLMSG_DATA(head))->error;
	end = got + bytes;
	attr = find(from, end, CTRL_ATTR_FAMILY_ID);
	groups = find(from, end, CTRL_ATTR_MCAST_GROUPS);
	if (!attr || !groups)
		return -EPROTO;
	memcpy(&nl->family, data_of(attr), sizeof(nl->family));
	/* The one group is the first member of the list. */
	attr = data_of(groups);
	nl->group = number_in(find(data_of(attr), next(attr), CTRL_ATTR_MCAST_GRP_ID));
	return 0;
}

int __mbe_netlink_open(struct mbe_netlink *nl)
{
	struct timeval limit = { .tv_sec = 20 };
	int on = 1, err;

	nl->fd = socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, NETLINK_GENERIC);
	if (nl->fd < 0)
		return -errno;
	setsockopt(nl->fd, SOL_NETLINK, NETLINK_EXT_ACK, &on, sizeof(on));
	setsockopt(nl->fd, SOL_NETLINK, NETLINK_CAP_ACK, &on, sizeof(on));
	setsockopt(nl->fd, SOL_NETLINK, NETLINK_GET_STRICT_CHK, &on, sizeof(on));
	setsockopt(nl->fd, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof(limit));
	err = resolve(nl);
	if (err)
		mbe_netlink_close(nl);
	return err;
}

void mbe_netlink_close(struct mbe_netlink *nl)
{
	if (nl->fd >= 0)
		close(nl->fd);
	nl->fd = -1;
}

int __mbe_netlink_join(struct mbe_netlink *nl)
{
	return setsockopt(nl->fd, SOL_NETLINK, NETLINK_ADD_MEMBERSHIP, &nl->group,
			  sizeof(nl->group)) ? -errno : 0;
}

int __mbe_netlink_event(struct mbe_netlink *nl, int timeout_ms, int *error)
{
	struct pollfd ready = { nl->fd, POLLIN, 0 };
	unsigned char got[4096];
	const struct nlattr *attr;
	struct genlmsghdr *genl = NLMSG_DATA((struct nlmsghdr *)got);
	ssize_t bytes;

	*error = 0;
	if (poll(&ready, 1, timeout_ms) <= 0)
		return 0;
	bytes = recv(nl->fd, got, sizeof(got), 0);
	if (bytes < 0)
		return -errno;
	attr = find(got + NLMSG_LENGTH(GENL_HDRLEN), got + bytes, DMA_MAP_BENCH_A_MAIN_ERROR);
	*error = -(int)number_in(attr);
	return genl->cmd;
}
