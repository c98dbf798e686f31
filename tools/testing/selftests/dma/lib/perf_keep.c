// SPDX-License-Identifier: GPL-2.0-only
/* What a perf session leaves in its folder. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "document.h"
#include "flame_side.h"
#include "perf_child.h"
#include "perf_keep.h"

/* perf script of @data into @path. */
static int print_samples(const char *folder, const char *data, const char *path, struct db_err *err)
{
	const char *const words[] = { "perf", "script", "--header", "-i", data, NULL };
	struct db_perf_child child = { .folder = folder, .words = words, .inherits = { -1, -1 } };
	pid_t pid;

	child.out = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
	if (child.out < 0)
		return db_err_set(err, DB_FAILED, "%s: cannot be written: %s", path,
				  strerror(errno));
	pid = db_perf_spawn(&child, err);
	close(child.out);
	return pid < 0 ? DB_FAILED : db_perf_wait(pid, folder, 0, err);
}

static int move(const char *folder, const char *from, const char *from_end, const char *to,
		const char *to_end, struct db_err *err)
{
	char *old = db_printf("%s/%s%s", folder, from, from_end);
	char *new = db_printf("%s/%s%s", folder, to, to_end);
	int status = DB_OK;

	/* Nothing to move is nothing that could get lost. */
	if (rename(old, new) && errno != ENOENT)
		status = db_err_set(err, DB_FAILED, "%s: cannot become %s: %s", old, new,
				    strerror(errno));
	free(old);
	free(new);
	return status;
}

/* All three of a session, or none: what is of two would be drawn as one. */
static int move_all(const char *folder, struct db_err *err)
{
	static const char *const names[] = { DB_PERF_DATA, DB_PERF_TEXT, DB_RESULTS };
	const size_t count = sizeof(names) / sizeof(*names);
	int status = DB_OK;
	size_t i;

	for (i = 0; !status && i < count; i++)
		status = move(folder, names[i], "", names[i], ".old", err);
	for (i = 0; !status && i < count; i++)
		status = move(folder, names[i], DB_PERF_NEW, names[i], "", err);
	return status;
}

int db_perf_keep(const char *folder, struct json_object *doc, struct db_err *err)
{
	char *data = db_printf("%s/" DB_PERF_DATA DB_PERF_NEW, folder);
	char *text = db_printf("%s/" DB_PERF_TEXT DB_PERF_NEW, folder);
	char *results = db_printf("%s/" DB_RESULTS DB_PERF_NEW, folder);
	int status = print_samples(folder, data, text, err);

	if (!status)
		status = db_document_write(doc, results, err);
	if (!status)
		status = move_all(folder, err);
	free(results);
	free(text);
	free(data);
	return status;
}
