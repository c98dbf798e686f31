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

/*
 * The command line as it was typed, for the result's circumstances: main() must
 * keep it before getopt() sorts the words.
 */
void db_command_line_keep(int argc, char **argv);
void db_command_line_free(void);

#endif
