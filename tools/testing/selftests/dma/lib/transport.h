/* SPDX-License-Identifier: GPL-2.0-only */
/* The way to the kernel: find a device, ask it, let it run one request. */
#ifndef DB_TRANSPORT_H
#define DB_TRANSPORT_H

#include <linux/map_benchmark_ext.h>

#include "err.h"
#include "list.h"
#include "request.h"

#define DB_MODULE	"dma_map_benchmark_ext"

struct db_device {
	int fd;
	char name[DB_DEVICE_ROOM];
	struct mbe_query query;
};

/* What a run gave; @data holds the samples and bins its phases point to. */
struct db_outcome {
	struct mbe_result result;
	uint64_t *data;
	uint64_t data_bytes;
};

/* The folder of the devices, wherever debugfs is mounted. */
int db_device_list(struct db_list *names, struct db_err *err);

/* @name "" opens the first. The facts are asked at once. */
int db_device_open(struct db_device *device, const char *name, struct db_err *err);
void db_device_close(struct db_device *device);

/* Ask again: what is in use and how fine the clock is change. */
int db_device_query(struct db_device *device, struct db_err *err);

/* -EINTR: a signal ended it. Free with db_outcome_free(). */
int db_device_run(struct db_device *device, const struct db_request *request,
		  struct db_outcome *outcome, struct db_err *err);
void db_outcome_free(struct db_outcome *outcome);

/* Upstream's file, opened; the same five complaints. */
int db_upstream_open(int *fd, struct db_err *err);

#endif
