/* SPDX-License-Identifier: GPL-2.0-only */
/* What a device cannot do, said before the run or after it was refused. */
#ifndef DB_REFUSAL_H
#define DB_REFUSAL_H

#include "err.h"
#include "request.h"

/*
 * Compare a request with what the device offers. @all tells whether the thing
 * missing is in the request only because the user wrote "all".
 */
int db_request_check(const struct db_request *request, const struct mbe_query *query,
		     int *all, struct db_err *err);

/* The errno of a refused run in words, with the likely key and the remedy. */
void db_refusal(int error, const struct db_request *request,
		const struct mbe_query *query, struct db_err *err);

#endif
