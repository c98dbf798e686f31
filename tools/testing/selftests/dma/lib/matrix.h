/* SPDX-License-Identifier: GPL-2.0-only */
/* The cases of a run: the product of the values given for each key. */
#ifndef DB_MATRIX_H
#define DB_MATRIX_H

#include "err.h"
#include "key.h"
#include "list.h"
#include "request.h"
#include "seen.h"

#ifndef DB_MATRIX_MAX
#define DB_MATRIX_MAX	10000	/* combinations, of all jobs together */
#endif

/* Values per key, as written by one source; an empty list was not given. */
struct db_axes {
	struct db_list axis[DB_KEY_COUNT];
};

struct db_case {
	struct db_request request;
	char *name;
	char *job;	/* section of the scenario, "" otherwise */
	int left_out;	/* gone with the next db_matrix_compact() */
};

struct db_matrix {
	size_t count, room;
	struct db_case *item;
	size_t combined;	/* combinations so far, those made twice too */
	struct db_seen requests;
	char *scenario;		/* name of the file it came from, or NULL */
	struct db_list notes;	/* what was left out, and why */
	struct db_seen noted;
};

/* Read @text into an axis that was not given yet. */
int db_axes_add(struct db_axes *axes, enum db_key_id id, const char *text,
		struct db_err *err);
void db_axes_free(struct db_axes *axes);

/*
 * Add the product of @own, and of @base where @own says nothing. Cases that are
 * there already are not added again. A case that contradicts itself is an
 * error, unless one of its words came from "all": then it is left out.
 */
int db_matrix_add(struct db_matrix *matrix, const struct db_axes *base,
		  const struct db_axes *own, const char *job, struct db_err *err);

/* Give the cases their names, unique in the matrix. */
void db_matrix_name(struct db_matrix *matrix);

void db_matrix_compact(struct db_matrix *matrix);
void db_matrix_note(struct db_matrix *matrix, const char *note);
void db_matrix_free(struct db_matrix *matrix);

#endif
