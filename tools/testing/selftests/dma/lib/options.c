// SPDX-License-Identifier: GPL-2.0-only
/* Long options, made from the table of keys. */
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "options.h"
#include "perf_session.h"

/* Numbers of the options that are no keys. */
enum {
	FORMAT = 1000, JSON, DRY_RUN, COUNT, FORCE, AB, OUTPUT, TEMPLATE, THREAD, EVENT, PERF,
	PERF_OUTPUT, PLOT, HELP
};

static const struct extra {
	unsigned int takes;	/* 0: every verb */
	struct option option;
	const char *arg, *help;
} extras[] = {
	{ DB_OPT_JSON, { "json", required_argument, NULL, JSON }, "FILE",
	  "write the result with its circumstances; - is\n"
	  "standard output, and then no table is printed" },
	{ DB_OPT_FORMAT, { "format", required_argument, NULL, FORMAT }, "FORMAT",
	  "text | md | csv | json | ktap, on standard output\n"
	  "(default text)" },
	{ DB_OPT_DRY_RUN, { "dry-run", no_argument, NULL, DRY_RUN }, NULL,
	  "print the cases, measure nothing; needs no module" },
	{ DB_OPT_COUNT, { "count", no_argument, NULL, COUNT }, NULL,
	  "mark each phase for a counting emulator (arm64);\n"
	  "attach brings its counts into the result" },
	{ DB_OPT_PERF, { "perf", optional_argument, NULL, PERF }, "[=EVENT]",
	  "record call chains with perf while a case runs: what\n"
	  "'flamegraph' draws (default event " DB_PERF_EVENT ")" },
	{ DB_OPT_PERF, { "perf-output", required_argument, NULL, PERF_OUTPUT }, "DIR",
	  "folder of these (default " DB_PERF_FOLDER "); what an earlier\n"
	  "session left there is *.old then" },
	{ DB_OPT_FLAME, { "output", required_argument, NULL, OUTPUT }, "DIR",
	  "folder of stacks.folded, hotspots.txt and\n"
	  "flamegraph.html" },
	{ DB_OPT_FLAME, { "template", required_argument, NULL, TEMPLATE }, "FILE",
	  "page to be filled in (default: flamegraph-template.html\n"
	  "beside the program, if any)" },
	{ DB_OPT_FLAME, { "thread", required_argument, NULL, THREAD }, "PATTERN",
	  "samples of these threads (default dma-bench/*)" },
	{ DB_OPT_FLAME, { "event", required_argument, NULL, EVENT }, "NAME",
	  "of several events in it this one; of folded stacks:\n"
	  "what is weighed" },
	{ DB_OPT_AB, { "ab", required_argument, NULL, AB }, "DIR",
	  "compare what 'make ab' has left there, instead of\n"
	  "printing a FILE" },
	{ DB_OPT_PLOT, { "plot", required_argument, NULL, PLOT }, "SVG",
	  "draw the time series of long runs with gnuplot; - is\n"
	  "standard output, and then no table is printed" },
	{ DB_OPT_FORCE, { "force", no_argument, NULL, FORCE }, NULL,
	  "although something speaks against it, as told above" },
	{ 0, { "help", no_argument, NULL, HELP }, NULL, "print this; so does -h" },
};

#define EXTRAS	(sizeof(extras) / sizeof(*extras))

static int is_taken(const struct extra *extra, unsigned int takes)
{
	return !extra->takes || (extra->takes & takes);
}

static void make_table(struct option *table, unsigned int takes)
{
	unsigned int i;

	if (takes & DB_OPT_KEYS)
		for (i = 0; i < DB_KEY_COUNT; i++) {
			/* A switch stands alone, or as --irqs-off=yes,no. */
			int has = db_keys[i].kind == DB_KIND_FLAG ?
				optional_argument : required_argument;

			*table++ = (struct option){ db_keys[i].name, has, NULL, i };
		}
	for (i = 0; i < EXTRAS; i++)
		if (is_taken(&extras[i], takes))
			*table++ = extras[i].option;
	memset(table, 0, sizeof(*table));
}

static int bad_option(const struct option *table, const char *word, int missing,
		      struct db_err *err)
{
	struct db_list names = { };
	char letter[] = "-?", *valid;

