// SPDX-License-Identifier: GPL-2.0-only
/* run: measure one case. */
#include <stdio.h>

#include "cmd.h"
#include "measure.h"

#define TAKES	(DB_OPT_KEYS | DB_OPT_FORMAT | DB_OPT_JSON | DB_OPT_DRY_RUN | \
		 DB_OPT_COUNT)

static int help(void)
{
	puts("usage: dma_map_benchmark run [OPTION]...\n\n"
	     "Measures one case of the streaming DMA API. Times are in ns, sizes in bytes\n"
	     "(K, M, G: KiB, MiB, GiB).\n");
	db_options_help(TAKES);
	puts("\nExamples:\n"
	     "  dma_map_benchmark run --size 64K --dir from_device\n"
	     "  dma_map_benchmark run --mode sg --entries 2560 --iterations 200 --cpus 7\n"
	     "  dma_map_benchmark run --size 256 --phases round_trip --irqs-off\n\n"
	     "Exit status: 0 measured, 1 failed, 2 usage.");
	return DB_OK;
}

static int single_values(const struct db_axes *axes, struct db_err *err)
{
	unsigned int i;

	for (i = 0; i < DB_KEY_COUNT; i++)
		if (axes->axis[i].count > 1)
			return db_err_set(err, DB_USAGE,
					  "--%s: %zu values, but run measures one case; use 'dma_map_benchmark sweep'",
					  db_keys[i].name, axes->axis[i].count);
	return DB_OK;
}

int cmd_run(int argc, char **argv)
{
	struct db_matrix matrix = { };
	struct db_options options;
	struct db_err err;
	int status;

	status = db_options_parse(&options, TAKES, argc, argv, &err);
	if (!status && options.help) {
		db_options_free(&options);
		return help();
	}
	if (!status && options.rest < argc)
		status = db_err_set(&err, DB_USAGE,
				    "'%s': run takes options only; see 'dma_map_benchmark run --help'",
				    argv[options.rest]);
	if (!status)
		status = single_values(&options.axes, &err);
	if (!status)
		status = db_matrix_add(&matrix, NULL, &options.axes, "", &err);
	if (status) {
		db_complain(&err, status);
	} else {
		db_matrix_name(&matrix);
		status = db_measure(&matrix, &options);
	}
	db_matrix_free(&matrix);
	db_options_free(&options);
	return status;
}
