/* SPDX-License-Identifier: GPL-2.0-only */
/* Short names for building and reading JSON with json-c. */
#ifndef DB_JSON_H
#define DB_JSON_H

#include <stdint.h>
#include <stdio.h>

#include <json-c/json.h>

/* How documents look: one member a line. */
#define DB_JSON_STYLE	(JSON_C_TO_STRING_PRETTY | JSON_C_TO_STRING_SPACED | \
			 JSON_C_TO_STRING_NOSLASHESCAPE)

/* Add a member; NULL and NAN become null. */
void db_json_text(struct json_object *to, const char *key, const char *value);
void db_json_count(struct json_object *to, const char *key, uint64_t value);
void db_json_number(struct json_object *to, const char *key, double value);
void db_json_flag(struct json_object *to, const char *key, int value);

/*
 * The whole as text, a newline after it. What a terminal would act upon is
 * escaped, which means the same to whoever reads it as JSON.
 */
void db_json_print(struct json_object *json, FILE *out);

/* A copy whose texts and names are those of db_text_shown(). */
struct json_object *db_json_shown(struct json_object *from, const char *special);

/* A member of a member ("cpu.model"); NULL when it is not there or is null. */
struct json_object *db_json_get(struct json_object *from, const char *path);
const char *db_json_get_text(struct json_object *from, const char *path);
double db_json_get_number(struct json_object *from, const char *path); /* or NAN */
uint64_t db_json_get_count(struct json_object *from, const char *path); /* or 0 */
/* Every text of an array, joined; free() it. */
char *db_json_get_list(struct json_object *from, const char *path,
		       const char *between);

#endif
