/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Assertions around the building blocks, so that a test reads as a list of
 * intentions. Three layers:
 *	__mbe_map(...)		raw, mbe_block.h: 0 or a negative errno
 *	mbe_map(...)		asserts that it worked
 *	mbe_map_err(errno, ...)	asserts that errno; mbe_map_refused(): what the
 *				DMA API itself said
 * Content is compared with mbe_cpu_sees(), mbe_device_sees(): these note a
 * difference and go on, everything else ends the test.
 *
 * A test's name begins with the number of the case that it is for, case01_...:
 * the coverage matrix reads it there. What a case is stands at the head of its
 * program.
 *
 * Every fixture holds a "struct mbe_session s" and a "const char *known".
 */
#ifndef MBE_BLOCK_TEST_H
#define MBE_BLOCK_TEST_H

#include <errno.h>

#include "mbe_test.h"
#include "mbe_known.h"
#include "mbe_log.h"
#include "mbe_path.h"

#define MBE_BLOCKS_SETUP(self) do {					\
	const char *missing_ = mbe_missing();				\
									\
	if (missing_)							\
		SKIP(return, "%s", missing_);				\
	ASSERT_EQ(0, __mbe_session_open(&(self)->s, mbe_device_name()))	\
		TH_LOG("device %s", mbe_device_name());			\
	if (!(self)->s.query.backends)					\
		SKIP(return, "the module has no building blocks");	\
} while (0)

/* Closes; a known failure is no failure, but its absence is one. */
#define MBE_BLOCKS_TEARDOWN(self) do {					\
	mbe_session_close(&(self)->s);					\
	if (!(self)->known)						\
		break;							\
	if (_metadata->exit_code == KSFT_FAIL) {			\
		snprintf(_metadata->results->reason,			\
			 sizeof(_metadata->results->reason), "%s", (self)->known); \
		_metadata->exit_code = KSFT_XFAIL;			\
		/* After an assertion the harness would abort: no XFAIL. */ \
		_exit(0);						\
	} else if (_metadata->exit_code == KSFT_PASS) {			\
		TH_LOG("known failure passes: %s", (self)->known);	\
		_metadata->exit_code = KSFT_FAIL;			\
	}								\
} while (0)

/* From here on a failure may be a known one. */
#define MBE_KNOWN(self, case_number, path) do {				\
	(self)->known = mbe_known_failure(case_number, path);		\
	if ((self)->known && !*(self)->known) {				\
		(self)->known = NULL;					\
		ASSERT_TRUE(false) TH_LOG("known-failures.tsv is missing or broken"); \
	}								\
} while (0)

#define MBE_REQUIRE_KIND(s, kind) do {					\
	if (!mbe_has_map_kind((s), (kind)))				\
		SKIP(return, "this kernel or device has no such map call"); \
} while (0)

/* An IOMMU keeps the place in its smallest page, and no more. */
#define MBE_REQUIRE_ALIGNMENT(s, min_align_mask) do {			\
	if ((min_align_mask) && mbe_translated(s) &&			\
	    (min_align_mask) >= ((s)->query.iommu_page_bytes &		\
				 -(s)->query.iommu_page_bytes))		\
		SKIP(return, "more than an IOMMU keeps: its smallest page"); \
} while (0)

/* Mappings bounce from here on; the rest are members of the session's settings. */
#define MBE_REQUIRE_BOUNCE(s, ...) do {					\
	const char *no_ = mbe_bounce_all((s), (struct mbe_settings) { __VA_ARGS__ }); \
									\
	if (no_)							\
		SKIP(return, "%s", no_);				\
} while (0)

/* The same by a low mask, where that is not the case anyway. */
#define MBE_REQUIRE_LOW_MASK(s, ...) do {				\
	if (mbe_forced(s))						\
		SKIP(return, "every mapping bounces already");		\
	MBE_REQUIRE_BOUNCE((s), ##__VA_ARGS__);				\
} while (0)

#define MBE_REQUIRE_DMA_DEBUG() do {					\
	const char *no_ = mbe_dma_debug_missing();			\
									\
	if (no_)							\
		SKIP(return, "%s", no_);				\
	MBE_REQUIRE_MISUSE();						\
} while (0)

