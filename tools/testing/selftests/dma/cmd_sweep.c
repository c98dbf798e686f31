// SPDX-License-Identifier: GPL-2.0-only
/* sweep: the same options as run, each with a list or a range. */
#include <stdio.h>

#include "cmd.h"
#include "measure.h"

#define TAKES	(DB_OPT_KEYS | DB_OPT_FORMAT | DB_OPT_JSON | DB_OPT_DRY_RUN | \
		 DB_OPT_COUNT)

static int help(void)
{
	puts("usage: dma_map_benchmark sweep [OPTION]...\n\n"
	     "Measures every combination of the values given. A value may be\n"
	     "  A,B        a list (A/B for phases, attrs and cpus, which need the comma)\n"
	     "  A..B       from A, doubling, up to and including B\n"
	     "  A..B+STEP  in steps;  A..B*FACTOR  by a factor\n"
	     "  all        every word; what the device cannot do is left out with a note\n");
	db_options_help(TAKES);
	puts("\nExamples:\n"
	     "  dma_map_benchmark sweep --size 256..4M --dir all --state dirty,untouched\n"
	     "  dma_map_benchmark sweep --threads 1..8 --cpus 0-7 --seconds 2 --format md\n"
	     "  dma_map_benchmark sweep --mode sg --entries 1..4096*4 --dry-run\n\n"
	     "Exit status: 0 all measured, 1 failed, 2 usage.");
	return DB_OK;
}

int cmd_sweep(int argc, char **argv)
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
	if (!status && options.rest < argc)
		status = db_err_set(&err, DB_USAGE,
				    "'%s': sweep takes options only; see 'dma_map_benchmark sweep --help'",
				    argv[options.rest]);
	if (!status)
		status = db_matrix_add(&matrix, NULL, &options.axes, "", &err);
	if (status) {
		db_complain(&err, status);
	} else {
		db_matrix_name(&matrix);
		status = db_measure(&matrix, &options);
	}
	db_matrix_free(&matrix);
	db_options_free(&options);
	return status;
}
