/* SPDX-License-Identifier: GPL-2.0-only */
/* A result file: environment, results, errors. See Documentation/results.rst. */
#ifndef DB_DOCUMENT_H
#define DB_DOCUMENT_H

#include <json-c/json.h>

#include "err.h"

#define DB_SCHEMA	1

struct json_object *db_document_new(const char *command_line);
/* A case that gave no result. */
void db_document_error(struct json_object *doc, const char *name, const char *message);

/*
 * Where a result goes: to @path, but one of a failed run never in the place of
 * one that is there already. free() it.
 */
char *db_document_place(const char *path, int failed);
/* "-" is standard output; a regular file appears whole or not at all. */
int db_document_write(struct json_object *doc, const char *path, struct db_err *err);
/* Read and check; NULL with a message that names file and member. */
struct json_object *db_document_read(const char *path, struct db_err *err);
int db_document_check(struct json_object *doc, struct db_err *err);
/* The result of the case @name, or NULL. */
struct json_object *db_document_result(struct json_object *doc, const char *name);

#endif
