// SPDX-License-Identifier: GPL-2.0-only
/* Reading and writing the value of one key; see key_table.c for the keys. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "key.h"
#include "number.h"
#include "text.h"

const struct db_key *db_key_find(const char *name)
{
	unsigned int i;

	for (i = 0; i < DB_KEY_COUNT; i++)
		if (db_word_equal(db_keys[i].name, name))
			return &db_keys[i];
	return NULL;
}

char *db_key_names(const char *between)
{
	struct db_list list = { };
	unsigned int i;
	char *text;

	for (i = 0; i < DB_KEY_COUNT; i++)
		db_list_add(&list, db_keys[i].name, 0);
	text = db_list_join(&list, between);
	db_list_free(&list);
	return text;
}

const char *db_key_spelling(enum db_key_id id, char *text, size_t room)
{
	char *dash;

	snprintf(text, room, "%s", db_keys[id].name);
	while ((dash = strchr(text, '-')))
		*dash = '_';
	return text;
}

uint64_t db_key_value(enum db_key_id id, const struct db_request *request)
{
	const char *at = (const char *)&request->run + db_keys[id].offset;
	uint32_t narrow;
	uint64_t wide;

	if (db_keys[id].width == sizeof(wide)) {
		memcpy(&wide, at, sizeof(wide));
		return wide;
	}
	memcpy(&narrow, at, sizeof(narrow));
	return narrow;
}

void db_key_set(enum db_key_id id, struct db_request *request, uint64_t value)
{
	char *at = (char *)&request->run + db_keys[id].offset;
	uint32_t narrow = value;

	if (db_keys[id].width == sizeof(value))
		memcpy(at, &value, sizeof(value));
	else
		memcpy(at, &narrow, sizeof(narrow));
}

static int unknown_word(const struct db_key *key, const char *word,
			struct db_err *err)
{
	char *valid = db_word_list(key->words, ", ");

	db_err_set(err, DB_USAGE, "'%s' is not known; valid: %s", word, valid);
	free(valid);
	return DB_USAGE;
}

static int bad_mask(const struct db_key *key, const char *part, struct db_err *err)
{
	const char *none = key->words == db_attrs ? ", none" : "";
	char *valid = db_word_list(key->words, ", ");

	db_err_set(err, DB_USAGE,
		   "'%s' %s; valid: %s%s; ',' or '+' joins words, '/' begins another value%s",
		   part, *none && db_word_equal(part, "none") ?
		   "must stand alone" : "is not known", valid, none,
		   *none ? ", as in none/skip_cpu_sync,no_warn" : "");
	free(valid);
	return DB_USAGE;
}

static int parse_mask(const struct db_key *key, const char *text, uint64_t *mask,
		      struct db_err *err)
{
	char *copy = db_strdup(text), *rest = copy, *part;
	const struct db_word *word;
	int status = DB_OK;

	*mask = 0;
	while (!status && (part = strsep(&rest, ",+"))) {
		part = db_trim(part);
		word = db_word_find(key->words, part);
		if (word)
			*mask |= word->value;
		else if (key->words != db_attrs || !db_word_equal(text, "none"))
			status = bad_mask(key, part, err);
	}
	free(copy);
	return status;
}

/* The range in the unit that people write. */
static int out_of_range(const struct db_key *key, const char *word,
			struct db_err *err)
{
	char low[DB_NUMBER_ROOM], high[DB_NUMBER_ROOM];
	const char *what = "a whole number";

	snprintf(low, sizeof(low), "%" PRIu64, key->min);
	snprintf(high, sizeof(high), "%" PRIu64, key->max);
	if (key->kind == DB_KIND_SIZE) {
		what = "a number of bytes (K, M and G for KiB, MiB and GiB)";
		db_size_text(key->min, low, sizeof(low));
		db_size_text(key->max, high, sizeof(high));
	} else if (key->kind == DB_KIND_SECONDS) {
		what = "a number of seconds";
		db_seconds_text(key->min, low, sizeof(low));
		db_seconds_text(key->max, high, sizeof(high));
	} else if (key->kind == DB_KIND_NODE) {
		what = "any, or a node number";
	}
	return db_err_set(err, DB_USAGE, "'%s' must be %s from %s to %s", word,
			  what, low, high);
}

