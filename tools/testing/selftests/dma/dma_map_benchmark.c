// SPDX-License-Identifier: GPL-2.0-only
/*
 * The command line of the DMA map benchmark. This file only finds the verb; see
 * cmd_VERB.c for each, lib/ for what they share, and
 * "dma_map_benchmark help" to see it work.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmd.h"
#include "list.h"
#include "measure.h"
#include "version.h"

const struct cmd cmds[] = {
	{ "run", "[OPTION]...", "measure one case", cmd_run },
	{ "sweep", "[OPTION]...", "measure lists and ranges of values", cmd_sweep },
	{ "scenario", "FILE|NAME [OPTION]...", "measure what a file describes",
	  cmd_scenario },
	{ "devices", "[--json]", "facts and limits of each device", cmd_devices },
	{ "monitor", "[--json]", "runs of all processes, while they last", cmd_monitor },
	{ "stop", "RUN", "end a run early", cmd_stop },
	{ "bind", "DEVICE [--force]", "put a real device on the driver", cmd_bind },
	{ "unbind", "[DEVICE]", "give it back to its own", cmd_unbind },
	{ "report", "FILE [OPTION]...", "print a result file's table again",
	  cmd_report },
	{ "compare", "A... -- B...", "two kernels over several boots", cmd_compare },
	{ "attach", "FILE COUNTS", "bring an emulator's counts into a result",
	  cmd_attach },
	{ "flamegraph", "A [B] --output DIR", "hot spots, of samples or counts",
	  cmd_flamegraph },
	{ "help", "[VERB]", "print this, or what a verb takes", cmd_help },
	{ }
};

static int unknown_verb(const char *word)
{
	struct db_list names = { };
	const struct cmd *cmd;
	struct db_err err;
	char *valid;

	for (cmd = cmds; cmd->name; cmd++)
		db_list_add(&names, cmd->name, 0);
	valid = db_list_join(&names, ", ");
	db_err_set(&err, DB_USAGE, "'%s' is not a verb; valid: %s", word, valid);
	free(valid);
	db_list_free(&names);
	return db_complain(&err, DB_USAGE);
}

static int dispatch(int argc, char **argv)
{
	const struct cmd *cmd;

	if (argc > 1 && (!strcmp(argv[1], "--help") || !strcmp(argv[1], "-h")))
		return cmd_help(1, argv);
	if (argc > 1 && !strcmp(argv[1], "--version")) {
		printf("dma_map_benchmark %s (commit %s)\n", db_version, db_commit);
		return DB_OK;
	}
	if (argc == 1 || argv[1][0] == '-')
		return cmd_legacy(argc, argv);
	for (cmd = cmds; cmd->name; cmd++)
		if (!strcmp(cmd->name, argv[1]))
			return cmd->handler(argc - 1, argv + 1);
	return unknown_verb(argv[1]);
}

/* What was printed but did not arrive must not look like success. */
static int flush(int status)
{
	struct db_err err;

	if (!fflush(stdout) && !ferror(stdout))
		return status;
	db_err_set(&err, DB_FAILED, "standard output: cannot be written; is the disk full or the pipe closed?");
	return db_complain(&err, status ? status : DB_FAILED);
}

int main(int argc, char **argv)
{
	int status;

	db_command_line_keep(argc, argv);
	status = flush(dispatch(argc, argv));
	db_command_line_free();
	return status;
}
