// SPDX-License-Identifier: GPL-2.0-only
/* Is a member of JSON that somebody else wrote what it should be? */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "json.h"
#include "shape.h"

static const char *const rules[] = {
	[DB_SHAPE_COUNT] = "must be a count, a whole number from 0",
	[DB_SHAPE_NUMBER] = "must be a number or null, and not negative",
	[DB_SHAPE_TEXT] = "must be a text",
	[DB_SHAPE_TEXTS] = "must be an array of texts",
	[DB_SHAPE_TABLE] = "must be an object of texts",
	[DB_SHAPE_ARRAY] = "must be an array",
	[DB_SHAPE_OBJECT] = "must be an object",
};

int db_shape_wrong(struct json_object *seen, const char *where, const char *member,
		   const char *rule, struct db_err *err)
{
	return db_err_set(err, DB_FAILED,
			  "not a result file of dma_map_benchmark: %s%s%s %s; it is %.60s",
			  where, *where && *member ? "." : "", member, rule,
			  seen ? json_object_get_string(seen) : "missing or null");
}

static int is_text(struct json_object *value)
{
	return json_object_is_type(value, json_type_string);
}

static int is_texts(struct json_object *value)
{
	size_t i;

	if (!json_object_is_type(value, json_type_array))
		return 0;
	for (i = 0; i < json_object_array_length(value); i++)
		if (!is_text(json_object_array_get_idx(value, i)))
			return 0;
	return 1;
}

static int is_table(struct json_object *value)
{
	if (!json_object_is_type(value, json_type_object))
		return 0;
	json_object_object_foreach(value, name, member) {
		(void)name;
		if (!is_text(member))
			return 0;
	}
	return 1;
}

static int has_shape(struct json_object *value, enum db_shape shape)
{
	switch (shape) {
	case DB_SHAPE_COUNT:
		/* json-c makes the largest out of what does not fit. */
		return json_object_is_type(value, json_type_int) &&
		       json_object_get_int64(value) >= 0 &&
		       json_object_get_uint64(value) < UINT64_MAX;
	case DB_SHAPE_NUMBER:
		return !value || ((json_object_is_type(value, json_type_int) ||
				   json_object_is_type(value, json_type_double)) &&
				  json_object_get_double(value) >= 0);
	case DB_SHAPE_TEXT:
		return is_text(value);
	case DB_SHAPE_TEXTS:
		return is_texts(value);
	case DB_SHAPE_TABLE:
		return is_table(value);
	case DB_SHAPE_ARRAY:
		return json_object_is_type(value, json_type_array);
	default:
		return json_object_is_type(value, json_type_object);
	}
}

int db_shape_member(struct json_object *from, const char *where, const char *member,
		    enum db_shape shape, struct db_err *err)
{
	struct json_object *found = NULL;
	int there = json_object_is_type(from, json_type_object) &&
		    json_object_object_get_ex(from, member, &found);

	return there && has_shape(found, shape) ? DB_OK :
		db_shape_wrong(found, where, member, rules[shape], err);
}

int db_shape_optional(struct json_object *from, const char *where,
		      const char *const *members, enum db_shape shape,
		      struct db_err *err)
{
	for (; *members; members++) {
		struct json_object *found = db_json_get(from, *members);

		if (found && !has_shape(found, shape))
			return db_shape_wrong(found, where, *members, rules[shape], err);
	}
	return DB_OK;
}

static int check_members(struct json_object *value, const char *where,
			 struct db_err *err)
{
	char place[160];

	json_object_object_foreach(value, name, member) {
		snprintf(place, sizeof(place), "%s%s%.60s", where, *where ? "." : "",
			 name);
		if (db_shape_values(member, place, err))
			return DB_FAILED;
	}
	return DB_OK;
}

/* The parser's limit of depth is the recursion's too. */
int db_shape_values(struct json_object *value, const char *where, struct db_err *err)
{
	char place[160];
	size_t i;

	switch (json_object_get_type(value)) {
	case json_type_double:
		return isfinite(json_object_get_double(value)) ? DB_OK :
			db_shape_wrong(value, where, "", "must be a finite number", err);
	case json_type_string:
		/* For C the text would end there. */
		return strlen(json_object_get_string(value)) ==
		       (size_t)json_object_get_string_len(value) ? DB_OK :
			db_shape_wrong(value, where, "", "must be without \\u0000", err);
	case json_type_array:
		for (i = 0; i < json_object_array_length(value); i++) {
			snprintf(place, sizeof(place), "%s[%zu]", where, i);
			if (db_shape_values(json_object_array_get_idx(value, i), place, err))
				return DB_FAILED;
		}
		return DB_OK;
	case json_type_object:
		return check_members(value, where, err);
	default:
		return DB_OK;
	}
}
