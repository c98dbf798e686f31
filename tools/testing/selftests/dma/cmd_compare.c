// SPDX-License-Identifier: GPL-2.0-only
/* compare: two series of boots, an honest table. */
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmd.h"
#include "compare.h"
#include "measure.h"

#define SIDES	3

enum format { TEXT = 1, MD, CSV, JSON, KTAP };

static const struct db_word formats[] = {
	{ "text", TEXT }, { "md", MD }, { "csv", CSV }, { "json", JSON }, { "ktap", KTAP }, { }
};

struct request {
	int help, force;
	enum format format;
	char **file[SIDES];	/* of A, B, and A again */
	size_t count[SIDES];
};

static int help(void)
{
	puts("usage: dma_map_benchmark compare [OPTION]... A.json... -- B.json... [-- A2.json...]\n\n"
	     "Compares two series of result files; each file is one boot. For each case and\n"
	     "phase: median of the boots' medians and mean of their means, the change, a 95 %\n"
	     "interval of the ratio (bootstrap, fixed seed), the exact rank-sum p-value with\n"
	     "Holm's correction. \"~\" where no difference is detected. A2 are more boots of A:\n"
	     "what they differ from A by is the noise, and no smaller change counts. Exact\n"
	     "counts are compared as they are. Needs no module.\n\n"
	     "  --format FORMAT      text | md | csv | json | ktap (default text)\n"
	     "  --force              although the sides differ in what spoils a comparison:\n"
	     "                       CPU, governor, clock, debug options, DMA path, emulation\n"
	     "  --help               print this; so does -h\n\n"
	     "Examples:\n"
	     "  dma_map_benchmark compare a1.json a2.json a3.json -- b1.json b2.json b3.json\n"
	     "  dma_map_benchmark compare --format md a?.json -- b?.json -- again?.json\n"
	     "  dma_map_benchmark compare --format ktap a?.json -- b?.json\n\n"
	     "Exit status: 0 compared, 1 a file is damaged, or the sides cannot be compared,\n"
	     "2 usage.");
	return DB_OK;
}

/* The words before the first "--"; getopt() would move files around it. */
static int parse_options(struct request *request, int argc, char **argv, struct db_err *err)
{
	static const struct option options[] = {
		{ "format", required_argument, NULL, 'F' },
		{ "force", no_argument, NULL, 'f' },
		{ "help", no_argument, NULL, 'h' },
		{ }
	};
	const struct db_word *word;
	int option;
	char *valid;

	optind = 0;
	opterr = 0;
	while ((option = getopt_long(argc, argv, ":h", options, NULL)) != -1) {
		if (option == 'h') {
			request->help = 1;
		} else if (option == 'f') {
			request->force = 1;
		} else if (option == 'F') {
			word = db_word_find(formats, optarg);
			if (!word) {
				valid = db_word_list(formats, ", ");
				db_err_set(err, DB_USAGE, "--format: '%s' is not known; valid: %s",
					   optarg, valid);
				free(valid);
				return DB_USAGE;
			}
			request->format = word->value;
		} else {
			return db_err_set(err, DB_USAGE, "%s: %s; see 'dma_map_benchmark compare --help'",
					  argv[optind - 1],
					  option == ':' ? "a value is missing" : "no such option");
		}
	}
	request->file[0] = argv + optind;
	request->count[0] = argc - optind;
	return DB_OK;
}

static int parse(struct request *request, int argc, char **argv, struct db_err *err)
{
	int first = 1, side, i;

	while (first < argc && strcmp(argv[first], "--"))
		first++;
	if (parse_options(request, first, argv, err))
		return DB_USAGE;
	for (side = 1, i = first; i < argc && side < SIDES; side++) {
		request->file[side] = argv + ++i;
		while (i < argc && strcmp(argv[i], "--"))
			i++;
		request->count[side] = argv + i - request->file[side];
	}
	if (request->help)
		return DB_OK;
	if (i < argc)
		return db_err_set(err, DB_USAGE,
				  "more than two \"--\": the sides are A, B, and A again");
	if (!request->count[0] || !request->count[1])
		return db_err_set(err, DB_USAGE,
				  "%zu files of A and %zu of B; give at least one of each: A.json... -- B.json...",
				  request->count[0], request->count[1]);
	return DB_OK;
}

static int check_spoilers(const struct db_compare *compare, int force, struct db_err *err)
{
	char *all;

	if (force || !compare->spoilers.count)
		return DB_OK;
	all = db_list_join(&compare->spoilers, "; ");
	db_err_set(err, DB_FAILED,
		   "the sides (A | B) differ in what spoils a comparison of times: %s; compare what is alike, or say --force",
		   all);
	free(all);
	return DB_FAILED;
}

static void print(const struct db_compare *compare, enum format format)
{
	switch (format) {
	case CSV:
		db_compare_csv(compare, stdout);
		break;
	case JSON:
		db_compare_json(compare, stdout);
		break;
	case KTAP:
		db_compare_ktap(compare, stdout);
		break;
	default:
		db_compare_text(compare, format == MD, stdout);
	}
}

static int compare(const struct request *request, struct db_err *err)
{
	struct db_compare found = { };
	int status;

	status = db_side_read(&found.a, "A", request->file[0], request->count[0], err);
	if (!status)
		status = db_side_read(&found.b, "B", request->file[1], request->count[1], err);
	if (!status)
		status = db_side_read(&found.noise, "A again", request->file[2],
				      request->count[2], err);
	if (!status)
		status = db_compare(&found, err);
	if (!status)
		status = check_spoilers(&found, request->force, err);
	if (!status)
		print(&found, request->format);
	db_compare_free(&found);
	return status;
}

int cmd_compare(int argc, char **argv)
{
	struct request request = { .format = TEXT };
	struct db_err err = { "" };
	int status;

	status = parse(&request, argc, argv, &err);
	if (!status && request.help)
		return help();
	if (!status)
		status = compare(&request, &err);
	return status ? db_complain(&err, status) : status;
}
