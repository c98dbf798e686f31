// SPDX-License-Identifier: GPL-2.0-only
/* help: made from the table of verbs; works without the module. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmd.h"
#include "measure.h"

static void overview(void)
{
	const struct cmd *cmd;

	puts("usage: dma_map_benchmark VERB [OPTION]...\n"
	     "       dma_map_benchmark [-t THREADS] [-s SECONDS] [-n NODE] [-b BITS]\n"
	     "                         [-d DIR] [-x NS] [-g PAGES] [-m MODE]\n\n"
	     "Measures the streaming DMA API: what mapping, syncs and unmapping cost.\n"
	     "Without a verb it is upstream's dma_map_benchmark: 20 s unless -s says else.\n\n"
	     "Verbs ('dma_map_benchmark VERB --help' tells more):");
	for (cmd = cmds; cmd->name; cmd++)
		printf("  %-10s %-21s %s\n", cmd->name, cmd->syntax, cmd->summary);
	puts("\nExamples:\n"
	     "  dma_map_benchmark run --size 64K --dir from_device\n"
	     "  dma_map_benchmark sweep --size 256..4M --dir all --format md\n"
	     "  dma_map_benchmark scenario default --json results.json\n\n"
	     "Needs root, debugfs and the module dma_map_benchmark_ext.\n"
	     "Exit status: 0 ok, 1 failed, 2 usage.");
}

int cmd_help(int argc, char **argv)
{
	char word[] = "--help", *of_verb[] = { NULL, word, NULL };
	const struct cmd *cmd;
	struct db_err err;

	if (argc < 2 || !strcmp(argv[1], "--help") || !strcmp(argv[1], "-h") ||
	    !strcmp(argv[1], "help")) {
		overview();
		return DB_OK;
	}
	for (cmd = cmds; cmd->name; cmd++) {
		if (strcmp(cmd->name, argv[1]))
			continue;
		of_verb[0] = argv[1];
		return cmd->handler(2, of_verb);
	}
	db_err_set(&err, DB_USAGE, "help %s: no such verb; 'dma_map_benchmark help' lists them",
		   argv[1]);
	return db_complain(&err, DB_USAGE);
}
