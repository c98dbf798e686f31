// SPDX-License-Identifier: GPL-2.0-only
/* sweep: the same options as run, each with a list or a range. */
#include "cmd.h"

static int all_cases(struct db_matrix *matrix, const struct db_options *options,
		     char **words, struct db_err *err)
{
	int status = db_matrix_add(matrix, NULL, &options->axes, "", err);

	(void)words;
	if (!status)
		db_matrix_name(matrix);
	return status;
}

int cmd_sweep(int argc, char **argv)
{
	static const struct verb verb = {
		.name = "sweep",
		.takes = DB_OPT_KEYS | CMD_MEASURES,
		.expand = all_cases,
		.before = "usage: dma_map_benchmark sweep [OPTION]...\n\n"
			  "Measures every combination of the values given. A value may be\n"
			  "  A,B        a list (A/B for phases, attrs and cpus, which need the comma)\n"
			  "  A..B       from A, doubling, up to and including B\n"
			  "  A..B+STEP  in steps;  A..B*FACTOR  by a factor\n"
			  "  all        every word; what the device cannot do is left out with a note\n",
		.after = "\nExamples:\n"
			 "  dma_map_benchmark sweep --size 256..4M --dir all --state dirty,untouched\n"
			 "  dma_map_benchmark sweep --threads 1..8 --cpus 0-7 --seconds 2 --format md\n"
			 "  dma_map_benchmark sweep --mode sg --entries 1..4096*4 --dry-run\n\n"
			 "Exit status: 0 all measured, 1 failed, 2 usage.",
	};

	return cmd_verb(&verb, argc, argv);
}
