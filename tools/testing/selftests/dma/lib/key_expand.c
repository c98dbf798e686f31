// SPDX-License-Identifier: GPL-2.0-only
/*
 * Lists, ranges and "all" to single words:
 *   a,b        each of them (a/b where a comma is part of one value)
 *   A..B       from A, doubling, up to and including B
 *   A..B+S     from A in steps of S;  A..B*F  from A, times F
 *   all        every word there is
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "key.h"
#include "number.h"

#define RANGE_MAX	10000	/* as many cases as a matrix may have */

static int has_range(const struct db_key *key)
{
	return key->kind == DB_KIND_SIZE || key->kind == DB_KIND_COUNT ||
	       key->kind == DB_KIND_NODE;
}

static int range_error(const char *text, const char *why, struct db_err *err)
{
	return db_err_set(err, DB_USAGE,
			  "range '%s' %s; write A..B to double, A..B+STEP, or A..B*FACTOR",
			  text, why);
}

/* One number of a range, checked like any other value of this key. */
static int bound(enum db_key_id id, const char *word, uint64_t *value,
		 struct db_err *err)
{
	struct db_request scratch = { };
	int status = db_key_parse(id, word, &scratch, err);

	if (!status)
		*value = db_key_value(id, &scratch);
	return status;
}

static int walk(const char *text, uint64_t low, uint64_t high, char how,
		uint64_t step, struct db_list *words, struct db_err *err)
{
	char word[DB_NUMBER_ROOM];
	unsigned int n = 0;
	uint64_t value;

	if (low > high)
		return range_error(text, "ends below its beginning", err);
	if (how == '*' && (!low || step < 2))
		return range_error(text, "never grows (0, or times less than 2)", err);
	if (how == '+' && !step)
		return range_error(text, "never grows (a step of 0)", err);
	for (value = low;;) {
		snprintf(word, sizeof(word), "%" PRIu64, value);
		db_list_add(words, word, 0);
		if (value == high)
			return DB_OK;
		if (++n > RANGE_MAX)
			return range_error(text, "has more than 10000 values", err);
		/* Both ends are always measured; no step leaps over the end. */
		if (how == '+')
			value = step < high - value ? value + step : high;
		else
			value = step <= high / value ? value * step : high;
	}
}

static int expand_range(enum db_key_id id, const char *text, struct db_list *words,
			struct db_err *err)
{
	char *copy = db_strdup(text), *tail = strstr(copy, ".."), *step, how = '*';
	uint64_t low, high, by = 2;
	int status;

	*tail = 0;
	tail += 2;
	step = strpbrk(tail, "+*");
	if (step) {
		how = *step;
		*step++ = 0;
		if (how == '+' ? db_parse_size(step, &by) : db_parse_count(step, &by)) {
			status = range_error(text, "has a bad step", err);
			goto out;
		}
	}
	status = bound(id, copy, &low, err);
	if (!status)
		status = bound(id, tail, &high, err);
	if (!status)
		status = walk(text, low, high, how, by, words, err);
out:
	free(copy);
	return status;
}

static int expand_part(enum db_key_id id, const char *part, struct db_list *words,
		       struct db_err *err)
{
	const struct db_key *key = &db_keys[id];
	struct db_request scratch = { };
	const struct db_word *word;
	int status;

	if (key->kind == DB_KIND_WORD && db_word_equal(part, "all")) {
		for (word = key->words; word->name; word++)
			/* The two ways of timing that "auto" chooses from. */
			if (word->value != MBE_TIMING_AUTO || key->words != db_timings)
				db_list_add(words, word->name, 1);
		return DB_OK;
	}
	if (has_range(key) && strstr(part, ".."))
		return expand_range(id, part, words, err);
	status = db_key_parse(id, part, &scratch, err);
	if (!status)
		db_list_add(words, part, 0);
	return status;
}

int db_key_expand(enum db_key_id id, const char *text, struct db_list *words,
		  struct db_err *err)
{
	enum db_kind kind = db_keys[id].kind;
	/* These need the comma for themselves. */
	const char *between = kind == DB_KIND_MASK || kind == DB_KIND_CPUS ? "/" : ",";
	char *copy = db_strdup(text), *rest = copy, *part;
	int status = DB_OK;

	while (!status && (part = strsep(&rest, between))) {
		part = db_trim(part);
		if (!*part)
			status = db_err_set(err, DB_USAGE,
					    "'%s' has an empty value; give at least one word",
					    text);
		else
			status = expand_part(id, part, words, err);
	}
	free(copy);
	return status;
}
