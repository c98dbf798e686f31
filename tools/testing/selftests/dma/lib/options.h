/* SPDX-License-Identifier: GPL-2.0-only */
/* Long options, made from the table of keys, and what they share. */
#ifndef DB_OPTIONS_H
#define DB_OPTIONS_H

#include "err.h"
#include "matrix.h"
#include "report.h"

struct db_options {
	struct db_axes axes;
	enum db_format format;
	const char *json;	/* file, "-", or NULL */
	const char *ab;		/* folder of "make ab", or NULL */
	const char *plot;	/* drawing of the time series, or NULL */
	const char *output;	/* folder of a flame graph's files, or NULL */
	const char *perf;	/* event of a perf session, or NULL */
	const char *perf_output;	/* its folder, or NULL */
	const char *template, *threads, *event;	/* of a flame graph, or NULL */
	int dry_run;
	int force;
	int count;		/* marks for the emulator's counting plugin */
	int help;
	int rest;		/* index of the first word that is no option */
};

/* Which of them a verb takes. */
#define DB_OPT_KEYS	(1u << 0)
#define DB_OPT_FORMAT	(1u << 1)
#define DB_OPT_JSON	(1u << 2)
#define DB_OPT_DRY_RUN	(1u << 3)
#define DB_OPT_COUNT	(1u << 4)
#define DB_OPT_FORCE	(1u << 5)
#define DB_OPT_AB	(1u << 6)
#define DB_OPT_FLAME	(1u << 7)
#define DB_OPT_PERF	(1u << 8)
#define DB_OPT_PLOT	(1u << 9)

int db_options_parse(struct db_options *options, unsigned int takes, int argc,
		     char **argv, struct db_err *err);
void db_options_free(struct db_options *options);

/* Help lines for them, on standard output. */
void db_options_help(unsigned int takes);

#endif
