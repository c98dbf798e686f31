/* SPDX-License-Identifier: GPL-2.0-only */
/* A real device as sysfs shows it: its bus, its driver, its IOMMU group. */
#ifndef DB_SYSFS_DEVICE_H
#define DB_SYSFS_DEVICE_H

#include "err.h"
#include "list.h"

struct db_sysfs_device {
	char bus[16];
	char name[128];
};

/*
 * Find @word: a name like 0000:00:08.0 or fe200000.dma, or BUS/NAME. The driver
 * binds to the buses pci and platform only. A PCI address may lack its domain.
 */
int db_sysfs_find(struct db_sysfs_device *device, const char *word, struct db_err *err);

/* The path of @file of the device, below db_path(); free() it. */
char *db_sysfs_path(const struct db_sysfs_device *device, const char *file);

/* The path of @file of @driver on the device's bus; free() it. */
char *db_sysfs_driver_path(const struct db_sysfs_device *device, const char *driver,
			   const char *file);

/* The name of its driver, or NULL; free() it. */
char *db_sysfs_driver(const struct db_sysfs_device *device);

/* The number of its IOMMU group, or NULL (free() it), and who else is in it. */
char *db_sysfs_group(const struct db_sysfs_device *device, struct db_list *others);

#endif
