// SPDX-License-Identifier: GPL-2.0-only
/* A sysfs that does what the kernel does; fake_sysfs.h says with what. */
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "fake_sysfs.h"
#include "helper.h"
#include "sys.h"

struct fake_kernel fake_kernel;

static const char *name_in(const char *path)
{
	return strrchr(path, '/') + 1;
}

void fake_link_driver(const char *driver)
{
	char target[PATH_MAX];

	unlink(machine_path(DISK "/driver"));
	if (!driver)
		return;
	snprintf(target, sizeof(target), "../../drivers/%s", driver);
	if (symlink(target, machine_path(DISK "/driver")))
		perror(target);
}

static void driver_of(const char *path, char *driver, size_t size)
{
	const char *end = strrchr(path, '/'), *begin = end;

	while (begin[-1] != '/')
		begin--;
	snprintf(driver, size, "%.*s", (int)(end - begin), begin);
}

void fake_override(char *text, size_t size)
{
	char *line = db_read_line(DISK_OVERRIDE);

	snprintf(text, size, "%s", line ? line : "");
	free(line);
}

static int fake_bind(const char *driver)
{
	char override[64];

	fake_override(override, sizeof(override));
	if (!access(machine_path(DISK "/driver"), F_OK))
		return -EBUSY;
	if (strcmp(override, "(null)") && strcmp(override, driver))
		return -ENODEV;
	fake_link_driver(driver);
	return 0;
}

static int fake_write(const char *path, const char *text)
{
	char driver[64];

	if (!fake_kernel.dies_after--)
		longjmp(fake_kernel.death, 1);
	if (fake_kernel.refuses && strstr(path, fake_kernel.refuses))
		return -EPERM;
	driver_of(path, driver, sizeof(driver));
	if (!strcmp(name_in(path), "driver_override")) {
		machine_write(DISK_OVERRIDE, *text == '\n' ? "(null)\n" : text);
		return 0;
	}
	if (!strcmp(name_in(path), "drivers_probe"))
		return fake_bind("virtio-pci");
	if (!strcmp(name_in(path), "unbind")) {
		fake_link_driver(NULL);
		return 0;
	}
	return fake_bind(driver);
}

static uid_t fake_geteuid(void)
{
	return fake_kernel.uid;
}

void fake_sysfs_make(struct db_sysfs_device *disk)
{
	static const struct db_sys sys = { .geteuid = fake_geteuid, .write = fake_write };
	struct db_err err;

	machine_make();
	memset(&fake_kernel, 0, sizeof(fake_kernel));
	fake_kernel.dies_after = -1;
	db_sys = &sys;
	mkdir(machine_path("/run"), 0755);
	machine_write(DISK_OVERRIDE, "(null)\n");
	machine_write(PCI "/drivers/virtio-pci/bind", "");
	machine_write(PCI "/drivers/" DB_BIND_DRIVER "/bind", "");
	machine_write("/proc/self/mountinfo", "20 1 0:2 / / rw - tmpfs none rw\n");
	fake_link_driver("virtio-pci");
	if (db_sysfs_find(disk, "0000:00:09.0", &err)) {
		fprintf(stderr, "%s\n", err.text);
		exit(1);
	}
}

int fake_is_as_made(const struct db_sysfs_device *disk)
{
	char *driver = db_sysfs_driver(disk), override[64];
	int same = driver && !strcmp(driver, "virtio-pci");

	fake_override(override, sizeof(override));
	free(driver);
	return same && !strcmp(override, "(null)");
}

int fake_is_on(const struct db_sysfs_device *disk, const char *wanted)
{
	char *driver = db_sysfs_driver(disk);
	int same = driver && !strcmp(driver, wanted);

	free(driver);
	return same;
}

int fake_has_record(void)
{
	return !access(machine_path(DB_BIND_DIR "/pci:0000:00:09.0"), F_OK);
}
