// SPDX-License-Identifier: GPL-2.0-only
/* flamegraph: hot spots as text and as a page, of one run or of two. */
#include "cmd.h"
#include "flame_out.h"

static int draw(const struct db_options *options, char **words, struct db_err *err)
{
	struct db_flame_request request = {
		.a = words[0], .b = words[1],
		.threads = options->threads, .event = options->event,
		.template = options->template, .output = options->output,
	};

	if (!request.output)
		return db_err_set(err, DB_USAGE,
				  "--output DIR is missing: the folder of what this makes");
	return db_flame_out(&request, err);
}

int cmd_flamegraph(int argc, char **argv)
{
	static const struct verb verb = {
		.name = "flamegraph",
		.takes = DB_OPT_FLAME,
		.words = 1,
		.or_more = 2,
		.words_are = "one input, A, or two, A and B",
		.act = draw,
		.before = "usage: dma_map_benchmark flamegraph A [B] --output DIR [OPTION]...\n\n"
			  "Makes stacks.folded, hotspots.txt (also printed) and flamegraph.html of A: what\n"
			  "'perf script' printed, or folded stacks, or a folder with perf-script.txt or\n"
			  "stacks.folded and perhaps results.json. With B, of what is different there.\n"
			  "hot-groups.tsv beside the program says which function belongs to what. Needs no\n"
			  "module; asks no kernel.\n",
		.after = "\nExamples:\n"
			 "  perf record -a -g -o /tmp/data dma_map_benchmark run --size 1M --seconds 5\n"
			 "  perf script --header -i /tmp/data >samples.txt\n"
			 "  dma_map_benchmark flamegraph samples.txt --output hot\n"
			 "  dma_map_benchmark flamegraph before after --output difference\n\n"
			 "Exit status: 0 ok, 1 an input is damaged or holds nothing, 2 usage.",
	};

	return cmd_verb(&verb, argc, argv);
}
