/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The keys of a request. One row describes an option of run and sweep, a key
 * of a scenario file and a member of "params" in a result; one function reads
 * it and one writes it.
 */
#ifndef DB_KEY_H
#define DB_KEY_H

#include <json-c/json.h>

#include "err.h"
#include "list.h"
#include "request.h"
#include "words.h"

/* In this order a matrix is walked: the first varies slowest. */
enum db_key_id {
	DB_KEY_DEVICE,
	DB_KEY_MODE,
	DB_KEY_ENTRIES,
	DB_KEY_SIZE,
	DB_KEY_DIR,
	DB_KEY_STATE,
	DB_KEY_THREADS,
	DB_KEY_OFFSET,
	DB_KEY_PHASES,
	DB_KEY_TIMING,
	DB_KEY_BATCH_OPS,
	DB_KEY_IRQS_OFF,
	DB_KEY_ATTRS,
	DB_KEY_DMA_BITS,
	DB_KEY_TRANSFER_NS,
	DB_KEY_NODE,
	DB_KEY_CPUS,
	DB_KEY_ITERATIONS,
	DB_KEY_SECONDS,
	DB_KEY_WARMUP,
	DB_KEY_SAMPLE_CAP,
	DB_KEY_COUNT
};

enum db_kind {
	DB_KIND_WORD,		/* one word of a table */
	DB_KIND_MASK,		/* words of a table, comma between them */
	DB_KIND_COUNT,
	DB_KIND_SIZE,
	DB_KIND_SECONDS,	/* kept in ns */
	DB_KIND_FLAG,		/* yes or no: a bit of struct mbe_run's flags */
	DB_KIND_NODE,		/* a number or "any" */
	DB_KIND_CPUS,
	DB_KIND_DEVICE,
};

struct db_key {
	const char *name;		/* with '-' */
	const char *arg;		/* how help calls its value */
	const char *help;		/* meaning, unit, range, default */
	enum db_kind kind;
	unsigned int offset, width;	/* in struct mbe_run */
	uint64_t min, max;
	uint64_t fallback;		/* the default */
	const struct db_word *words;
	int length;			/* says how long, not what: not in a name */
};

extern const struct db_key db_keys[DB_KEY_COUNT];

const struct db_key *db_key_find(const char *name);
char *db_key_names(const char *between);

/* Read one word into the request. */
int db_key_parse(enum db_key_id id, const char *word, struct db_request *request,
		 struct db_err *err);

/* Lists, ranges and "all" to single words, each of them checked. */
int db_key_expand(enum db_key_id id, const char *text, struct db_list *words,
		  struct db_err *err);

uint64_t db_key_value(enum db_key_id id, const struct db_request *request);
void db_key_set(enum db_key_id id, struct db_request *request, uint64_t value);

/* As it stands in a case's name and in --dry-run; free() it. */
char *db_key_text(enum db_key_id id, const struct db_request *request);

/* As it stands in "params". */
struct json_object *db_key_json(enum db_key_id id, const struct db_request *request);

/* The name with '_' for '-': how results and case names spell it. */
const char *db_key_spelling(enum db_key_id id, char *text, size_t room);

#endif
