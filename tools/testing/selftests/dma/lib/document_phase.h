/* SPDX-License-Identifier: GPL-2.0-only */
/* The statistics of a phase in a result file: complete, and not absurd. */
#ifndef DB_DOCUMENT_PHASE_H
#define DB_DOCUMENT_PHASE_H

#include <json-c/json.h>

#include "err.h"

/* @where is what messages call it, @most how many samples it can have. */
int db_document_phase(struct json_object *phase, const char *where, uint64_t most,
		      struct db_err *err);

#endif
