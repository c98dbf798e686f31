/* SPDX-License-Identifier: GPL-2.0-only */
/* Whether somebody would miss a device that loses its driver. */
#ifndef DB_IN_USE_H
#define DB_IN_USE_H

#include "list.h"
#include "sysfs_device.h"

/*
 * Add to @why what hangs on the device: a disk below it that is mounted, swapped
 * to or part of another device; a network interface that is up; the console.
 * What else a driver may serve (a GPU, an open character device) sysfs does not
 * tell: nothing found is no promise.
 */
void db_in_use(const struct db_sysfs_device *device, struct db_list *why);

#endif
