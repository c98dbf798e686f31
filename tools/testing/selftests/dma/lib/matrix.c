// SPDX-License-Identifier: GPL-2.0-only
/* The product of lists of values, as a list of named cases. */
#include <stdlib.h>
#include <string.h>

#include "matrix.h"

int db_axes_add(struct db_axes *axes, enum db_key_id id, const char *text,
		struct db_err *err)
{
	if (axes->axis[id].count)
		return db_err_set(err, DB_USAGE,
				  "given twice; write one list: %s,...",
				  axes->axis[id].item[0].text);
	return db_key_expand(id, text, &axes->axis[id], err);
}

void db_axes_free(struct db_axes *axes)
{
	unsigned int i;

	for (i = 0; i < DB_KEY_COUNT; i++)
		db_list_free(&axes->axis[i]);
}

/* How long is one thing said in two ways: the nearer word wins whole. */
static int hidden_by(enum db_key_id id, const struct db_axes *own)
{
	if (own->axis[id].count)
		return 1;
	if (id == DB_KEY_ITERATIONS)
		return !!own->axis[DB_KEY_SECONDS].count;
	if (id == DB_KEY_SECONDS)
		return !!own->axis[DB_KEY_ITERATIONS].count;
	return 0;
}

static void overlay(struct db_axes *sum, const struct db_axes *base,
		    const struct db_axes *own)
{
	unsigned int i;

	for (i = 0; i < DB_KEY_COUNT; i++) {
		if (own->axis[i].count)
			db_list_copy(&sum->axis[i], &own->axis[i]);
		else if (base && !hidden_by(i, own))
			db_list_copy(&sum->axis[i], &base->axis[i]);
	}
}

static void append(struct db_matrix *matrix, const struct db_request *request,
		   const char *job)
{
	char key[DB_REQUEST_KEY_ROOM];
	struct db_case *item;

	if (!db_seen_add(&matrix->requests, key, db_request_key(request, key)))
		return;
	if (matrix->count == matrix->room) {
		matrix->room = 2 * matrix->room + 16;
		matrix->item = db_grow(matrix->item, matrix->room * sizeof(*item));
	}
	item = &matrix->item[matrix->count++];
	memset(item, 0, sizeof(*item));
	item->request = *request;
	item->job = db_strdup(job);
}

static int combine(struct db_matrix *matrix, const struct db_axes *axes,
		   const size_t *at, const char *job, struct db_err *err)
{
	struct db_request request;
	char *name, *note;
	unsigned int i;
	int status;

	db_request_init(&request);
	for (i = 0; i < DB_KEY_COUNT; i++) {
		if (!axes->axis[i].count)
			continue;
		status = db_key_parse(i, axes->axis[i].item[at[i]].text, &request, err);
		if (status)
			return db_err_at(err, status, "%s: ", db_keys[i].name);
		if (axes->axis[i].item[at[i]].from_all)
			request.from_all |= 1u << i;
	}
	status = db_request_finish(&request, err);
	if (!status) {
		append(matrix, &request, job);
		return DB_OK;
	}
	name = db_request_name(&request, 0);
	if (request.from_all) {
		note = db_printf("left out %s: %s", name, err->text);
		db_matrix_note(matrix, note);
		free(note);
		status = DB_OK;
	} else {
		db_err_at(err, status, "case %s: ", name);
	}
	free(name);
	return status;
}

/* Count up, the last key fastest; false after the last combination. */
static int next(const struct db_axes *axes, size_t *at)
{
	unsigned int i;

	for (i = DB_KEY_COUNT; i-- > 0;) {
		if (at[i] + 1 < axes->axis[i].count) {
			at[i]++;
			return 1;
		}
		at[i] = 0;
	}
	return 0;
}

static int add_combinations(struct db_matrix *matrix, const struct db_axes *axes,
			    struct db_err *err)
{
	uint64_t cases = 1;
	unsigned int i;

