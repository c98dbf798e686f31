// SPDX-License-Identifier: GPL-2.0-only
/* Making, writing and reading a result file. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "document.h"
#include "env.h"
#include "json.h"
#include "sys.h"

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

int db_document_writable(const char *path, struct db_err *err)
{
	char *folder, *slash;
	int bad;

	if (!strcmp(path, "-"))
		return DB_OK;
	if (is_special(path))
		return access(path, W_OK) ? cannot_write(path, err) : DB_OK;
	folder = behind_links(path);
	slash = strrchr(folder, '/');
	if (slash)
		slash[1] = '\0';
	bad = access(slash ? folder : ".", W_OK | X_OK);
	if (bad)
		db_err_set(err, DB_FAILED, "%s: cannot be written: folder %s: %s",
			   path, slash ? folder : ".", strerror(errno));
	free(folder);
	return bad ? DB_FAILED : DB_OK;
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
	/* In the same folder: rename() is atomic only within a file system. */
	temporary = db_printf("%s.%d.tmp", real, (int)getpid());
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

/* Not even the beginning of an object: a number, or a bare word. */
static int is_no_object(const char *text)
{
	text += strspn(text, " \t\r\n");
	return *text && *text != '{';
}

static struct json_object *parse(const char *path, const char *text, size_t bytes,
				 struct db_err *err)
{
	struct json_tokener *tokener = json_tokener_new();
	struct json_object *doc = json_tokener_parse_ex(tokener, text, bytes);
	enum json_tokener_error error = json_tokener_get_error(tokener);
	size_t end = json_tokener_get_parse_end(tokener);

	if (error == json_tokener_continue && is_no_object(text)) {
		db_document_check(NULL, err);
		db_err_at(err, DB_FAILED, "%s: ", path);
	} else if (error == json_tokener_continue) {
		db_err_set(err, DB_FAILED,
			   "%s: ends in the middle, after %zu bytes: the file is truncated; measure again, or copy it again",
			   path, bytes);
	} else if (error != json_tokener_success) {
		db_err_set(err, DB_FAILED, "%s: not JSON: %s at byte %zu", path,
			   json_tokener_error_desc(error), end);
	} else if (end + strspn(text + end, " \t\r\n") != bytes) {
		db_err_set(err, DB_FAILED,
			   "%s: more text after the JSON document, at byte %zu", path,
			   end);
		json_object_put(doc);
		doc = NULL;
	} else if (!doc) {
		/* "null" */
		db_document_check(NULL, err);
		db_err_at(err, DB_FAILED, "%s: ", path);
	}
	json_tokener_free(tokener);
	return error == json_tokener_success ? doc : NULL;
}

struct json_object *db_document_read(const char *path, struct db_err *err)
{
	struct json_object *doc;
	size_t bytes;
	char *text = db_read_file(strcmp(path, "-") ? path : "/dev/stdin", &bytes);

	if (!text) {
		db_err_set(err, DB_FAILED, "%s: %s", path, strerror(errno));
		return NULL;
	}
	doc = parse(path, text, bytes, err);
	free(text);
	if (doc && db_document_check(doc, err)) {
		db_err_at(err, DB_FAILED, "%s: ", path);
		json_object_put(doc);
		doc = NULL;
	}
	return doc;
}
