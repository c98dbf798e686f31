/* SPDX-License-Identifier: GPL-2.0-only */
/* The verbs of the command line: one row each, one file each. */
#ifndef CMD_H
#define CMD_H

#include "matrix.h"
#include "options.h"

struct cmd {
	const char *name;
	const char *syntax;
	const char *summary;
	int (*handler)(int argc, char **argv);	/* argv[0] is the verb */
};

extern const struct cmd cmds[];		/* a NULL name ends it */

int cmd_run(int argc, char **argv);
int cmd_sweep(int argc, char **argv);
int cmd_scenario(int argc, char **argv);
int cmd_devices(int argc, char **argv);
int cmd_monitor(int argc, char **argv);
int cmd_stop(int argc, char **argv);
int cmd_bind(int argc, char **argv);
int cmd_unbind(int argc, char **argv);
int cmd_report(int argc, char **argv);
int cmd_compare(int argc, char **argv);
int cmd_attach(int argc, char **argv);
int cmd_flamegraph(int argc, char **argv);
int cmd_help(int argc, char **argv);
int cmd_legacy(int argc, char **argv);	/* no verb: upstream's options */

/*
 * What differs between the verbs that take lib/options.h's options. One of
 * expand and act is set; each leaves its message in @err and returns the status.
 */
struct verb {
	const char *name;
	const char *before, *after;	/* of the options, in its help */
	unsigned int takes;		/* DB_OPT_... */
	int words;			/* behind the options */
	int or_none;			/* or no word at all */
	int or_more;			/* or up to so many */
	const char *words_are;		/* for the message when they are not */
	/* The cases to measure. */
	int (*expand)(struct db_matrix *matrix, const struct db_options *options,
		      char **words, struct db_err *err);
	int (*act)(const struct db_options *options, char **words,
		   struct db_err *err);
};

/* Help, options, words; then what the verb does. Gives the exit status. */
int cmd_verb(const struct verb *verb, int argc, char **argv);

/* What DB_OPT_KEYS and the rest are for those that measure. */
#define CMD_MEASURES	(DB_OPT_FORMAT | DB_OPT_JSON | DB_OPT_DRY_RUN | DB_OPT_COUNT | \
			 DB_OPT_PERF)

/* compare, of the result files that stand below @options->ab. */
int cmd_compare_folder(const struct db_options *options, struct db_err *err);

#endif
