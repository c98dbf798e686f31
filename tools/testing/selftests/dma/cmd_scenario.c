// SPDX-License-Identifier: GPL-2.0-only
/* scenario: the matrix of a file. */
#include <stdlib.h>

#include "cmd.h"
#include "scenario.h"

static int load(struct db_matrix *matrix, const struct db_options *options,
		char **words, struct db_err *err)
{
	char *path = db_scenario_find(words[0], err);
	int status;

	(void)options;
	if (!path)
		return DB_USAGE;
	status = db_scenario_load(path, matrix, err);
	free(path);
	return status;
}

int cmd_scenario(int argc, char **argv)
{
	static const struct verb verb = {
		.name = "scenario",
		.takes = CMD_MEASURES,
		.words = 1,
		.words_are = "one FILE or NAME",
		.expand = load,
		.before = "usage: dma_map_benchmark scenario FILE|NAME [OPTION]...\n\n"
			  "Measures what a file describes: [global], then one section per job, in each\n"
			  "key = value with the lists and ranges of sweep. NAME is looked up in the\n"
			  "folder scenarios beside the program. The keys are run's options, without --.\n",
		.after = "\nExamples:\n"
			 "  dma_map_benchmark scenario default\n"
			 "  dma_map_benchmark scenario reference-1 --json before.json\n"
			 "  dma_map_benchmark scenario ./mine.ini --dry-run\n\n"
			 "Exit status: 0 all measured, 1 failed, 2 usage or a mistake in the file.",
	};

	return cmd_verb(&verb, argc, argv);
}
