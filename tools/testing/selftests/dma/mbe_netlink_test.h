/* SPDX-License-Identifier: GPL-2.0-only */
/* For the tests of the netlink family. */
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

#endif /* MBE_NETLINK_TEST_H */
