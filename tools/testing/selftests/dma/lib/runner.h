/* SPDX-License-Identifier: GPL-2.0-only */
/* Running a matrix, case by case, into a document. */
#ifndef DB_RUNNER_H
#define DB_RUNNER_H

#include <json-c/json.h>

#include "matrix.h"
#include "perf_session.h"

/*
 * Nothing runs when a case is impossible on its device; those that stand in the
 * matrix only because of "all" are left out with a note. After that a case that
 * fails does not keep the others from running. DB_FAILED when one gave no
 * result; the reason then is in the document. @perf takes samples while cases
 * run, from the first to the last; NULL: none.
 */
int db_run_matrix(struct db_matrix *matrix, struct json_object *doc,
		  struct db_perf_session *perf, struct db_err *err);

#endif
