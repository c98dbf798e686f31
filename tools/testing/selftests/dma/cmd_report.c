// SPDX-License-Identifier: GPL-2.0-only
/* report: the table again, from a result file. */
#include <stdio.h>

#include "cmd.h"
#include "document.h"

static int print(const struct db_options *options, char **words, struct db_err *err)
{
	struct json_object *doc = db_document_read(words[0], err);

	if (!doc)
		return DB_FAILED;
	db_report(doc, options->format, stdout);
	fflush(stdout);	/* main() looks whether that went well */
	db_report_errors(doc, stderr);
	json_object_put(doc);
	return DB_OK;
}

int cmd_report(int argc, char **argv)
{
	static const struct verb verb = {
		.name = "report",
		.takes = DB_OPT_FORMAT,
		.words = 1,
		.words_are = "one FILE",
		.act = print,
		.before = "usage: dma_map_benchmark report FILE [--format FORMAT]\n\n"
			  "Prints the table of a result file again; asks no kernel. FILE - is standard\n"
			  "input.\n",
		.after = "\nExamples:\n"
			 "  dma_map_benchmark report results.json\n"
			 "  dma_map_benchmark report results.json --format md\n"
			 "  dma_map_benchmark report results.json --format csv >results.csv\n\n"
			 "Exit status: 0 ok, 1 the file cannot be read or is no result file, 2 usage.",
	};

	return cmd_verb(&verb, argc, argv);
}
