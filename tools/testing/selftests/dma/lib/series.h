/* SPDX-License-Identifier: GPL-2.0-only */
/* The intervals of a long run, in their order: a time series. */
#ifndef DB_SERIES_H
#define DB_SERIES_H

#include <json-c/json.h>

#include "err.h"

/* Are "intervals" of the result @where what the rest of this relies on? */
int db_series_check(struct json_object *result, const char *where, struct db_err *err);

/* Of an entry of "phases": its name, or number where the module is newer; or NULL. */
const char *db_series_phase(struct json_object *phase);

/* Intervals of @result that were not heard, before the last that was. */
uint64_t db_series_lost(struct json_object *result);

/*
 * A drawing by gnuplot of each result of @doc that has intervals: a row of
 * panels, one for the rate and one for each phase with its median and 99th percentile,
 * over the seconds of the run. Lost intervals are a gap. It appears whole at @path, or
 * not at all. DB_FAILED where there is nothing to draw, or no gnuplot.
 */
int db_series_plot(struct json_object *doc, const char *path, struct db_err *err);

#endif