	/* In "-xyz" getopt has not left the word yet. */
	if (optopt > ' ' && optopt < 127) {
		letter[1] = optopt;
		word = letter;
	}
	if (missing)
		return db_err_set(err, DB_USAGE,
				  "%s: a value is missing; see --help for what it takes",
				  word);
	for (; table->name; table++)
		db_list_add(&names, table->name, 0);
	valid = db_list_join(&names, ", --");
	db_err_set(err, DB_USAGE,
		   "%s: no such option, or not spelled out, or a value where none belongs; valid: --%s",
		   word, valid);
	free(valid);
	db_list_free(&names);
	return DB_USAGE;
}

static int bad_format(const char *word, struct db_err *err)
{
	char *valid = db_word_list(db_formats, ", ");

	db_err_set(err, DB_USAGE, "--format: '%s' is not known; valid: %s", word, valid);
	free(valid);
	return DB_USAGE;
}

static int take(struct db_options *options, int number, struct db_err *err)
{
	const struct db_word *format;
	int status;

	switch (number) {
	case HELP:
		options->help = 1;
		return DB_OK;
	case DRY_RUN:
		options->dry_run = 1;
		return DB_OK;
	case COUNT:
		options->count = 1;
		return DB_OK;
	case FORCE:
		options->force = 1;
		return DB_OK;
	case AB:
		options->ab = optarg;
		return DB_OK;
	case PLOT:
		options->plot = optarg;
		return *optarg ? DB_OK :
			db_err_set(err, DB_USAGE, "--plot: '' is no file name; give one, or -");
	case OUTPUT:
		options->output = optarg;
		return DB_OK;
	case TEMPLATE:
		options->template = optarg;
		return DB_OK;
	case THREAD:
		options->threads = optarg;
		return DB_OK;
	case EVENT:
		options->event = optarg;
		return DB_OK;
	case PERF:
		options->perf = optarg ? optarg : DB_PERF_EVENT;
		return *options->perf ? DB_OK :
			db_err_set(err, DB_USAGE,
				   "--perf: '' is no event; name one that 'perf list' has, or leave out the '='");
	case PERF_OUTPUT:
		options->perf_output = optarg;
		return *optarg ? DB_OK :
			db_err_set(err, DB_USAGE, "--perf-output: '' is no folder; name one");
	case JSON:
		options->json = optarg;
		return *optarg ? DB_OK :
			db_err_set(err, DB_USAGE, "--json: '' is no file name; give one, or -");
	case FORMAT:
		format = db_word_find(db_formats, optarg);
		if (!format)
			return bad_format(optarg, err);
		options->format = format->value;
		return DB_OK;
	}
	status = db_axes_add(&options->axes, number, optarg ? optarg : "yes", err);
	if (status)
		db_err_at(err, status, "--%s: ", db_keys[number].name);
	return status;
}

int db_options_parse(struct db_options *options, unsigned int takes, int argc,
		     char **argv, struct db_err *err)
{
	struct option table[DB_KEY_COUNT + EXTRAS + 1];
	int number, status = DB_OK;

	memset(options, 0, sizeof(*options));
	options->format = DB_FORMAT_TEXT;
	make_table(table, takes);
	opterr = 0;
	optind = 0;	/* glibc: begin anew, the verbs share getopt */
	while (!status && !options->help) {
		number = getopt_long(argc, argv, ":h", table, NULL);
		if (number == -1)
			break;
		if (number == '?' || number == ':')
			status = bad_option(table, argv[optind - 1], number == ':', err);
		else
			status = take(options, number == 'h' ? HELP : number, err);
	}
	options->rest = optind;
	if (!status && options->perf_output && !options->perf)
		status = db_err_set(err, DB_USAGE,
				    "--perf-output %s: belongs to --perf, which is missing",
				    options->perf_output);
	return status;
}

void db_options_free(struct db_options *options)
{
	db_axes_free(&options->axes);
}

static void help_line(const char *name, const char *arg, const char *help)
{
	char head[64];
	int n;

	snprintf(head, sizeof(head), "--%s%s%s", name, arg && *arg != '[' ? " " : "",
		 arg ? arg : "");
	printf("  %-20s ", head);
	while ((n = strcspn(help, "\n")), help[n]) {
		printf("%.*s\n%23s", n, help, "");
		help += n + 1;
	}
	puts(help);
}

void db_options_help(unsigned int takes)
{
	unsigned int i;

	if (takes & DB_OPT_KEYS)
		for (i = 0; i < DB_KEY_COUNT; i++)
			help_line(db_keys[i].name, db_keys[i].arg, db_keys[i].help);
	for (i = 0; i < EXTRAS; i++)
		if (is_taken(&extras[i], takes))
			help_line(extras[i].option.name, extras[i].arg, extras[i].help);
}
