// SPDX-License-Identifier: GPL-2.0-only
/* Building and reading JSON. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "err.h"
#include "json.h"
#include "list.h"
#include "text.h"

void db_json_text(struct json_object *to, const char *key, const char *value)
{
	json_object_object_add(to, key, value ? json_object_new_string(value) : NULL);
}

void db_json_count(struct json_object *to, const char *key, uint64_t value)
{
	json_object_object_add(to, key, json_object_new_uint64(value));
}

/* As few digits as bring the same double back, so that files can be read. */
void db_json_number(struct json_object *to, const char *key, double value)
{
	char text[40];
	int digits;

	if (!isfinite(value)) {
		json_object_object_add(to, key, NULL);
		return;
	}
	for (digits = 6; digits < 17; digits++) {
		snprintf(text, sizeof(text), "%.*g", digits, value);
		if (strtod(text, NULL) == value)
			break;
	}
	snprintf(text, sizeof(text), "%.*g", digits, value);
	if (!strpbrk(text, ".e"))
		strcat(text, ".0");	/* stays a double when read back */
	json_object_object_add(to, key, json_object_new_double_s(value, text));
}

void db_json_flag(struct json_object *to, const char *key, int value)
{
	json_object_object_add(to, key, json_object_new_boolean(value));
}

void db_json_print(struct json_object *json, FILE *out)
{
	const char *text = json_object_to_json_string_ext(json, DB_JSON_STYLE);
	const char *plain = text;
	uint32_t code;
	size_t bytes;

	for (; *text; text += bytes ? bytes : 1) {
		bytes = db_text_decode(text, &code);
		/* Below a blank: json-c's own line ends and tabs. */
		if (bytes && (code < ' ' || !db_text_is_control(code)))
			continue;
		fwrite(plain, 1, text - plain, out);
		fprintf(out, "\\u%04x", bytes ? code : 0xfffd);
		plain = text + (bytes ? bytes : 1);
	}
	fprintf(out, "%s\n", plain);
}

static struct json_object *shown_array(struct json_object *from, const char *special)
{
	struct json_object *to = json_object_new_array();
	size_t i;

	for (i = 0; i < json_object_array_length(from); i++)
		json_object_array_add(to, db_json_shown(json_object_array_get_idx(from, i),
							special));
	return to;
}

struct json_object *db_json_shown(struct json_object *from, const char *special)
{
	struct json_object *to;
	char *text;

	switch (json_object_get_type(from)) {
	case json_type_string:
		text = db_text_shown(json_object_get_string(from), special);
		to = json_object_new_string(text);
		free(text);
		return to;
	case json_type_array:
		return shown_array(from, special);
	case json_type_object:
		to = json_object_new_object();
		json_object_object_foreach(from, name, member) {
			text = db_text_shown(name, special);
			json_object_object_add(to, text, db_json_shown(member, special));
			free(text);
		}
		return to;
	default:
		return json_object_get(from);
	}
}

struct json_object *db_json_get(struct json_object *from, const char *path)
{
	char *copy = db_strdup(path), *rest = copy, *key;

	while (from && (key = strsep(&rest, ".")))
		if (!json_object_is_type(from, json_type_object) ||
		    !json_object_object_get_ex(from, key, &from))
			from = NULL;
	free(copy);
	return from;
}

const char *db_json_get_text(struct json_object *from, const char *path)
{
	struct json_object *found = db_json_get(from, path);

	return json_object_is_type(found, json_type_string) ?
		json_object_get_string(found) : NULL;
}

static int is_number(struct json_object *json)
{
	return json_object_is_type(json, json_type_double) ||
	       json_object_is_type(json, json_type_int);
}

double db_json_get_number(struct json_object *from, const char *path)
{
	struct json_object *found = db_json_get(from, path);

	return is_number(found) ? json_object_get_double(found) : NAN;
}

uint64_t db_json_get_count(struct json_object *from, const char *path)
{
	struct json_object *found = db_json_get(from, path);

	return is_number(found) ? json_object_get_uint64(found) : 0;
}

char *db_json_get_list(struct json_object *from, const char *path,
		       const char *between)
{
	struct json_object *array = db_json_get(from, path), *item;
	struct db_list list = { };
	size_t i;
	char *text;

	if (json_object_is_type(array, json_type_array))
		for (i = 0; i < json_object_array_length(array); i++) {
			item = json_object_array_get_idx(array, i);
			if (json_object_is_type(item, json_type_string))
				db_list_add(&list, json_object_get_string(item), 0);
		}
	text = db_list_join(&list, between);
	db_list_free(&list);
	return text;
}
