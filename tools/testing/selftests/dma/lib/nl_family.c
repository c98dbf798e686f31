// SPDX-License-Identifier: GPL-2.0-only
/* The module's netlink family. */
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>

#include <linux/netlink.h>
#include <linux/map_benchmark_netlink.h>
#include <netlink/genl/ctrl.h>
#include <netlink/genl/genl.h>
#include <netlink/netlink.h>

#include "nl_family.h"
#include "nl_message.h"

/* A second of a busy host with many runs; the kernel may allow less. */
#define BUFFER_BYTES	(1 << 20)

struct reader {
	db_nl_each each;
	void *data;
};

static int on_valid(struct nl_msg *msg, void *data)
{
	struct reader *reader = data;
	struct json_object *message = db_nl_message(nlmsg_hdr(msg));

	if (message && reader->each)
		reader->each(message, reader->data);
	json_object_put(message);
	return NL_OK;
}

/* Events are no answers: they have no number that could be expected. */
static int on_any_number(struct nl_msg *msg, void *data)
{
	(void)msg;
	(void)data;
	return NL_OK;
}

/* What the kernel says beside its errno stands behind the message. */
static void keep_said(struct db_nl *nl, const struct nlmsgerr *error)
{
	const struct nlmsghdr *head = (const void *)((const char *)error - NLMSG_HDRLEN);
	int left = head->nlmsg_len - NLMSG_HDRLEN - sizeof(*error);
	struct nlattr *attr;

	*nl->said = 0;
	if (!(head->nlmsg_flags & NLM_F_ACK_TLVS))
		return;
	/* With NETLINK_CAP_ACK the request itself is not repeated. */
	attr = nla_find((struct nlattr *)(error + 1), left, NLMSGERR_ATTR_MSG);
	if (attr)
		nla_strlcpy(nl->said, attr, sizeof(nl->said));
}

static int on_error(struct sockaddr_nl *who, struct nlmsgerr *error, void *data)
{
	struct db_nl *nl = data;

	(void)who;
	keep_said(nl, error);
	errno = -error->error;
	return -NLE_FAILURE;
}

int db_nl_open(struct db_nl *nl, struct db_err *err)
{
	int on = 1, status;

	memset(nl, 0, sizeof(*nl));
	nl->sock = nl_socket_alloc();
	if (!nl->sock)
		return db_err_set(err, DB_FAILED, "netlink: out of memory");
	status = genl_connect(nl->sock);
	if (status) {
		db_err_set(err, DB_FAILED,
			   "netlink: no socket: %s; the kernel may lack CONFIG_NET",
			   nl_geterror(status));
		db_nl_close(nl);
		return DB_FAILED;
	}
	setsockopt(nl_socket_get_fd(nl->sock), SOL_NETLINK, NETLINK_EXT_ACK, &on, sizeof(on));
	setsockopt(nl_socket_get_fd(nl->sock), SOL_NETLINK, NETLINK_CAP_ACK, &on, sizeof(on));
	nl->family = genl_ctrl_resolve(nl->sock, DMA_MAP_BENCH_FAMILY_NAME);
	if (nl->family < 0) {
		db_err_set(err, DB_FAILED,
			   "netlink: no family '%s': load dma_map_benchmark_ext (an older module has none, nor has one of a kernel without CONFIG_NET; only the initial network namespace sees it)",
			   DMA_MAP_BENCH_FAMILY_NAME);
		db_nl_close(nl);
		return DB_FAILED;
	}
	return DB_OK;
}

void db_nl_close(struct db_nl *nl)
{
	nl_socket_free(nl->sock);
	nl->sock = NULL;
}

static int send_and_read(struct db_nl *nl, struct nl_msg *msg, struct reader *reader)
{
	struct nl_cb *cb = nl_cb_alloc(NL_CB_DEFAULT);
	int status;

	nl_cb_set(cb, NL_CB_VALID, NL_CB_CUSTOM, on_valid, reader);
	nl_cb_err(cb, NL_CB_CUSTOM, on_error, nl);
	errno = 0;
	*nl->said = 0;
	status = nl_send_auto(nl->sock, msg);
	/* A dump ends by itself, a request with its acknowledgment. */
	if (status >= 0)
		status = nl_recvmsgs(nl->sock, cb);
	nl_cb_put(cb);
	return status < 0 ? status : 0;
}

