// SPDX-License-Identifier: GPL-2.0-only
/* report: the table again, from a result file. */
#include <stdio.h>

#include "cmd.h"
#include "document.h"
#include "measure.h"

static int help(void)
{
	puts("usage: dma_map_benchmark report FILE [--format FORMAT]\n\n"
	     "Prints the table of a result file again; asks no kernel. FILE - is standard\n"
	     "input.\n");
	db_options_help(DB_OPT_FORMAT);
	puts("\nExamples:\n"
	     "  dma_map_benchmark report results.json\n"
	     "  dma_map_benchmark report results.json --format md\n"
	     "  dma_map_benchmark report results.json --format csv >results.csv\n\n"
	     "Exit status: 0 ok, 1 the file cannot be read or is no result file, 2 usage.");
	return DB_OK;
}

static int print(const char *path, enum db_format format)
{
	struct json_object *doc;
	struct db_err err;

	doc = db_document_read(path, &err);
	if (!doc)
		return db_complain(&err, DB_FAILED);
	db_report(doc, format, stdout);
	fflush(stdout);
	db_report_errors(doc, stderr);
	json_object_put(doc);
	if (ferror(stdout)) {
		db_err_set(&err, DB_FAILED, "standard output: cannot be written");
		return db_complain(&err, DB_FAILED);
	}
	return DB_OK;
}

int cmd_report(int argc, char **argv)
{
	struct db_options options;
	struct db_err err;
	int status;

	status = db_options_parse(&options, DB_OPT_FORMAT, argc, argv, &err);
	if (!status && options.help) {
		db_options_free(&options);
		return help();
	}
	if (!status && argc - options.rest != 1)
		status = db_err_set(&err, DB_USAGE,
				    "%d files given, but report takes one; see 'dma_map_benchmark report --help'",
				    argc - options.rest);
	if (status)
		db_complain(&err, status);
	else
		status = print(argv[options.rest], options.format);
	db_options_free(&options);
	return status;
}
