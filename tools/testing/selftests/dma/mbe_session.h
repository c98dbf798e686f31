/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What every guest test starts from: an open session with a valid request.
 *
 * Nothing here prints or judges: names with two underscores return 0 or a
 * negative errno, others a value or a reason. mbe_test.h adds the assertions;
 * a program without the test harness can use this file alone.
 */
#ifndef MBE_SESSION_H
#define MBE_SESSION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <linux/map_benchmark_ext.h>

#define MBE_MODULE	"dma_map_benchmark_ext"
#define MBE_DEBUGFS	"/sys/kernel/debug/" MBE_MODULE
#define MBE_UPSTREAM	"/sys/kernel/debug/dma_map_benchmark"
#define MBE_DRIVER	"/sys/bus/platform/drivers/" MBE_MODULE
#define MBE_DEVICE	MBE_MODULE ".0"

#define MBE_CANARY_BYTES	64
#define MBE_PATTERN		0xa5

/* Large enough for every byte that a result may claim, and for the bytes after it. */
struct mbe_out {
	struct mbe_result result;
	unsigned char canary[MBE_CANARY_BYTES];
};

struct mbe_session {
	int fd;
	struct mbe_query query;
	struct mbe_run run;
	struct mbe_out out;
	void *data;
	size_t data_bytes;
};

/* Why these tests cannot run here; NULL when they can. */
const char *mbe_missing(void);

/* 0 or a negative errno. @device: a name below MBE_DEBUGFS. */
int __mbe_open(const char *device);
int __mbe_query(int fd, struct mbe_query *query);
int __mbe_session_open(struct mbe_session *s, const char *device);
void mbe_session_close(struct mbe_session *s);

/* Valid requests to start from; they keep where results and data go. */
void mbe_single(struct mbe_session *s);		/* 4 KiB, map and unmap apart */
void mbe_sg(struct mbe_session *s);		/* 16 entries of 4 KiB */
void mbe_round_trip(struct mbe_session *s);
void mbe_batch(struct mbe_session *s);		/* round trips, 10 a batch */
void mbe_irqs_off(struct mbe_session *s);

/* Gives the session a data area of @bytes, filled with a pattern. */
int __mbe_data(struct mbe_session *s, size_t bytes);

int __mbe_run(struct mbe_session *s);
/* A run that must fail with -@err and touch nothing: NULL, or what went wrong. */
const char *mbe_refusal(struct mbe_session *s, int err);

/* The first invariant of a successful run's result that does not hold, or NULL. */
const char *mbe_broken(const struct mbe_session *s);

/* The statistics of a phase, NULL when the result has none of it. */
const struct mbe_phase *mbe_phase(const struct mbe_session *s, __u32 phase);

/*
 * Whether the request fits the bounce pool: always where nothing has to bounce.
 * A mapping that does not fit fails by right, so its failure is no finding.
 */
bool mbe_fits_bounce_pool(const struct mbe_session *s);

__u64 mbe_now_ns(void);
__u64 mbe_memory_used(int fd);
int mbe_cpus_online(void);
int mbe_node_online(void);

#endif /* MBE_SESSION_H */
