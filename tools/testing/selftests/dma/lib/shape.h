/* SPDX-License-Identifier: GPL-2.0-only */
/* Is a member of JSON that somebody else wrote what it should be? */
#ifndef DB_SHAPE_H
#define DB_SHAPE_H

#include <json-c/json.h>

#include "err.h"

enum db_shape {
	DB_SHAPE_COUNT,		/* a whole number from 0 */
	DB_SHAPE_NUMBER,	/* not negative; or null */
	DB_SHAPE_TEXT,
	DB_SHAPE_TEXTS,		/* an array of them */
	DB_SHAPE_TABLE,		/* an object of them */
	DB_SHAPE_ARRAY,
	DB_SHAPE_OBJECT,
};

/* The message; gives DB_FAILED. @seen is what stands there, NULL if nothing. */
int db_shape_wrong(struct json_object *seen, const char *where, const char *member,
		   const char *rule, struct db_err *err);

/* @where is what messages call @from. */
int db_shape_member(struct json_object *from, const char *where, const char *member,
		    enum db_shape shape, struct db_err *err);

/* Each of them may be missing or null; a NULL ends @members. */
int db_shape_optional(struct json_object *from, const char *where,
		      const char *const *members, enum db_shape shape,
		      struct db_err *err);

/* Everything below @value: JSON has no NaN, but json-c reads it. */
int db_shape_values(struct json_object *value, const char *where, struct db_err *err);

#endif
