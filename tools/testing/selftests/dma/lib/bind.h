/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A real device on our driver, and back. What a device was like is written down
 * before anything changes, so that it comes back also when the tool has died in
 * between; the record lies in DB_BIND_DIR until then.
 */
#ifndef DB_BIND_H
#define DB_BIND_H

#include "sysfs_device.h"

#define DB_BIND_DRIVER	"dma_map_benchmark_ext"
#define DB_BIND_DIR	"/run/dma_map_benchmark"

/* What a device was like before. */
struct db_bind_record {
	char driver[64];	/* empty: none */
	char override[64];	/* its driver_override; empty: none */
};

/*
 * Bind the device; @force although it is in use. Gives in @was what it was like.
 * A device that is bound already keeps the record that it has. After a failure
 * it is as it was before.
 */
int db_bind(const struct db_sysfs_device *device, int force,
	    struct db_bind_record *was, struct db_err *err);

/* Give the device back to the driver that it had; @was says which. */
int db_unbind(const struct db_sysfs_device *device, struct db_bind_record *was,
	      struct db_err *err);

/* Devices with a record, as BUS/NAME. */
void db_bind_list(struct db_list *devices);

#endif
