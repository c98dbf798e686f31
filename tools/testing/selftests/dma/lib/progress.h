/* SPDX-License-Identifier: GPL-2.0-only */
/* How far a matrix is: one line that rewrites itself, or a line now and then. */
#ifndef DB_PROGRESS_H
#define DB_PROGRESS_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* Between two lines where nothing can be rewritten: a log, a guest's console. */
#define DB_PROGRESS_NS	10000000000ull

struct db_progress {
	FILE *out;
	int terminal;
	size_t total;			/* cases */
	uint64_t begun_ns, said_ns;
};

void db_progress_begin(struct db_progress *progress, FILE *out, int terminal,
		       size_t total, uint64_t now_ns);
/* Case @index, from 0, begins. */
void db_progress_case(struct db_progress *progress, size_t index, const char *name,
		      uint64_t now_ns);
/* One line of a terminal, over what it had; "" clears it. */
void db_progress_rewrite(FILE *out, const char *text);
void db_progress_end(struct db_progress *progress);

#endif