static int refused(struct db_nl *nl, const char *what, int status, struct db_err *err)
{
	const char *why = errno ? strerror(errno) : nl_geterror(status);

	if (errno == EPERM)
		return db_err_set(err, DB_FAILED,
				  "%s: %s; it takes CAP_NET_ADMIN: run it as root", what, why);
	return db_err_set(err, DB_FAILED, "%s: %s", what, *nl->said ? nl->said : why);
}

int db_nl_dump(struct db_nl *nl, int command, db_nl_each each, void *data, struct db_err *err)
{
	struct reader reader = { each, data };
	struct nl_msg *msg = nlmsg_alloc();
	int status;

	genlmsg_put(msg, NL_AUTO_PORT, NL_AUTO_SEQ, nl->family, 0, NLM_F_DUMP, command,
		    DMA_MAP_BENCH_FAMILY_VERSION);
	status = send_and_read(nl, msg, &reader);
	nlmsg_free(msg);
	return status ? refused(nl, "netlink", status, err) : DB_OK;
}

int db_nl_stop(struct db_nl *nl, uint32_t id, struct db_err *err)
{
	struct reader reader = { NULL, NULL };
	struct nl_msg *msg = nlmsg_alloc();
	char what[32];
	int status;

	genlmsg_put(msg, NL_AUTO_PORT, NL_AUTO_SEQ, nl->family, 0, NLM_F_ACK,
		    DMA_MAP_BENCH_CMD_RUN_STOP, DMA_MAP_BENCH_FAMILY_VERSION);
	nla_put_u32(msg, DMA_MAP_BENCH_A_MAIN_RUN_ID, id);
	status = send_and_read(nl, msg, &reader);
	nlmsg_free(msg);
	snprintf(what, sizeof(what), "run %u", id);
	return status ? refused(nl, what, status, err) : DB_OK;
}

int db_nl_listen(struct db_nl *nl, struct db_err *err)
{
	int group = genl_ctrl_resolve_grp(nl->sock, DMA_MAP_BENCH_FAMILY_NAME,
					  DMA_MAP_BENCH_MCGRP_EVENTS);
	int status = group < 0 ? group : nl_socket_add_membership(nl->sock, group);

	if (status)
		return db_err_set(err, DB_FAILED, "netlink: the events of '%s': %s",
				  DMA_MAP_BENCH_FAMILY_NAME, nl_geterror(status));
	nl_socket_set_nonblocking(nl->sock);
	nl_socket_set_buffer_size(nl->sock, BUFFER_BYTES, 0);
	return DB_OK;
}

int db_nl_receive(struct db_nl *nl, int timeout_ms, db_nl_each each, void *data, int *lost,
		  struct db_err *err)
{
	struct pollfd ready = { nl_socket_get_fd(nl->sock), POLLIN, 0 };
	struct reader reader = { each, data };
	struct nl_cb *cb;
	int status;

	if (poll(&ready, 1, timeout_ms) <= 0)
		return DB_OK;
	cb = nl_cb_alloc(NL_CB_DEFAULT);
	nl_cb_set(cb, NL_CB_VALID, NL_CB_CUSTOM, on_valid, &reader);
	nl_cb_set(cb, NL_CB_SEQ_CHECK, NL_CB_CUSTOM, on_any_number, NULL);
	errno = 0;
	status = nl_recvmsgs(nl->sock, cb);
	nl_cb_put(cb);
	/* libnl knows the buffer's overflow as want of memory. */
	if (status == -NLE_NOMEM && errno == ENOBUFS)
		*lost = 1;
	else if (status < 0 && status != -NLE_AGAIN)
		return db_err_set(err, DB_FAILED, "netlink: %s", nl_geterror(status));
	return DB_OK;
}
