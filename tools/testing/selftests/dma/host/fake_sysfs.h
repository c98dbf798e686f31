/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A sysfs with one PCI device, a disk, that does what the kernel does: a write to
 * a driver's "bind" or "unbind" moves the device's link.
 */
#ifndef HOST_FAKE_SYSFS_H
#define HOST_FAKE_SYSFS_H

#include <setjmp.h>
#include <stddef.h>
#include <sys/types.h>

#include "bind.h"

#define PCI		"/sys/bus/pci"
#define DISK		PCI "/devices/0000:00:09.0"
#define DISK_OVERRIDE	DISK "/driver_override"

/* The kernel's side: what is refused, and after how many writes the tool dies. */
struct fake_kernel {
	const char *refuses;	/* part of a path, or NULL */
	int dies_after;		/* -1: never */
	jmp_buf death;
	uid_t uid;
};

extern struct fake_kernel fake_kernel;

/* The machine of helper.h with the disk on virtio-pci, and the calls in db_sys. */
void fake_sysfs_make(struct db_sysfs_device *disk);

void fake_link_driver(const char *driver);	/* NULL: none */
void fake_override(char *text, size_t size);
int fake_is_as_made(const struct db_sysfs_device *disk);
int fake_is_on(const struct db_sysfs_device *disk, const char *driver);
int fake_has_record(void);

#endif