/* The kernel's messages from here on, and what of them is provoked. */
#define mbe_log_begin(log) \
	ASSERT_EQ(0, __mbe_log_begin((log), _metadata->name))
#define mbe_log_expect(log, pattern) \
	ASSERT_EQ(0, __mbe_log_expect((log), (pattern)))
/* No warning but expected ones so far. */
#define mbe_log_clean(log) \
	MBE_EXPECT_RIGHT(__mbe_log_read(log), "kernel log")
#define mbe_log_end(log) \
	MBE_EXPECT_RIGHT(__mbe_log_end(log), "kernel log")

#define MBE_REQUIRE_EXHAUSTION() do {					\
	const char *no_ = mbe_exhaustion_forbidden();			\
									\
	if (no_)							\
		SKIP(return, "%s", no_);				\
} while (0)

#define MBE_REQUIRE_TRANSLATION(s) do {					\
	if (!mbe_translated(s))						\
		SKIP(return, "no IOMMU in front of the device");	\
} while (0)

#define MBE_REQUIRE_MISUSE() do {					\
	const char *no_ = mbe_misuse_forbidden();			\
									\
	if (no_)							\
		SKIP(return, "%s", no_);				\
} while (0)

/* ---- memory ---- */

#define mbe_alloc(s, map_kind, bytes, offset, m) \
	ASSERT_EQ(0, __mbe_alloc((s), (map_kind), (bytes), (offset), (m)))
#define mbe_alloc_kind(s, buffer_kind, bytes, offset, guards, m) \
	ASSERT_EQ(0, __mbe_alloc_kind((s), (buffer_kind), (bytes), (offset), (guards), (m)))
#define mbe_free(s, m) \
	ASSERT_EQ(0, __mbe_free((s), (m)))
#define mbe_free_err(err, s, m) \
	ASSERT_EQ(-(err), __mbe_free((s), (m)))
#define mbe_cpu_inks(s, m, offset, bytes, ink) \
	ASSERT_EQ(0, __mbe_cpu_inks((s), (m), (offset), (bytes), (ink)))
#define mbe_cpu_inks_all(s, m, ink) \
	mbe_cpu_inks((s), (m), 0, (m)->bytes, (ink))

#define MBE_EXPECT_RIGHT(wrong, who) do {				\
	const char *wrong_ = (wrong);					\
									\
	EXPECT_TRUE(!wrong_) TH_LOG("%s: %s", (who), wrong_);		\
} while (0)

#define mbe_cpu_sees(s, m, offset, bytes, ink) \
	MBE_EXPECT_RIGHT(mbe_cpu_wrong((s), (m), (offset), (bytes), (ink)), "CPU")
#define mbe_cpu_sees_all(s, m, ink) \
	mbe_cpu_sees((s), (m), 0, (m)->bytes, (ink))
/* @ink in [offset, offset + len), @rest around it. */
#define mbe_cpu_sees_in(s, m, offset, len, ink, rest) do {		\
	mbe_cpu_sees((s), (m), 0, (offset), (rest));			\
	mbe_cpu_sees((s), (m), (offset), (len), (ink));			\
	mbe_cpu_sees((s), (m), (offset) + (len),			\
		     (m)->bytes - (offset) - (len), (rest));		\
} while (0)
#define mbe_guards_intact(s, m) \
	MBE_EXPECT_RIGHT(mbe_guard_wrong((s), (m)), "guard")

/* ---- mappings ---- */

#define mbe_map(s, kind, m, dir, attrs, d) do {				\
	ASSERT_EQ(0, __mbe_map((s), (kind), (m), (dir), (attrs), (d)));	\
	ASSERT_EQ(0, (d)->api_error);					\
	EXPECT_EQ(0, (d)->entries_changed);				\
} while (0)
#define mbe_map_segments(s, kind, segment, count, dir, attrs, d) do {	\
	ASSERT_EQ(0, __mbe_map_segments((s), (kind), (segment), (count), (dir), (attrs), (d))); \
	ASSERT_EQ(0, (d)->api_error);					\
	EXPECT_EQ(0, (d)->entries_changed);				\
} while (0)
#define mbe_map_err(err, s, kind, m, dir, attrs, d) \
	ASSERT_EQ(-(err), __mbe_map((s), (kind), (m), (dir), (attrs), (d)))
