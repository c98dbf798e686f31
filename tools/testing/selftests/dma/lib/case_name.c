// SPDX-License-Identifier: GPL-2.0-only
/* Names of cases, taken apart; case_name.h says how. */
#include <stdlib.h>
#include <string.h>

#include "case_name.h"
#include "err.h"
#include "number.h"

/* The value of @key, or NULL; free() it. */
static char *part(const char *name, const char *key)
{
	size_t n = strlen(key);
	const char *at = name;

	while ((at = strchr(at, '/'))) {
		at++;
		if (!strncmp(at, key, n) && at[n] == '=')
			return db_printf("%.*s", (int)strcspn(at + n + 1, "/"),
					 at + n + 1);
	}
	return NULL;
}

char *db_case_shown(const char *name, const char *key)
{
	char *value = part(name, key);
	char room[DB_NUMBER_ROOM];
	uint64_t bytes;

	if (!value)
		return db_strdup("-");
	if (strcmp(key, "size") || db_parse_count(value, &bytes))
		return value;
	free(value);
	return db_strdup(db_size_text(bytes, room, sizeof(room)));
}

static void keys_of(const char *name, struct db_list *keys)
{
	const char *at = name;
	char *key;

	while ((at = strchr(at, '/'))) {
		at++;
		key = db_printf("%.*s", (int)strcspn(at, "=/"), at);
		if (!db_list_has(keys, key))
			db_list_add(keys, key, 0);
		free(key);
	}
}

static int is_shared(const char *const *names, size_t count, const char *key,
		     const char *value)
{
	int same = 1;
	size_t i;
	char *other;

	for (i = 1; i < count && same; i++) {
		other = db_case_shown(names[i], key);
		same = !strcmp(other, value);
		free(other);
	}
	return same;
}

void db_case_split(const char *const *names, size_t count, struct db_case_names *parts)
{
	struct db_list keys = { };
	size_t i;

	memset(parts, 0, sizeof(*parts));
	for (i = 0; i < count; i++)
		keys_of(names[i], &keys);
	for (i = 0; i < keys.count; i++) {
		const char *key = keys.item[i].text;
		char *value = db_case_shown(names[0], key), *text;

		if (is_shared(names, count, key, value)) {
			text = db_printf("%s=%s", key, value);
			db_list_add(&parts->shared, text, 0);
			free(text);
		} else {
			db_list_add(&parts->varying, key, 0);
		}
		free(value);
	}
	db_list_free(&keys);
}

void db_case_names_free(struct db_case_names *parts)
{
	db_list_free(&parts->shared);
	db_list_free(&parts->varying);
}
