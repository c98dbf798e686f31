// SPDX-License-Identifier: GPL-2.0-only
/* Making and writing a result file. */
#include <string.h>
#include <sys/stat.h>

#include "document.h"
#include "env.h"
#include "json.h"
#include "whole_file.h"

struct json_object *db_document_new(const char *command_line)
{
	struct json_object *doc = json_object_new_object();
	struct json_object *env = db_env_json(command_line);

	db_json_count(doc, "schema", DB_SCHEMA);
	json_object_object_add(env, "devices", json_object_new_object());
	json_object_object_add(doc, "environment", env);
	json_object_object_add(doc, "results", json_object_new_array());
	json_object_object_add(doc, "errors", json_object_new_array());
	json_object_object_add(doc, "notes", json_object_new_array());
	return doc;
}

void db_document_error(struct json_object *doc, const char *name, const char *message)
{
	struct json_object *error = json_object_new_object();

	db_json_text(error, "name", name);
	db_json_text(error, "message", message);
	json_object_array_add(db_json_get(doc, "errors"), error);
}

struct json_object *db_document_result(struct json_object *doc, const char *name)
{
	struct json_object *results = db_json_get(doc, "results"), *result;
	size_t i;

	for (i = 0; i < json_object_array_length(results); i++) {
		result = json_object_array_get_idx(results, i);
		if (!strcmp(db_json_get_text(result, "name"), name))
			return result;
	}
	return NULL;
}

static int print(FILE *file, void *doc, struct db_err *err)
{
	(void)err;
	db_json_print(doc, file);
	return DB_OK;
}

int db_document_write(struct json_object *doc, const char *path, struct db_err *err)
{
	return db_file_write(path, print, doc, err);
}

char *db_document_place(const char *path, int failed)
{
	struct stat found;

	if (failed && !stat(path, &found) && S_ISREG(found.st_mode) && found.st_size)
		return db_printf("%s.failed", path);
	return db_strdup(path);
}
