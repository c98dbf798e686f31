/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What the kernel says while a test runs.
 *
 *	const char *wrong;
 *	struct mbe_log log;
 *
 *	__mbe_log_begin(&log, "fixture.test");
 *	__mbe_log_expect(&log, "rejecting DMA map of vmalloc memory");
 *	...
 *	wrong = __mbe_log_end(&log);
 *
 * All three write a line to /dev/kmsg that begins with "dma-selftest", so that
 * whoever judges the whole log knows what was provoked. A warning, from "cut
 * here" to "end trace", is an expected one when any of its lines matches.
 */
#ifndef MBE_LOG_H
#define MBE_LOG_H

#include <regex.h>
#include <stdbool.h>

#define MBE_LOG_EXPECT_MAX	4

struct mbe_log {
	int fd;
	const char *test;
	unsigned int count;
	const char *text[MBE_LOG_EXPECT_MAX];
	regex_t pattern[MBE_LOG_EXPECT_MAX];
	unsigned int seen[MBE_LOG_EXPECT_MAX];	/* messages that matched */
};

/* 0 or a negative errno. */
int __mbe_log_begin(struct mbe_log *log, const char *test);
int __mbe_log_expect(struct mbe_log *log, const char *pattern);
/*
 * Reads what is new; may be called again. NULL, or what is wrong: a warning that
 * was not expected, or messages that were lost.
 */
const char *__mbe_log_read(struct mbe_log *log);
const char *__mbe_log_end(struct mbe_log *log);

/* NULL where a test may provoke kernel warnings, else why not. */
const char *mbe_misuse_forbidden(void);
/* Warnings that the kernel gives once per boot are given again. */
void mbe_warn_once_again(void);


/* DMA_API_DEBUG: NULL where it watches, else why not. */
const char *mbe_dma_debug_missing(void);
/* Reports seen since boot; from now on each makes a message. -1: not told. */
long mbe_dma_debug_errors(void);

#endif /* MBE_LOG_H */
