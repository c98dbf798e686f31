// SPDX-License-Identifier: GPL-2.0-only
/* scenario: the matrix of a file. */
#include <stdio.h>
#include <stdlib.h>

#include "cmd.h"
#include "measure.h"
#include "scenario.h"

#define TAKES	(DB_OPT_FORMAT | DB_OPT_JSON | DB_OPT_DRY_RUN | DB_OPT_COUNT)

static int help(void)
{
	puts("usage: dma_map_benchmark scenario FILE|NAME [OPTION]...\n\n"
	     "Measures what a file describes: [global], then one section per job, in each\n"
	     "key = value with the lists and ranges of sweep. NAME is looked up in the\n"
	     "folder scenarios beside the program. The keys are run's options, without --.\n");
	db_options_help(TAKES);
	puts("\nExamples:\n"
	     "  dma_map_benchmark scenario default\n"
	     "  dma_map_benchmark scenario reference-1 --json before.json\n"
	     "  dma_map_benchmark scenario ./mine.ini --dry-run\n\n"
	     "Exit status: 0 all measured, 1 failed, 2 usage or a mistake in the file.");
	return DB_OK;
}

static int load(int argc, char **argv, int rest, struct db_matrix *matrix,
		struct db_err *err)
{
	char *path;
	int status;

	if (argc - rest != 1)
		return db_err_set(err, DB_USAGE,
				  "%d scenarios given, but it takes one FILE or NAME; see 'dma_map_benchmark scenario --help'",
				  argc - rest);
	path = db_scenario_find(argv[rest], err);
	if (!path)
		return DB_USAGE;
	status = db_scenario_load(path, matrix, err);
	free(path);
	return status;
}

int cmd_scenario(int argc, char **argv)
{
	struct db_matrix matrix = { };
	struct db_options options;
	struct db_err err;
	int status;

	status = db_options_parse(&options, TAKES, argc, argv, &err);
	if (!status && options.help) {
		db_options_free(&options);
		return help();
	}
	if (!status)
		status = load(argc, argv, options.rest, &matrix, &err);
	if (status)
		db_complain(&err, status);
	else
		status = db_measure(&matrix, &options);
	db_matrix_free(&matrix);
	db_options_free(&options);
	return status;
}