static int parse_number(const struct db_key *key, const char *word,
			uint64_t *value, struct db_err *err)
{
	int bad;

	if (key->kind == DB_KIND_NODE && db_word_equal(word, "any")) {
		*value = UINT32_MAX;
		return DB_OK;
	}
	if (key->kind == DB_KIND_SIZE)
		bad = db_parse_size(word, value);
	else if (key->kind == DB_KIND_SECONDS)
		bad = db_parse_seconds(word, value);
	else
		bad = db_parse_count(word, value);
	if (bad || *value < key->min || *value > key->max)
		return out_of_range(key, word, err);
	return DB_OK;
}

static int parse_device(const char *word, struct db_request *request,
			struct db_err *err)
{
	if (!*word || word[db_text_plain(word)] || strchr(word, '/') || *word == '.' ||
	    strlen(word) >= sizeof(request->device))
		return db_err_set(err, DB_USAGE,
				  "'%s' cannot be a device's name; see 'dma_map_benchmark devices'",
				  word);
	snprintf(request->device, sizeof(request->device), "%s", word);
	return DB_OK;
}

static int parse_cpus(const char *word, struct db_request *request,
		      struct db_err *err)
{
	uint64_t words[DB_CPU_WORDS];

	if (db_cpulist_parse(word, words))
		return db_err_set(err, DB_USAGE,
				  "'%s' is not a list of CPUs; write it like 0-3,7 with numbers below %d",
				  word, DB_CPUS_MAX);
	request->cpus = db_cpulist_keep(words);
	return DB_OK;
}

int db_key_parse(enum db_key_id id, const char *word, struct db_request *request,
		 struct db_err *err)
{
	const struct db_key *key = &db_keys[id];
	const struct db_word *found;
	uint64_t value = 0;
	int status = DB_OK;

	switch (key->kind) {
	case DB_KIND_DEVICE:
		status = parse_device(word, request, err);
		break;
	case DB_KIND_CPUS:
		status = parse_cpus(word, request, err);
		break;
	case DB_KIND_WORD:
	case DB_KIND_FLAG:
		found = db_word_find(key->words, word);
		if (!found)
			return unknown_word(key, word, err);
		value = key->kind == DB_KIND_FLAG && found->value ? key->max :
			found->value;
		break;
	case DB_KIND_MASK:
		status = parse_mask(key, word, &value, err);
		break;
	default:
		status = parse_number(key, word, &value, err);
	}
	if (status)
		return status;
	if (key->width)
		db_key_set(id, request, value);
	request->given |= 1u << id;
	return DB_OK;
}

char *db_key_text(enum db_key_id id, const struct db_request *request)
{
	const struct db_key *key = &db_keys[id];
	uint64_t value = key->width ? db_key_value(id, request) : 0;
	char room[DB_NUMBER_ROOM];

	switch (key->kind) {
	case DB_KIND_DEVICE:
		return db_strdup(request->device);
	case DB_KIND_CPUS:
		return request->cpus ? db_cpulist_text(request->cpus) : db_strdup("");
	case DB_KIND_WORD:
		return db_strdup(db_word_name(key->words, value));
	case DB_KIND_FLAG:
		return db_strdup(value & key->max ? "yes" : "no");
	case DB_KIND_MASK:
		return db_mask_text(key->words, value, "+");
	case DB_KIND_SECONDS:
		return db_strdup(db_seconds_text(value, room, sizeof(room)));
	case DB_KIND_NODE:
		if ((int32_t)value < 0)
			return db_strdup("any");
		break;
	default:
		break;
	}
	return db_printf("%" PRIu64, value);
}

static struct json_object *mask_json(const struct db_word *words, uint32_t mask)
{
	struct json_object *list = json_object_new_array();

	for (; words->name; words++)
		if (mask & words->value)
			json_object_array_add(list,
					      json_object_new_string(words->name));
	return list;
}

struct json_object *db_key_json(enum db_key_id id, const struct db_request *request)
{
	const struct db_key *key = &db_keys[id];
	uint64_t value = key->width ? db_key_value(id, request) : 0;
	struct json_object *json;
	char *text;

	switch (key->kind) {
	case DB_KIND_MASK:
		return mask_json(key->words, value);
	case DB_KIND_FLAG:
		return json_object_new_boolean(!!(value & key->max));
	case DB_KIND_SECONDS:
		return json_object_new_double(value / 1e9);
	case DB_KIND_NODE:
		return json_object_new_int((int32_t)value);
	case DB_KIND_COUNT:
	case DB_KIND_SIZE:
		return json_object_new_uint64(value);
	default:
		text = db_key_text(id, request);
		json = json_object_new_string(text);
		free(text);
		return json;
	}
}
