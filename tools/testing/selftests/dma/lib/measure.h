/* SPDX-License-Identifier: GPL-2.0-only */
/* What run, sweep and scenario have in common: a matrix in, a report out. */
#ifndef DB_MEASURE_H
#define DB_MEASURE_H

#include "matrix.h"
#include "options.h"

/* Prints everything, the error too; gives the exit status. */
int db_measure(struct db_matrix *matrix, const struct db_options *options);

/* Message to standard error with the tool's name; gives @status. */
int db_complain(const struct db_err *err, int status);

/* The whole command line, for the result's circumstances; set once by main(). */
extern int db_argc;
extern char **db_argv;

#endif
