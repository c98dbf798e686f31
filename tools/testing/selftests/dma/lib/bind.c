// SPDX-License-Identifier: GPL-2.0-only
/*
 * A real device on our driver, and back, by driver_override: a word that names the
 * only driver that may take the device. Every step may be the last one that is
 * done; what is left then, db_unbind() undoes.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bind.h"
#include "bind_record.h"
#include "in_use.h"
#include "sys.h"

static int is_on(const struct db_sysfs_device *device, const char *driver)
{
	char *now = db_sysfs_driver(device);
	int same = now && !strcmp(now, driver);

	free(now);
	return same;
}

static int has_driver(const struct db_sysfs_device *device, const char *driver)
{
	char *path = db_sysfs_driver_path(device, driver, "bind");
	int found = !access(path, F_OK);

	free(path);
	return found;
}

/* An empty line takes the word away. */
static int set_override(const struct db_sysfs_device *device, const char *driver)
{
	char *path = db_sysfs_path(device, "driver_override");
	char *line = db_printf("%s\n", driver);
	int ret = db_sys->write(path, line);

	free(line);
	free(path);
	return ret;
}

static int tell_driver(const struct db_sysfs_device *device, const char *driver,
		       const char *file)
{
	char *path = db_sysfs_driver_path(device, driver, file);
	int ret = db_sys->write(path, device->name);

	free(path);
	return ret;
}

/* Whichever driver the kernel finds for it. */
static int probe(const struct db_sysfs_device *device)
{
	char *path = db_printf("%s/%s/drivers_probe", db_path("/sys/bus"), device->bus);
	int ret = db_sys->write(path, device->name);

	free(path);
	return ret;
}

static void look(const struct db_sysfs_device *device, struct db_bind_record *record)
{
	char *driver = db_sysfs_driver(device);
	char *path = db_sysfs_path(device, "driver_override");
	char *override = db_read_file(path, NULL);

	memset(record, 0, sizeof(*record));
	if (driver)
		snprintf(record->driver, sizeof(record->driver), "%s", driver);
	if (override) {
		override[strcspn(override, "\n")] = 0;
		/* So the kernel prints that there is none. */
		if (strcmp(override, "(null)"))
			snprintf(record->override, sizeof(record->override), "%s", override);
	}
	free(override);
	free(path);
	free(driver);
}

static int check_root(const struct db_sysfs_device *device, struct db_err *err)
{
	if (!db_sys->geteuid())
		return DB_OK;
	return db_err_set(err, DB_FAILED,
			  "%s: not root (user id %u), but only root may change a device's driver; run it with sudo",
			  device->name, (unsigned int)db_sys->geteuid());
}

static int check_free(const struct db_sysfs_device *device, struct db_err *err)
{
	struct db_list why = { };
	int status = DB_OK;
	char *all;

	db_in_use(device, &why);
	if (why.count) {
		all = db_list_join(&why, "; ");
		status = db_err_set(err, DB_FAILED,
				    "%s is in use: %s; end that first, or take the device away with --force",
				    device->name, all);
		free(all);
	}
	db_list_free(&why);
	return status;
}

static int take(const struct db_sysfs_device *device, struct db_err *err)
{
	const char *step = "driver_override";
	int ret = set_override(device, DB_BIND_DRIVER);
	char *now = db_sysfs_driver(device);

	if (!ret && now) {
		step = "unbind from its driver";
		ret = tell_driver(device, now, "unbind");
	}
	free(now);
	if (!ret) {
		step = "bind";
		ret = tell_driver(device, DB_BIND_DRIVER, "bind");
	}
	if (!ret && !is_on(device, DB_BIND_DRIVER))
		ret = -ENODEV;
	if (!ret)
		return DB_OK;
	return db_err_set(err, DB_FAILED, "%s: %s: %s; the kernel log may say why",
			  device->name, step, strerror(-ret));
}

int db_bind(const struct db_sysfs_device *device, int force,
	    struct db_bind_record *was, struct db_err *err)
{
	struct db_err later;
	int status = check_root(device, err);

	memset(was, 0, sizeof(*was));
	if (status)
		return status;
	if (is_on(device, DB_BIND_DRIVER)) {
		db_record_read(device, was);
		return DB_OK;
	}
	if (!has_driver(device, DB_BIND_DRIVER))
		return db_err_set(err, DB_FAILED,
				  "%s: no driver " DB_BIND_DRIVER " on the bus %s; load the module first (modprobe or insmod)",
				  device->name, device->bus);
	if (!force)
		status = check_free(device, err);
	if (status)
		return status;
	/* A record from before tells of the true driver, if the tool died half way. */
	if (!db_record_read(device, was)) {
		look(device, was);
		status = db_record_write(device, was, err);
	}
	if (status)
		return status;
	status = take(device, err);
	if (status && db_unbind(device, was, &later))
		db_err_at(err, status, "%s; and then: ", later.text);
	return status;
}

/*
 * Its driver again; the kernel chooses when that one has gone. Whoever has moved
 * the device to another one since keeps it.
 */
static int give_back(const struct db_sysfs_device *device, const struct db_bind_record *was,
		     struct db_err *err)
{
	char *now = db_sysfs_driver(device);
	int ret = 0, has_one = !!now;

	free(now);
	if (!*was->driver || has_one)
		return DB_OK;
	if (has_driver(device, was->driver))
		ret = tell_driver(device, was->driver, "bind");
	else
		probe(device);
	if (!ret && is_on(device, was->driver))
		return DB_OK;
	return db_err_set(err, DB_FAILED,
			  "%s: its driver %s did not take it back: %s; load that driver, then write %s to /sys/bus/%s/drivers_probe",
			  device->name, was->driver,
			  ret ? strerror(-ret) : "it is not loaded", device->name, device->bus);
}

int db_unbind(const struct db_sysfs_device *device, struct db_bind_record *was,
	      struct db_err *err)
{
	int status = check_root(device, err), known, ret;

	if (status)
		return status;
	known = db_record_read(device, was);
	if (!known && !is_on(device, DB_BIND_DRIVER))
		return db_err_set(err, DB_FAILED,
				  "%s is not on " DB_BIND_DRIVER ", and nothing is known of it from before",
				  device->name);
	ret = set_override(device, was->override);
	if (ret)
		return db_err_set(err, DB_FAILED, "%s: driver_override: %s", device->name,
				  strerror(-ret));
	if (is_on(device, DB_BIND_DRIVER) && strcmp(was->driver, DB_BIND_DRIVER)) {
		ret = tell_driver(device, DB_BIND_DRIVER, "unbind");
		if (ret)
			return db_err_set(err, DB_FAILED, "%s: unbind: %s", device->name,
					  strerror(-ret));
	}
	if (known)
		status = give_back(device, was, err);
	else
		probe(device);
	if (!status)
		db_record_drop(device);
	return status;
}
