// SPDX-License-Identifier: GPL-2.0-only
/* Making and writing a result file. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "document.h"
#include "env.h"
#include "json.h"

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

static int write_to(FILE *file, struct json_object *doc)
{
	db_json_print(doc, file);
	return fflush(file) || ferror(file) ? -1 : 0;
}

static int cannot_write(const char *path, struct db_err *err)
{
	return db_err_set(err, DB_FAILED, "%s: cannot be written: %s", path,
			  strerror(errno));
}

/* A device, a pipe, a folder: rename() must not put a file in its place. */
static int is_special(const char *path)
{
	struct stat found;

	return !stat(path, &found) && !S_ISREG(found.st_mode);
}

/* The file behind symbolic links, so that these stay; free() it. */
static char *behind_links(const char *path)
{
	char *real = realpath(path, NULL);

	return real ? real : db_strdup(path);
}

/* Whatever may keep a file from being there, try it: a new one beside it. */
static char *temporary_beside(const char *real)
{
	const char *slash = strrchr(real, '/');

	/* In the same folder: rename() is atomic only within a file system. */
	return db_printf("%.*s.dma_map_benchmark.%d.tmp",
			 slash ? (int)(slash + 1 - real) : 0, real, (int)getpid());
}

static int try_folder(const char *path, struct db_err *err)
{
	char *real = behind_links(path), *temporary = temporary_beside(real);
	int fd = open(temporary, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
	struct stat found;
	int bad = fd < 0 || (lstat(real, &found) && errno != ENOENT);

	if (fd < 0)
		db_err_set(err, DB_FAILED,
			   "%s: cannot be written: its folder takes no file: %s",
			   path, strerror(errno));
	else if (bad)
		cannot_write(path, err);
	if (fd >= 0) {
		close(fd);
		unlink(temporary);
	}
	free(temporary);
	free(real);
	return bad ? DB_FAILED : DB_OK;
}

int db_document_writable(const char *path, struct db_err *err)
{
	struct stat found;

	if (!strcmp(path, "-"))
		return DB_OK;
	if (stat(path, &found))
		return try_folder(path, err);
	if (S_ISDIR(found.st_mode))
		return db_err_set(err, DB_FAILED,
				  "%s: cannot be written: it is a folder; name a file in it, like %s/results.json",
				  path, path);
	if (S_ISREG(found.st_mode))
		return try_folder(path, err);
	return access(path, W_OK) ? cannot_write(path, err) : DB_OK;
}

char *db_document_place(const char *path, int failed)
{
	struct stat found;

	if (failed && !stat(path, &found) && S_ISREG(found.st_mode) && found.st_size)
		return db_printf("%s.failed", path);
	return db_strdup(path);
}

static int write_special(struct json_object *doc, const char *path,
			 struct db_err *err)
{
	FILE *file = fopen(path, "we");
	int bad;

	if (!file)
		return cannot_write(path, err);
	bad = write_to(file, doc);
	if (bad)
		cannot_write(path, err);
	if (fclose(file) && !bad)
		bad = cannot_write(path, err);
	return bad ? DB_FAILED : DB_OK;
}

int db_document_write(struct json_object *doc, const char *path, struct db_err *err)
{
	char *temporary, *real;
	FILE *file;
	int bad;

	if (!strcmp(path, "-"))
		return write_to(stdout, doc) ? cannot_write("standard output", err) :
			DB_OK;
	if (is_special(path))
		return write_special(doc, path, err);
	real = behind_links(path);
	temporary = temporary_beside(real);
	file = fopen(temporary, "we");
	bad = !file;
	if (file) {
		bad = write_to(file, doc) || fsync(fileno(file));
		bad = fclose(file) || bad;
		bad = bad || rename(temporary, real);
	}
	if (bad) {
		cannot_write(path, err);
		if (file)
			unlink(temporary);
	}
	free(temporary);
	free(real);
	return bad ? DB_FAILED : DB_OK;
}
