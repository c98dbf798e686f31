// SPDX-License-Identifier: GPL-2.0-only
/* Call chains with a weight each, and their folded text. */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "stacks.h"
#include "text.h"

void db_stacks_add(struct db_stacks *stacks, const char *chain, uint64_t weight)
{
	if (stacks->count == stacks->room) {
		stacks->room = stacks->room ? 2 * stacks->room : 256;
		stacks->item = db_grow(stacks->item, stacks->room * sizeof(*stacks->item));
	}
	stacks->item[stacks->count++] = (struct db_stack){ db_strdup(chain), weight };
	stacks->total += weight;
}

static int by_chain(const void *a, const void *b)
{
	return strcmp(((const struct db_stack *)a)->chain, ((const struct db_stack *)b)->chain);
}

void db_stacks_merge(struct db_stacks *stacks)
{
	size_t i, n = 0;

	if (!stacks->count)
		return;
	qsort(stacks->item, stacks->count, sizeof(*stacks->item), by_chain);
	for (i = 1; i < stacks->count; i++) {
		if (strcmp(stacks->item[n].chain, stacks->item[i].chain)) {
			stacks->item[++n] = stacks->item[i];
			continue;
		}
		stacks->item[n].weight += stacks->item[i].weight;
		free(stacks->item[i].chain);
	}
	stacks->count = n + 1;
}

void db_stacks_free(struct db_stacks *stacks)
{
	size_t i;

	for (i = 0; i < stacks->count; i++)
		free(stacks->item[i].chain);
	free(stacks->item);
	memset(stacks, 0, sizeof(*stacks));
}

/* Takes the line apart: the chain stays in it, the weight is the last word. */
static const char *fault(char *line, size_t length, uint64_t *weight)
{
	char *blank, *end;

	if (memchr(line, 0, length) || line[db_text_plain(line)])
		return "has bytes that are no text";
	blank = strrchr(line, ' ');
	if (!blank || blank == line)
		return "is no chain with a number behind it";
	errno = 0;
	*weight = strtoull(blank + 1, &end, 10);
	if (errno || *end || blank[1] < '0' || blank[1] > '9' || !*weight)
		return "does not end in a number from 1 to 2^64 - 1";
	*blank = 0;
	if (*line == ';' || blank[-1] == ';' || strstr(line, ";;"))
		return "has a function without a name";
	return NULL;
}

int db_stacks_read(struct db_stacks *stacks, FILE *file, const char *name, struct db_err *err)
{
	size_t room = 0, number = 0;
	uint64_t weight, total = 0;
	const char *why = NULL;
	char *line = NULL;
	ssize_t length;

	while (!why && (length = getline(&line, &room, file)) > 0) {
		number++;
		if (line[length - 1] != '\n') {
			why = "has no end: the file is cut off";
			break;
		}
		line[--length] = 0;
		if (!length || *line == '#')
			continue;
		why = fault(line, length, &weight);
		if (!why && __builtin_add_overflow(total, weight, &total))
			why = "brings the sum of all weights above 2^64 - 1";
		if (!why)
			db_stacks_add(stacks, line, weight);
	}
	free(line);
	if (why)
		return db_err_set(err, DB_FAILED,
				  "%s: line %zu %s; wanted are folded stacks: \"main;f;g 12\"",
				  name, number, why);
	db_stacks_merge(stacks);
	return DB_OK;
}

void db_stacks_write(const struct db_stacks *stacks, FILE *out)
{
	size_t i;

	for (i = 0; i < stacks->count; i++)
		fprintf(out, "%s %" PRIu64 "\n", stacks->item[i].chain, stacks->item[i].weight);
}
