/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Assertions for the guest tests. Three layers drive a command, so that a test
 * body reads as intentions:
 *	__mbe_run(s)		raw: 0 or a negative errno, judges nothing
 *	mbe_run(s)		asserts success and every invariant of a result
 *	mbe_run_err(errno, s)	asserts that errno, and that a failed call left
 *				request, result and data area as they were
 *
 * A test changes single members of s->run between the set-up and the call.
 * Only a test program includes this file: the harness defines its main().
 */
#ifndef MBE_TEST_H
#define MBE_TEST_H

#include "kselftest_harness.h"
#include "mbe_session.h"

/*
 * A limit ends what hangs, and judges no speed: the harness's 30 s are short for
 * a kernel that watches itself, in an emulator, on a busy host.
 */
#undef TEST_TIMEOUT_DEFAULT
#define TEST_TIMEOUT_DEFAULT	180

/* Skips, with the reason, where the module or root is missing. */
#define MBE_SESSION_SETUP(s) do {					\
	const char *missing_ = mbe_missing();				\
									\
	if (missing_)							\
		SKIP(return, "%s", missing_);				\
	ASSERT_EQ(0, __mbe_session_open((s), MBE_DEVICE));		\
} while (0)

/*
 * Skips where what the request needs is not offered: PREEMPT_RT has no interrupts
 * off, an architecture that no plugin knows has no marks.
 */
#define MBE_REQUIRE_FLAGS(s) do {					\
	const __u32 lacks_ = (s)->run.flags & ~(s)->query.run_flags;	\
									\
	if (lacks_)							\
		SKIP(return, "%s", lacks_ & MBE_RUN_IRQS_OFF ?		\
		     "no interrupts off in this kernel" :		\
		     "no marks for counting on this architecture");	\
} while (0)

/* Skips where every mapping bounces (swiotlb=force) and the pool is too small. */
#define MBE_REQUIRE_BOUNCE_POOL(s) do {					\
	if (!mbe_fits_bounce_pool(s))					\
		SKIP(return, "does not fit the bounce pool: boot with swiotlb=65536,force"); \
} while (0)

#define mbe_run(s) do {							\
	const char *broken_;						\
									\
	ASSERT_EQ(0, __mbe_run(s));					\
	broken_ = mbe_broken(s);					\
	ASSERT_TRUE(!broken_) TH_LOG("broken: %s", broken_);		\
} while (0)

#define mbe_run_err(err, s) do {					\
	const char *wrong_ = mbe_refusal((s), (err));			\
									\
	EXPECT_TRUE(!wrong_) TH_LOG("%s", wrong_);			\
} while (0)

#endif /* MBE_TEST_H */
