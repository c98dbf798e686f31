// SPDX-License-Identifier: GPL-2.0-only
/* A real device as sysfs shows it; sysfs_device.h says what can be asked. */
#include <dirent.h>
#include <libgen.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "sysfs_device.h"
#include "sys.h"

/* Where the module registers a driver. */
static const char *const buses[] = { "pci", "platform" };

char *db_sysfs_path(const struct db_sysfs_device *device, const char *file)
{
	return db_printf("%s/%s/devices/%s/%s", db_path("/sys/bus"), device->bus,
			 device->name, file);
}

char *db_sysfs_driver_path(const struct db_sysfs_device *device, const char *driver,
			   const char *file)
{
	return db_printf("%s/%s/drivers/%s/%s", db_path("/sys/bus"), device->bus,
			 driver, file);
}

/* All that is bound by driver_override has that file. */
static int is_there(const char *bus, const char *name, struct db_sysfs_device *device)
{
	char *path;
	int found;

	snprintf(device->bus, sizeof(device->bus), "%s", bus);
	snprintf(device->name, sizeof(device->name), "%s", name);
	path = db_sysfs_path(device, "driver_override");
	found = !access(path, F_OK);
	free(path);
	return found;
}

static int find_on(const char *bus, const char *name, struct db_sysfs_device *device)
{
	char full[128];

	if (is_there(bus, name, device))
		return 1;
	snprintf(full, sizeof(full), "0000:%s", name);
	return !strcmp(bus, "pci") && is_there(bus, full, device);
}

int db_sysfs_find(struct db_sysfs_device *device, const char *word, struct db_err *err)
{
	const char *slash = strchr(word, '/'), *name = slash ? slash + 1 : word;
	size_t i;

	if (!*name || strchr(name, '/') || *name == '.' || strlen(name) > 100)
		return db_err_set(err, DB_USAGE,
				  "'%s' cannot be a device's name; give one like 0000:00:08.0, or BUS/NAME",
				  word);
	for (i = 0; i < sizeof(buses) / sizeof(*buses); i++) {
		if (slash && (strlen(buses[i]) != (size_t)(slash - word) ||
			      strncmp(buses[i], word, slash - word)))
			continue;
		if (find_on(buses[i], name, device))
			return DB_OK;
	}
	return db_err_set(err, DB_FAILED,
			  "%s: no such device on the buses pci and platform, which the driver knows; see /sys/bus/pci/devices and /sys/bus/platform/devices",
			  word);
}

/* Where a link leads, its last part; NULL when there is none. */
static char *link_name(const char *path)
{
	char target[PATH_MAX];
	ssize_t bytes = readlink(path, target, sizeof(target) - 1);

	if (bytes <= 0)
		return NULL;
	target[bytes] = 0;
	return db_strdup(basename(target));
}

char *db_sysfs_driver(const struct db_sysfs_device *device)
{
	char *path = db_sysfs_path(device, "driver"), *name = link_name(path);

	free(path);
	return name;
}

char *db_sysfs_group(const struct db_sysfs_device *device, struct db_list *others)
{
	char *path = db_sysfs_path(device, "iommu_group"), *number = link_name(path);
	struct dirent *entry;
	DIR *members;

	free(path);
	if (!number)
		return NULL;
	path = db_sysfs_path(device, "iommu_group/devices");
	members = opendir(path);
	while (members && (entry = readdir(members))) {
		if (entry->d_name[0] != '.' && strcmp(entry->d_name, device->name))
			db_list_add(others, entry->d_name, 0);
	}
	if (members)
		closedir(members);
	free(path);
	db_list_sort(others);
	return number;
}
