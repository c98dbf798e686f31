// SPDX-License-Identifier: GPL-2.0-only
/* Writing the plugin's result: see counter_file.h. */
#include <inttypes.h>
#include <stdlib.h>

#include "../testing/selftests/dma/lib/sha256.h"
#include "counter_file.h"

/* Outermost first, as flame graphs want it. */
static void write_stack(FILE *text, const struct stack *stack,
			const char *const *names)
{
	unsigned int i;

	fprintf(text, "stack %s %" PRIu64, names[stack->class], stack->count);
	for (i = stack->depth; i-- > 0;)
		fprintf(text, "%c%" PRIx64, i == stack->depth - 1 ? ' ' : ';',
			stack->address[i]);
	fputc('\n', text);
}

static void write_phase(FILE *text, unsigned int id, const struct phase *phase,
			const char *const *names, unsigned int counters)
{
	unsigned int i;

	fprintf(text, "phase %u operations %" PRIu64 " disturbed %" PRIu64 "\n", id,
		phase->operations, phase->disturbed);
	for (i = 0; i < counters; i++) {
		const struct total *total = &phase->total[i];

		if (total->sum)
			fprintf(text, "count %s %" PRIu64 " %" PRIu64 " %" PRIu64 "\n",
				names[i], total->sum, total->min, total->max);
	}
	for (i = 0; i < phase->stacks.count; i++)
		write_stack(text, &phase->stacks.item[i], names);
}

static void write_run(FILE *text, const struct run *run,
		      const char *const *names, unsigned int counters)
{
	unsigned int i;

	fprintf(text, "run %" PRIu32 "\n", run->number);
	for (i = 0; i < PHASES_MAX; i++)
		if (run->phase[i])
			write_phase(text, i, run->phase[i], names, counters);
	if (run->ended)
		fprintf(text, "end %" PRIu32 "\n", run->number);
}

static void write_window(FILE *text, const struct window *window,
			 const char *const *names, unsigned int counters)
{
	unsigned int i;

	fprintf(text, "window %" PRIu32 "%s\n", window->number, window->open ? " open" : "");
	for (i = 0; i < counters && !window->open; i++)
		if (window->count[i])
			fprintf(text, "total %s %" PRIu64 "\n", names[i], window->count[i]);
}

int counter_file_write(FILE *file, const char *target, const char *const *names,
		       const struct regions *all, const struct windows *windows)
{
	char *body = NULL, digest[DB_SHA256_ROOM];
	const struct run *run;
	unsigned int i;
	size_t bytes = 0;
	FILE *text = open_memstream(&body, &bytes);

	if (!text)
		return -1;
	fprintf(text, "%s\ntarget %s\nstray %" PRIu64 "\ncounters", COUNTER_FILE_HEAD,
		target, all->stray);
	for (i = 0; i < all->counters; i++)
		fprintf(text, " %s", names[i]);
	fputc('\n', text);
	for (run = all->runs; run; run = run->next)
		write_run(text, run, names, all->counters);
	for (i = 0; i < windows->used; i++)
		write_window(text, &windows->item[i], names, all->counters);
	if (fclose(text)) {
		free(body);
		return -1;
	}
	db_sha256(body, bytes, digest);
	fwrite(body, 1, bytes, file);
	fprintf(file, "sha256 %s\n", digest);
	free(body);
	return fflush(file) || ferror(file) ? -1 : 0;
}
