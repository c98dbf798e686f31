/* SPDX-License-Identifier: GPL-2.0-only */
/* For tests that send messages of their own: the fixture, and asking with assertions. */
#ifndef NETLINK_MESSAGE_H
#define NETLINK_MESSAGE_H

#include "mbe_netlink_test.h"

FIXTURE(message) {
	struct mbe_netlink nl;
	struct mbe_message m;
	struct mbe_answer answer;
};

FIXTURE_SETUP(message)
{
	MBE_NETLINK_SETUP(&self->nl);
}

FIXTURE_TEARDOWN(message)
{
	mbe_netlink_close(&self->nl);
}

#define BEGIN(command, flags)	mbe_message_begin(&self->nl, &self->m, (command), (flags))
#define ADD(type, data, bytes)	mbe_message_add(&self->m, (type), (data), (bytes))
#define ASK() \
	ASSERT_EQ(0, __mbe_netlink_ask(&self->nl, &self->m, &self->answer))
#define REFUSED(err) do {						\
	ASK();								\
	EXPECT_EQ(err, self->answer.error) TH_LOG("%s", self->answer.said); \
	EXPECT_EQ(0, self->answer.messages);				\
} while (0)

#endif /* NETLINK_MESSAGE_H */
