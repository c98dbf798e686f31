// SPDX-License-Identifier: GPL-2.0-only
/* compare: two series of boots, an honest table. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ab_folder.h"
#include "cmd.h"
#include "compare.h"
#include "measure.h"

#define TAKES	(DB_OPT_FORMAT | DB_OPT_FORCE)

struct request {
	struct db_options options;
	struct db_ab_folder sides;	/* files of the command line, or of a folder */
};

static int help(void)
{
	puts("usage: dma_map_benchmark compare [OPTION]... A.json... -- B.json... [-- A2.json...]\n\n"
	     "Compares two series of result files; each file is one boot. For each case and\n"
	     "phase: median of the boots' medians and mean of their means, the change, a 95 %\n"
	     "interval of the ratio (bootstrap, fixed seed), the exact rank-sum p-value with\n"
	     "Holm's correction. \"~\" where no difference is detected. A2 are more boots of A:\n"
	     "what they differ from A by is the noise, and no smaller change counts. Exact\n"
	     "counts are compared as they are. Needs no module.\n"
	     "Sides that differ in what spoils a comparison are refused unless --force is said:\n"
	     "CPU, governor, clock, debug options, DMA path, emulation.\n");
	db_options_help(TAKES);
	puts("\n"
	     "Examples:\n"
	     "  dma_map_benchmark compare a1.json a2.json a3.json -- b1.json b2.json b3.json\n"
	     "  dma_map_benchmark compare --format md a?.json -- b?.json -- again?.json\n"
	     "  dma_map_benchmark compare --format ktap a?.json -- b?.json\n\n"
	     "Exit status: 0 compared, 1 a file is damaged, or the sides cannot be compared,\n"
	     "2 usage.");
	return DB_OK;
}

/* Options stand before the first "--": getopt() would move files around it. */
static int parse(struct request *request, int argc, char **argv, struct db_err *err)
{
	int first = 1, side, i;

	while (first < argc && strcmp(argv[first], "--"))
		first++;
	if (db_options_parse(&request->options, TAKES, first, argv, err))
		return DB_USAGE;
	request->sides.file[0] = argv + request->options.rest;
	request->sides.count[0] = first - request->options.rest;
	for (side = 1, i = first; i < argc && side < DB_AB_SIDES; side++) {
		request->sides.file[side] = argv + ++i;
		while (i < argc && strcmp(argv[i], "--"))
			i++;
		request->sides.count[side] = argv + i - request->sides.file[side];
	}
	if (request->options.help)
		return DB_OK;
	if (i < argc)
		return db_err_set(err, DB_USAGE,
				  "more than two \"--\": the sides are A, B, and A again");
	if (!request->sides.count[0] || !request->sides.count[1])
		return db_err_set(err, DB_USAGE,
				  "%zu files of A and %zu of B; give at least one of each: A.json... -- B.json...",
				  request->sides.count[0], request->sides.count[1]);
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

static void print(const struct db_compare *compare, enum db_format format)
{
	switch (format) {
	case DB_FORMAT_CSV:
		db_compare_csv(compare, stdout);
		break;
	case DB_FORMAT_JSON:
		db_compare_json(compare, stdout);
		break;
	case DB_FORMAT_KTAP:
		db_compare_ktap(compare, stdout);
		break;
	default:
		db_compare_text(compare, format == DB_FORMAT_MD, stdout);
	}
}

static int compare(const struct db_options *options, const struct db_ab_folder *sides,
		   struct db_err *err)
{
	struct db_compare found = { };
	int status;

	status = db_side_read(&found.a, "A", sides->file[0], sides->count[0], err);
	if (!status)
		status = db_side_read(&found.b, "B", sides->file[1], sides->count[1], err);
	if (!status)
		status = db_side_read(&found.noise, "A again", sides->file[2],
				      sides->count[2], err);
	if (!status)
		status = db_compare(&found, err);
	if (!status)
		status = check_spoilers(&found, options->force, err);
	if (!status)
		print(&found, options->format);
	db_compare_free(&found);
	return status;
}

int cmd_compare_folder(const struct db_options *options, struct db_err *err)
{
	struct db_ab_folder folder;
	int status;

	if (db_ab_folder_read(&folder, options->ab, err))
		return DB_FAILED;
	status = compare(options, &folder, err);
	db_ab_folder_free(&folder);
	return status;
}

int cmd_compare(int argc, char **argv)
{
	struct request request = { };
	struct db_err err = { "" };
	int status;

	status = parse(&request, argc, argv, &err);
	if (!status)
		status = request.options.help ? help() :
			compare(&request.options, &request.sides, &err);
	db_options_free(&request.options);
	return status ? db_complain(&err, status) : status;
}
