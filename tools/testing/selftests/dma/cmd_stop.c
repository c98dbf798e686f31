// SPDX-License-Identifier: GPL-2.0-only
/* stop: end a run of any process early. */
#include <errno.h>
#include <stdlib.h>

#include "cmd.h"
#include "nl_family.h"

static int stop(const struct db_options *options, char **words, struct db_err *err)
{
	struct db_nl nl;
	unsigned long id;
	char *end;
	int status;

	(void)options;
	errno = 0;
	id = strtoul(words[0], &end, 10);
	if (errno || *end || end == words[0] || !id || id > UINT32_MAX || words[0][0] == '-')
		return db_err_set(err, DB_USAGE,
				  "'%s': not the number of a run; 'dma_map_benchmark monitor' shows them",
				  words[0]);
	status = db_nl_open(&nl, err);
	if (status)
		return status;
	status = db_nl_stop(&nl, id, err);
	db_nl_close(&nl);
	return status;
}

int cmd_stop(int argc, char **argv)
{
	static const struct verb verb = {
		.name = "stop",
		.words = 1,
		.words_are = "one word, the number of a run",
		.act = stop,
		.before = "usage: dma_map_benchmark stop RUN\n\n"
			  "Ends a run early, of whatever process. What it has measured is its result,\n"
			  "which says so; one that has not begun to measure fails. Takes CAP_NET_ADMIN.\n",
		.after = "\nExamples:\n"
			 "  dma_map_benchmark monitor\n"
			 "  dma_map_benchmark stop 3\n\n"
			 "Exit status: 0 stopped, 1 no such run, or not allowed, 2 usage.",
	};

	return cmd_verb(&verb, argc, argv);
}
