/* SPDX-License-Identifier: GPL-2.0-only */
/* The record of a bound device: a file that outlives the tool. */
#ifndef DB_BIND_RECORD_H
#define DB_BIND_RECORD_H

#include "bind.h"

/* Is there one? A damaged one is none. */
int db_record_read(const struct db_sysfs_device *device, struct db_bind_record *record);

int db_record_write(const struct db_sysfs_device *device,
		    const struct db_bind_record *record, struct db_err *err);
void db_record_drop(const struct db_sysfs_device *device);

#endif