/* The ioctl worked, the DMA API did not, and said @error. */
#define mbe_map_refused(error, s, kind, m, dir, attrs, d) do {		\
	ASSERT_EQ(0, __mbe_map((s), (kind), (m), (dir), (attrs), (d)));	\
	ASSERT_EQ(0, (d)->mapping);					\
	EXPECT_EQ(-(error), (d)->api_error);				\
	EXPECT_EQ(0, (d)->entries_changed);				\
} while (0)
#define mbe_sync(s, d, target, offset, bytes) \
	ASSERT_EQ(0, __mbe_sync((s), (d), MBE_SYNC_FOR_##target, (offset), (bytes)))
#define mbe_sync_all(s, d, target) \
	mbe_sync((s), (d), target, 0, 0)
#define mbe_unmap(s, d, attrs) do {					\
	struct mbe_dma *unmapped_ = (d);				\
									\
	ASSERT_EQ(0, __mbe_unmap((s), unmapped_, (attrs)));		\
	EXPECT_EQ(0, unmapped_->entries_changed);			\
} while (0)
#define mbe_describe(s, d, segment, what) \
	ASSERT_EQ(0, __mbe_describe((s), (d), (segment), (what)))

/* ---- the device: AUTO, unless a test is for another backend ---- */

#define mbe_device_inks(s, d, offset, bytes, ink) \
	ASSERT_EQ(0, __mbe_device_inks((s), MBE_BACKEND_AUTO, (d), (offset), (bytes), (ink)))
#define mbe_device_sees(s, d, offset, bytes, ink) \
	MBE_EXPECT_RIGHT(mbe_device_wrong((s), MBE_BACKEND_AUTO, (d), (offset),	\
					  (bytes), (ink)), "device")
#define mbe_device_inks_all(s, d, ink) \
	mbe_device_inks((s), (d), 0, (d)->bytes, (ink))
#define mbe_device_sees_all(s, d, ink) \
	mbe_device_sees((s), (d), 0, (d)->bytes, (ink))
#define mbe_device_sees_in(s, d, offset, len, ink, rest) do {		\
	mbe_device_sees((s), (d), 0, (offset), (rest));			\
	mbe_device_sees((s), (d), (offset), (len), (ink));		\
	mbe_device_sees((s), (d), (offset) + (len),			\
			(d)->bytes - (offset) - (len), (rest));		\
} while (0)

#define mbe_settings(s, ...) \
	ASSERT_EQ(0, __mbe_settings((s), &(struct mbe_settings) { __VA_ARGS__ }))

/* ---- places: what is mapped, and where it begins in its page ---- */

struct mbe_place {
	__u32 bytes;
	__u32 offset;
};

/* Up to 64 KiB, the smallest limit of a segment that devices have by default. */
static const struct mbe_place mbe_places[] __attribute__((unused)) = {
	{ 1, 0 }, { 1, 4095 }, { 31, 1 }, { 64, 0 }, { 96, 32 }, { 2047, 1 },
	{ 2048, 0 }, { 2049, 2047 }, { 4096, 0 }, { 4096, 100 }, { 6000, 1500 },
	{ 20000, 4000 }, { 61440, 0 }, { 61000, 777 },
};

/* Rows of a fixture for every map call and direction; DIRS lists the directions. */
#define MBE_ROWS_OF_KIND(fixture, kind, name)				\
	FIXTURE_VARIANT_ADD(fixture, name##_from_device)		\
	{ MBE_MAP_##kind, MBE_DIR_FROM_DEVICE };			\
	FIXTURE_VARIANT_ADD(fixture, name##_bidirectional)		\
	{ MBE_MAP_##kind, MBE_DIR_BIDIRECTIONAL }
#define MBE_ROWS_TO_DEVICE(fixture, kind, name)				\
	FIXTURE_VARIANT_ADD(fixture, name##_to_device)			\
	{ MBE_MAP_##kind, MBE_DIR_TO_DEVICE }

/* Tells what is run on before the harness begins. */
#define MBE_BLOCKS_MAIN							\
	int main(int argc, char **argv)					\
	{								\
		mbe_print_proof();					\
		return test_harness_run(argc, argv);			\
	}

#endif /* MBE_BLOCK_TEST_H */
