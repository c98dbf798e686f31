// SPDX-License-Identifier: GPL-2.0-only
/* attach: an emulator's counts into a result file. */
#include <stdio.h>

#include "attach.h"
#include "cmd.h"
#include "document.h"
#include "measure.h"

static int help(void)
{
	puts("usage: dma_map_benchmark attach FILE COUNTS [--json OUT]\n\n"
	     "FILE is a result of --count, COUNTS what the emulator's counting plugin wrote\n"
	     "in the same boot. Adds \"counts\" to each phase: per operation, exact. Needs no\n"
	     "module; asks no kernel.\n");
	db_options_help(DB_OPT_JSON);
	puts("                       (default: FILE itself)\n"
	     "\nExamples:\n"
	     "  dma_map_benchmark attach results.json counts.txt\n"
	     "  dma_map_benchmark attach results.json counts.txt --json -\n\n"
	     "Exit status: 0 attached, 1 the files are damaged or do not belong together,\n"
	     "2 usage.");
	return DB_OK;
}

static int attach(const char *results, const char *counts, const char *to,
		  struct db_err *err)
{
	struct db_counter_file file;
	struct json_object *doc;
	int status;

	doc = db_document_read(results, err);
	if (!doc)
		return DB_FAILED;
	status = db_counter_read(&file, counts, err);
	if (!status) {
		status = db_attach_counts(doc, &file, err);
		if (status)
			db_err_at(err, status, "%s, %s: ", results, counts);
		else
			status = db_document_write(doc, to ? to : results, err);
		db_counter_free(&file);
	}
	json_object_put(doc);
	return status;
}

int cmd_attach(int argc, char **argv)
{
	struct db_options options;
	struct db_err err;
	int status;

	status = db_options_parse(&options, DB_OPT_JSON, argc, argv, &err);
	if (!status && options.help) {
		db_options_free(&options);
		return help();
	}
	if (!status && argc - options.rest != 2)
		status = db_err_set(&err, DB_USAGE,
				    "%d files given, but attach takes two, FILE and COUNTS; see 'dma_map_benchmark attach --help'",
				    argc - options.rest);
	if (!status)
		status = attach(argv[options.rest], argv[options.rest + 1],
				options.json, &err);
	if (status)
		db_complain(&err, status);
	db_options_free(&options);
	return status;
}
