// SPDX-License-Identifier: GPL-2.0-only
/* The files of a perf session. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "document.h"
#include "flame_side.h"
#include "perf_out.h"
#include "perf_session.h"
#include "sys.h"

int db_perf_log(const char *folder, int flags, struct db_err *err)
{
	char *path = db_printf("%s/" DB_PERF_LOG, folder);
	int fd = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | flags, 0666);

	if (fd < 0)
		db_err_set(err, DB_FAILED, "%s: cannot be written: %s", path, strerror(errno));
	free(path);
	return fd;
}

/* What it did while all was well, which begins like this, is no reason. */
static int is_reason(const char *line)
{
	return *line && strcmp(line, "Error:") && strncmp(line, "Events ", 7) &&
		strncmp(line, "[ perf ", 7);
}

int db_perf_ended(const char *folder, int status, struct db_err *err)
{
	char *path, *text, *rest, *line, *why = NULL;
	size_t bytes;

	if (WIFEXITED(status) && !WEXITSTATUS(status))
		return DB_OK;
	if (WIFEXITED(status) && WEXITSTATUS(status) == DB_PERF_MISSING)
		return db_err_set(err, DB_FAILED,
				  "perf: no such program in PATH; install it (Debian: linux-perf), or leave --perf out");
	path = db_printf("%s/" DB_PERF_LOG, folder);
	text = db_read_file(path, &bytes);
	rest = text;
	while (!why && (line = strsep(&rest, "\n")))
		why = is_reason(line) ? line : NULL;
	if (WIFSIGNALED(status))
		db_err_set(err, DB_FAILED, "perf: ended by signal %d: %s; all it said is in %s",
			   WTERMSIG(status), why ? why : "it said nothing", path);
	else
		db_err_set(err, DB_FAILED, "perf: exit status %d: %s; all it said is in %s",
			   WEXITSTATUS(status), why ? why : "it said nothing", path);
	free(text);
	free(path);
	return DB_FAILED;
}

static void become_script(const char *data, int out, int log)
{
	dup2(open("/dev/null", O_RDONLY), STDIN_FILENO);
	dup2(out, STDOUT_FILENO);
	dup2(log, STDERR_FILENO);
	execlp("perf", "perf", "script", "--header", "-i", data, (char *)NULL);
	_exit(errno == ENOENT ? DB_PERF_MISSING : DB_PERF_DENIED);
}

/* perf script of @data into @path. */
static int print_samples(const char *folder, const char *data, const char *path, struct db_err *err)
{
	int out = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666), log, status = 0;
	pid_t child;

	if (out < 0)
		return db_err_set(err, DB_FAILED, "%s: cannot be written: %s", path,
				  strerror(errno));
	log = db_perf_log(folder, 0, err);
	if (log < 0) {
		close(out);
		return DB_FAILED;
	}
	child = fork();
	if (!child)
		become_script(data, out, log);
	close(out);
	close(log);
	if (child < 0)
		return db_err_set(err, DB_FAILED, "perf: cannot be started: %s", strerror(errno));
	while (waitpid(child, &status, 0) < 0 && errno == EINTR)
		;
	return db_perf_ended(folder, status, err);
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

int db_perf_keep(const struct db_perf_session *session, struct json_object *doc,
		 struct db_err *err)
{
	char *data = db_printf("%s/" DB_PERF_DATA DB_PERF_NEW, session->folder);
	char *text = db_printf("%s/" DB_PERF_TEXT DB_PERF_NEW, session->folder);
	char *results = db_printf("%s/" DB_RESULTS DB_PERF_NEW, session->folder);
	int status = print_samples(session->folder, data, text, err);

	if (!status)
		status = db_document_write(doc, results, err);
	if (!status)
		status = move_all(session->folder, err);
	free(results);
	free(text);
	free(data);
	return status;
}
