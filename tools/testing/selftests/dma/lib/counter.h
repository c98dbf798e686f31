/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A counter file: what the emulator's plugin counted between the marks of each
 * run. tools/emulation/counter_file.h describes it.
 */
#ifndef DB_COUNTER_H
#define DB_COUNTER_H

#include <stddef.h>
#include <stdint.h>

#include "err.h"
#include "list.h"

struct db_counter {
	uint64_t sum, min, max;	/* min and max: of one operation */
};

struct db_counter_phase {
	uint32_t phase;		/* enum mbe_phase_id */
	uint64_t operations;	/* summed up */
	uint64_t disturbed;	/* left out: something came into them */
	struct db_counter *counter;	/* one for each of the file's names */
};

struct db_counter_run {
	uint32_t number;
	int ended;
	size_t count;
	struct db_counter_phase *phase;
};

struct db_counter_file {
	char target[32];
	uint64_t stray;		/* marks that the plugin could not place */
	struct db_list names;
	size_t count;
	struct db_counter_run *run;
};

/* A file that is cut off, changed, or something else says so, with the line. */
int db_counter_read(struct db_counter_file *file, const char *path,
		    struct db_err *err);
void db_counter_free(struct db_counter_file *file);

#endif
