// SPDX-License-Identifier: GPL-2.0-only
/* How far a matrix is. */
#include <inttypes.h>
#include <stdlib.h>

#include "err.h"
#include "progress.h"

#define COLUMNS	79	/* a longer line could not be rewritten */

void db_progress_begin(struct db_progress *progress, FILE *out, int terminal,
		       size_t total, uint64_t now_ns)
{
	progress->out = out;
	progress->terminal = terminal;
	progress->total = total;
	progress->begun_ns = now_ns;
	progress->said_ns = now_ns;
}

static char *elapsed(uint64_t ns)
{
	uint64_t s = ns / 1000000000;

	if (s < 3600)
		return db_printf("%" PRIu64 ":%02" PRIu64, s / 60, s % 60);
	return db_printf("%" PRIu64 ":%02" PRIu64 ":%02" PRIu64, s / 3600,
			 s / 60 % 60, s % 60);
}

void db_progress_rewrite(FILE *out, const char *text)
{
	fprintf(out, "\r\033[K%.*s", COLUMNS, text);
	fflush(out);
}

void db_progress_case(struct db_progress *progress, size_t index, const char *name,
		      uint64_t now_ns)
{
	char *time, *text;

	if (progress->total < 2)
		return;
	if (!progress->terminal && now_ns - progress->said_ns < DB_PROGRESS_NS)
		return;
	progress->said_ns = now_ns;
	time = elapsed(now_ns - progress->begun_ns);
	text = db_printf("case %zu of %zu, elapsed %s: %s", index + 1, progress->total,
			 time, name);
	if (progress->terminal)
		db_progress_rewrite(progress->out, text);
	else
		fprintf(progress->out, "dma_map_benchmark: %s\n", text);
	fflush(progress->out);
	free(text);
	free(time);
}

void db_progress_end(struct db_progress *progress)
{
	if (progress->terminal && progress->total > 1)
		db_progress_rewrite(progress->out, "");
}
