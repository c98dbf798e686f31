// SPDX-License-Identifier: GPL-2.0-only
/* The record of a bound device: "driver NAME" and "override NAME", one file each. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "bind_record.h"
#include "sys.h"

static char *record_path(const struct db_sysfs_device *device, const char *ending)
{
	return db_printf("%s/%s:%s%s", db_path(DB_BIND_DIR), device->bus, device->name,
			 ending);
}

int db_record_read(const struct db_sysfs_device *device, struct db_bind_record *record)
{
	char *path = record_path(device, ""), *text = db_read_file(path, NULL);
	int complete;

	memset(record, 0, sizeof(*record));
	/* "%[" takes no empty word: so each value ends in a dot that is cut off. */
	complete = text && sscanf(text, "driver %63[^\n]\noverride %63[^\n]\n",
				  record->driver, record->override) == 2;
	if (complete) {
		record->driver[strlen(record->driver) - 1] = 0;
		record->override[strlen(record->override) - 1] = 0;
	} else {
		memset(record, 0, sizeof(*record));
	}
	free(text);
	free(path);
	return complete;
}

static int write_whole(const char *path, const char *text)
{
	int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
	ssize_t bytes = strlen(text);
	int ret = 0;

	if (fd < 0)
		return -1;
	if (write(fd, text, bytes) != bytes || fsync(fd))
		ret = -1;
	return close(fd) ? -1 : ret;
}

/* Complete under its name, or not there. */
int db_record_write(const struct db_sysfs_device *device,
		    const struct db_bind_record *record, struct db_err *err)
{
	char *path = record_path(device, ""), *new = record_path(device, ".new");
	char *text = db_printf("driver %s.\noverride %s.\n", record->driver, record->override);
	int status = DB_OK;

	if ((mkdir(db_path(DB_BIND_DIR), 0700) && errno != EEXIST) ||
	    write_whole(new, text) || rename(new, path))
		status = db_err_set(err, DB_FAILED,
				    "%s: %s; what %s was like must be written down there before it changes",
				    path, strerror(errno), device->name);
	free(text);
	free(new);
	free(path);
	return status;
}

void db_record_drop(const struct db_sysfs_device *device)
{
	char *path = record_path(device, "");

	unlink(path);
	free(path);
}

void db_bind_list(struct db_list *devices)
{
	DIR *dir = opendir(db_path(DB_BIND_DIR));
	struct dirent *entry;
	char *name, *colon;
	size_t length;

	while (dir && (entry = readdir(dir))) {
		length = strlen(entry->d_name);
		colon = strchr(entry->d_name, ':');
		if (entry->d_name[0] == '.' || !colon ||
		    (length > 4 && !strcmp(entry->d_name + length - 4, ".new")))
			continue;
		name = db_strdup(entry->d_name);
		name[colon - entry->d_name] = '/';
		db_list_add(devices, name, 0);
		free(name);
	}
	if (dir)
		closedir(dir);
	db_list_sort(devices);
}
