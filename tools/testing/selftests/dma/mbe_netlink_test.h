/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * For the tests of the netlink family: asking it, with assertions. Their fixtures have
 * nl, m and answer.
 */
#ifndef MBE_NETLINK_TEST_H
#define MBE_NETLINK_TEST_H

#include <errno.h>

#include "mbe_netlink.h"
#include "mbe_test.h"

/* Skips, with the reason, where the module, root or the family is missing. */
#define MBE_NETLINK_SETUP(nl) do {					\
	const char *missing_ = mbe_missing();				\
	int err_;							\
									\
	(nl)->fd = -1;							\
	if (missing_)							\
		SKIP(return, "%s", missing_);				\
	err_ = __mbe_netlink_open(nl);					\
	if (err_ == -ENOENT || err_ == -EPROTONOSUPPORT || err_ == -EAFNOSUPPORT) \
		SKIP(return, "the kernel has no CONFIG_NET");		\
	ASSERT_EQ(0, err_);						\
} while (0)

#define BEGIN(command, flags)	mbe_message_begin(&self->nl, &self->m, (command), (flags))
#define ADD(type, data, bytes)	mbe_message_add(&self->m, (type), (data), (bytes))
#define ASK() \
	ASSERT_EQ(0, __mbe_netlink_ask(&self->nl, &self->m, &self->answer))
#define REFUSED(err) do {						\
	ASK();								\
	EXPECT_EQ(err, self->answer.error) TH_LOG("%s", self->answer.said); \
	EXPECT_EQ(0, self->answer.messages);				\
} while (0)

#endif /* MBE_NETLINK_TEST_H */