	for (i = 0; i < DB_KEY_COUNT && cases <= DB_MATRIX_MAX; i++)
		if (axes->axis[i].count)
			cases *= axes->axis[i].count;
	if (cases + matrix->combined > DB_MATRIX_MAX)
		return db_err_set(err, DB_USAGE,
				  "%s make more than %d cases; shorten a list",
				  matrix->combined ? "this job and those before it" :
				  "these lists", DB_MATRIX_MAX);
	matrix->combined += cases;
	return DB_OK;
}

/* Entries that no case has were not meant to be ignored. */
static int unused_entries(const struct db_matrix *matrix, size_t first,
			  const struct db_axes *own, struct db_err *err)
{
	if (!own->axis[DB_KEY_ENTRIES].count || first == matrix->count)
		return DB_OK;
	for (; first < matrix->count; first++)
		if (matrix->item[first].request.run.mode == MBE_MODE_SG)
			return DB_OK;
	return db_err_set(err, DB_USAGE,
			  "entries is given, but only mode sg has entries; add mode sg");
}

int db_matrix_add(struct db_matrix *matrix, const struct db_axes *base,
		  const struct db_axes *own, const char *job, struct db_err *err)
{
	struct db_axes axes = { };
	size_t at[DB_KEY_COUNT] = { 0 }, first = matrix->count;
	int status = DB_OK;

	overlay(&axes, base, own);
	if (axes.axis[DB_KEY_ITERATIONS].count && axes.axis[DB_KEY_SECONDS].count)
		status = db_err_set(err, DB_USAGE,
				    "iterations and seconds both say how long; give one");
	if (!status)
		status = add_combinations(matrix, &axes, err);
	if (!status) {
		do {
			status = combine(matrix, &axes, at, job, err);
		} while (!status && next(&axes, at));
	}
	if (!status)
		status = unused_entries(matrix, first, own, err);
	db_axes_free(&axes);
	return status;
}

static int by_name(const void *a, const void *b)
{
	return strcmp((*(struct db_case *const *)a)->name,
		      (*(struct db_case *const *)b)->name);
}

void db_matrix_name(struct db_matrix *matrix)
{
	struct db_case **sorted = db_alloc(matrix->count * sizeof(*sorted));
	size_t i, end;

	for (i = 0; i < matrix->count; i++) {
		free(matrix->item[i].name);
		matrix->item[i].name = db_request_name(&matrix->item[i].request, 0);
		sorted[i] = &matrix->item[i];
	}
	qsort(sorted, matrix->count, sizeof(*sorted), by_name);
	for (i = 0; i < matrix->count; i = end) {
		char *shared = sorted[i]->name;

		for (end = i + 1; end < matrix->count; end++)
			if (strcmp(sorted[end]->name, shared))
				break;
		if (end == i + 1)
			continue;
		/* They differ only in device or length: say those too. */
		while (i < end) {
			free(sorted[i]->name);
			sorted[i]->name = db_request_name(&sorted[i]->request, 1);
			i++;
		}
	}
	free(sorted);
}

static void free_case(struct db_case *item)
{
	free(item->name);
	free(item->job);
}

void db_matrix_compact(struct db_matrix *matrix)
{
	size_t i, kept = 0;

	for (i = 0; i < matrix->count; i++) {
		if (matrix->item[i].left_out)
			free_case(&matrix->item[i]);
		else
			matrix->item[kept++] = matrix->item[i];
	}
	matrix->count = kept;
}

void db_matrix_note(struct db_matrix *matrix, const char *note)
{
	if (db_seen_add(&matrix->noted, note, strlen(note)))
		db_list_add(&matrix->notes, note, 0);
}

void db_matrix_free(struct db_matrix *matrix)
{
	size_t i;

	for (i = 0; i < matrix->count; i++)
		free_case(&matrix->item[i]);
	free(matrix->item);
	free(matrix->scenario);
	db_list_free(&matrix->notes);
	db_seen_free(&matrix->requests);
	db_seen_free(&matrix->noted);
	memset(matrix, 0, sizeof(*matrix));
}
