// SPDX-License-Identifier: GPL-2.0-only
/* Reading the list of functions, and naming a call. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "watch.h"

static int read_line(struct watched *watched, const char *line)
{
	int fields = sscanf(line, "%" SCNx64 " %63s %7s %7s %7s", &watched->address,
			    watched->name, watched->arg_name[0],
			    watched->arg_name[1], watched->arg_name[2]);
	unsigned int i;

	if (fields < 2)
		return -1;
	watched->args = fields - 2;
	for (i = 0; i < watched->args; i++)
		watched->arg[i].name = watched->arg_name[i];
	return 0;
}

int watch_read(struct watch *watch, const char *path)
{
	FILE *file = fopen(path, "re");
	char line[256];

	if (!file) {
		fprintf(stderr, "dma-bench count: %s: %s\n", path, strerror(errno));
		return -1;
	}
	while (fgets(line, sizeof(line), file)) {
		if (watch->count < WATCHED_MAX &&
		    !read_line(&watch->item[watch->count], line)) {
			watch->count++;
			continue;
		}
		fprintf(stderr,
			"dma-bench count: %s: line %u: address, name and up to %d registers are wanted, in at most %d lines\n",
			path, watch->count + 1, WATCHED_ARGS, WATCHED_MAX);
		fclose(file);
		return -1;
	}
	fclose(file);
	return 0;
}

struct watched *watch_find(struct watch *watch, uint64_t address)
{
	unsigned int i;

	for (i = 0; i < watch->count; i++)
		if (watch->item[i].address == address)
			return &watch->item[i];
	return NULL;
}

void watched_name(struct watched *watched, char *text, unsigned int room)
{
	unsigned int i, used = snprintf(text, room, "%s", watched->name);

	/* 32-bit values: what is left in a register's upper half means nothing. */
	for (i = 0; i < watched->args && used < room; i++)
		used += snprintf(text + used, room - used, "/%" PRIu32,
				 (uint32_t)register_read(&watched->arg[i]));
}
