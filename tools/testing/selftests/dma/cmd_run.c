// SPDX-License-Identifier: GPL-2.0-only
/* run: measure one case. */
#include "cmd.h"

static int one_case(struct db_matrix *matrix, const struct db_options *options,
		    char **words, struct db_err *err)
{
	const struct db_axes *axes = &options->axes;
	unsigned int i;
	int status;

	(void)words;
	for (i = 0; i < DB_KEY_COUNT; i++)
		if (axes->axis[i].count > 1)
			return db_err_set(err, DB_USAGE,
					  "--%s: %zu values, but run measures one case; use 'dma_map_benchmark sweep'",
					  db_keys[i].name, axes->axis[i].count);
	status = db_matrix_add(matrix, NULL, axes, "", err);
	if (!status)
		db_matrix_name(matrix);
	return status;
}

int cmd_run(int argc, char **argv)
{
	static const struct verb verb = {
		.name = "run",
		.takes = DB_OPT_KEYS | CMD_MEASURES,
		.expand = one_case,
		.before = "usage: dma_map_benchmark run [OPTION]...\n\n"
			  "Measures one case of the streaming DMA API. Times are in ns, sizes in bytes\n"
			  "(K, M, G: KiB, MiB, GiB).\n",
		.after = "\nExamples:\n"
			 "  dma_map_benchmark run --size 64K --dir from_device\n"
			 "  dma_map_benchmark run --mode sg --entries 2560 --iterations 200 --cpus 7\n"
			 "  dma_map_benchmark run --size 256 --phases round_trip --irqs-off\n\n"
			 "Exit status: 0 measured, 1 failed, 2 usage.",
	};

	return cmd_verb(&verb, argc, argv);
}
