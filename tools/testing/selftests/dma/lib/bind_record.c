// SPDX-License-Identifier: GPL-2.0-only
/* The record of a bound device: one JSON object, in a file of its own. */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "bind_record.h"
#include "document.h"
#include "json.h"
#include "sys.h"

static char *record_path(const struct db_sysfs_device *device)
{
	return db_printf("%s/%s:%s", db_path(DB_BIND_DIR), device->bus, device->name);
}

static void take_name(struct json_object *json, const char *member, char *name, size_t room)
{
	const char *text = db_json_get_text(json, member);

	snprintf(name, room, "%s", text ? text : "");
}

int db_record_read(const struct db_sysfs_device *device, struct db_bind_record *record)
{
	char *path = record_path(device), *text = db_read_file(path, NULL);
	struct json_object *json = text ? json_tokener_parse(text) : NULL;
	int complete = json_object_is_type(json, json_type_object);

	memset(record, 0, sizeof(*record));
	if (complete) {
		take_name(json, "driver", record->driver, sizeof(record->driver));
		take_name(json, "override", record->override, sizeof(record->override));
	}
	json_object_put(json);
	free(text);
	free(path);
	return complete;
}

int db_record_write(const struct db_sysfs_device *device,
		    const struct db_bind_record *record, struct db_err *err)
{
	struct json_object *json = json_object_new_object();
	char *path = record_path(device);
	int status = DB_OK;

	db_json_text(json, "driver", *record->driver ? record->driver : NULL);
	db_json_text(json, "override", *record->override ? record->override : NULL);
	/* Its failure is told by what follows. */
	mkdir(db_path(DB_BIND_DIR), 0700);
	status = db_document_write(json, path, err);
	if (status)
		db_err_at(err, status, "what %s was like must be written down before it changes: ",
			  device->name);
	json_object_put(json);
	free(path);
	return status;
}

void db_record_drop(const struct db_sysfs_device *device)
{
	char *path = record_path(device);

	unlink(path);
	free(path);
}

/* Names that begin with a dot are files that were never finished. */
void db_bind_list(struct db_list *devices)
{
	DIR *dir = opendir(db_path(DB_BIND_DIR));
	struct dirent *entry;
	char *name, *colon;

	while (dir && (entry = readdir(dir))) {
		if (entry->d_name[0] == '.')
			continue;
		name = db_strdup(entry->d_name);
		colon = strchr(name, ':');
		if (colon) {
			*colon = '/';
			db_list_add(devices, name, 0);
		}
		free(name);
	}
	if (dir)
		closedir(dir);
	db_list_sort(devices);
}
