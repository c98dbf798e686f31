// SPDX-License-Identifier: GPL-2.0-only
/* report: the table again, from a result file or from a folder of them. */
#include <stdio.h>
#include <string.h>

#include "cmd.h"
#include "document.h"
#include "series.h"

static int print(const struct db_options *options, char **words, struct db_err *err)
{
	struct json_object *doc;
	int status = DB_OK;

	if (options->ab && words[0])
		return db_err_set(err, DB_USAGE,
				  "--ab %s and the file %s: give one of them",
				  options->ab, words[0]);
	if (options->ab && options->plot)
		return db_err_set(err, DB_USAGE,
				  "--plot is for one FILE: what 'make ab' has left in %s holds its drawings already",
				  options->ab);
	if (options->ab)
		return cmd_compare_folder(options, err);
	if (!words[0])
		return db_err_set(err, DB_USAGE,
				  "nothing to report: give one FILE, or --ab DIR");
	if (options->force)
		return db_err_set(err, DB_USAGE,
				  "--force is for --ab: a FILE is reported whatever it says");
	doc = db_document_read(words[0], err);
	if (!doc)
		return DB_FAILED;
	if (options->plot)
		status = db_series_plot(doc, options->plot, err);
	if (!status && (!options->plot || strcmp(options->plot, "-")))
		db_report(doc, options->format, stdout);
	fflush(stdout);	/* main() looks whether that went well */
	db_report_errors(doc, stderr);
	json_object_put(doc);
	return status;
}

int cmd_report(int argc, char **argv)
{
	static const struct verb verb = {
		.name = "report",
		.takes = DB_OPT_FORMAT | DB_OPT_AB | DB_OPT_FORCE | DB_OPT_PLOT,
		.words = 1,
		.or_none = 1,
		.words_are = "one FILE",
		.act = print,
		.before = "usage: dma_map_benchmark report FILE [--format FORMAT] [--plot SVG]\n"
			  "       dma_map_benchmark report --ab DIR [--format FORMAT] [--force]\n\n"
			  "Prints the table of a result file again; asks no kernel. FILE - is standard\n"
			  "input. With --ab, the comparison of all boots below a folder of 'make ab':\n"
			  "DIR/A/*.json, DIR/B/*.json and, for the noise, DIR/again/*.json; see compare.\n",
		.after = "\nExamples:\n"
			 "  dma_map_benchmark report results.json\n"
			 "  dma_map_benchmark report results.json --format md\n"
			 "  dma_map_benchmark report results.json --format csv >results.csv\n"
			 "  dma_map_benchmark report soak.json --plot soak.svg\n"
			 "  dma_map_benchmark report --ab out/ab/arm64-6.12-7-default --format md\n\n"
			 "Exit status: 0 ok, 1 the file cannot be read or is no result file, or nothing\n"
			 "can be drawn of it, 2 usage.",
	};

	return cmd_verb(&verb, argc, argv);
}
