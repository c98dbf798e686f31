// SPDX-License-Identifier: GPL-2.0-only
/* The kernel's configuration: where it lies, and what in it spoils times. */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "env.h"
#include "err.h"
#include "json.h"
#include "sys.h"

/* What gzip (or busybox) makes of the file; no library for one file. */
static char *gunzip(const char *path, size_t *bytes)
{
	size_t used = 0, room = 1 << 18;
	char *text = NULL;
	int ends[2], status;
	ssize_t n = 0;
	pid_t child;

	if (pipe(ends))
		return NULL;
	child = fork();
	if (!child) {
		dup2(ends[1], STDOUT_FILENO);
		/* Its complaints are not ours: the result says "unknown". */
		dup2(open("/dev/null", O_WRONLY), STDERR_FILENO);
		close(ends[0]);
		close(ends[1]);
		execlp("gzip", "gzip", "-dc", path, (char *)NULL);
		_exit(127);
	}
	close(ends[1]);
	text = db_alloc(room + 1);
	while (child > 0 && (n = read(ends[0], text + used, room - used)) > 0) {
		used += n;
		if (used == room)
			text = db_grow(text, (room *= 2) + 1);
	}
	close(ends[0]);
	if (child < 0 || waitpid(child, &status, 0) < 0 || status || n < 0 || !used) {
		free(text);
		return NULL;
	}
	text[used] = 0;
	*bytes = used;
	return text;
}

char *db_config_text(const char *release, char **source, size_t *bytes)
{
	char *text = NULL;

	*source = db_strdup("/proc/config.gz");
	if (!access(db_path(*source), R_OK))
		text = gunzip(db_path(*source), bytes);
	if (text)
		return text;
	free(*source);
	*source = db_printf("/boot/config-%s", release);
	text = db_read_file(db_path(*source), bytes);
	if (!text) {
		free(*source);
		*source = NULL;
	}
	return text;
}

struct json_object *db_config_debug(const char *text)
{
	static const char *const slow[] = {
		"DEBUG_ATOMIC_SLEEP", "DEBUG_KMEMLEAK", "DEBUG_LIST",
		"DEBUG_LOCK_ALLOC", "DEBUG_MUTEXES", "DEBUG_OBJECTS",
		"DEBUG_PAGEALLOC", "DEBUG_PREEMPT", "DEBUG_SG",
		"DEBUG_SPINLOCK", "DEBUG_VIRTUAL", "DEBUG_VM", "DMA_API_DEBUG",
		"FAULT_INJECTION", "GCOV_KERNEL", "KASAN", "KCOV", "KCSAN",
		"KMSAN", "LOCK_STAT", "PAGE_POISONING", "PROVE_LOCKING",
		"PROVE_RCU", "SLUB_DEBUG_ON", "UBSAN",
	};
	struct json_object *list = json_object_new_array();
	unsigned int i;
	char *line;

	for (i = 0; i < sizeof(slow) / sizeof(*slow); i++) {
		line = db_printf("\nCONFIG_%s=y\n", slow[i]);
		/* The first line of a configuration is a comment. */
		if (strstr(text, line))
			json_object_array_add(list, json_object_new_string(slow[i]));
		free(line);
	}
	return list;
}
