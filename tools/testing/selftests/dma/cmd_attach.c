// SPDX-License-Identifier: GPL-2.0-only
/* attach: an emulator's counts into a result file. */
#include "attach.h"
#include "cmd.h"
#include "document.h"

static int attach(const struct db_options *options, char **words, struct db_err *err)
{
	const char *results = words[0], *counts = words[1];
	struct json_object *doc = db_document_read(results, err);
	struct db_counter_file file;
	int status;

	if (!doc)
		return DB_FAILED;
	status = db_counter_read(&file, counts, err);
	if (!status) {
		status = db_attach_counts(doc, &file, err);
		if (status)
			db_err_at(err, status, "%s, %s: ", results, counts);
		else
			status = db_document_write(doc, options->json ?
						   options->json : results, err);
		db_counter_free(&file);
	}
	json_object_put(doc);
	return status;
}

int cmd_attach(int argc, char **argv)
{
	static const struct verb verb = {
		.name = "attach",
		.takes = DB_OPT_JSON,
		.words = 2,
		.words_are = "two files, FILE and COUNTS",
		.act = attach,
		.before = "usage: dma_map_benchmark attach FILE COUNTS [--json OUT]\n\n"
			  "FILE is a result of --count, COUNTS what the emulator's counting plugin wrote\n"
			  "in the same boot. Adds \"counts\" to each phase: per operation, exact. The\n"
			  "result replaces FILE, unless OUT is given. Needs no module; asks no kernel.\n",
		.after = "\nExamples:\n"
			 "  dma_map_benchmark attach results.json counts.txt\n"
			 "  dma_map_benchmark attach results.json counts.txt --json -\n\n"
			 "Exit status: 0 attached, 1 the files are damaged or do not belong together,\n"
			 "2 usage.",
	};

	return cmd_verb(&verb, argc, argv);
}
