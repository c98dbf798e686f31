// SPDX-License-Identifier: GPL-2.0-only
/* perf as a child. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "perf_child.h"
#include "sys.h"

/* Exit statuses of a child that could not become perf, as a shell has them. */
#define MISSING	127
#define DENIED	126

static void become_perf(const struct db_perf_child *child, pid_t parent, int log)
{
	int i;

	if (child->apart)
		setpgid(0, 0);
	prctl(PR_SET_PDEATHSIG, SIGTERM);
	if (getppid() != parent)
		_exit(DENIED);
	for (i = 0; i < 2; i++)
		if (child->inherits[i] >= 0)
			fcntl(child->inherits[i], F_SETFD, 0);
	dup2(open("/dev/null", O_RDONLY), STDIN_FILENO);
	dup2(child->out < 0 ? log : child->out, STDOUT_FILENO);
	dup2(log, STDERR_FILENO);
	execvp("perf", (char *const *)child->words);
	_exit(errno == ENOENT ? MISSING : DENIED);
}

pid_t db_perf_spawn(const struct db_perf_child *child, struct db_err *err)
{
	char *path = db_printf("%s/" DB_PERF_LOG, child->folder);
	int log = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC |
		       (child->anew ? O_TRUNC : 0), 0666);
	pid_t parent = getpid(), pid = -1;

	if (log < 0) {
		db_err_set(err, DB_FAILED, "%s: cannot be written: %s", path, strerror(errno));
	} else {
		pid = fork();
		if (!pid)
			become_perf(child, parent, log);
		if (pid < 0)
			db_err_set(err, DB_FAILED, "perf: cannot be started: %s", strerror(errno));
		close(log);
	}
	free(path);
	return pid;
}

/* What it did while all was well, which begins like this, is no reason. */
static int is_reason(const char *line)
{
	return *line && strcmp(line, "Error:") && strncmp(line, "Events ", 7) &&
		strncmp(line, "[ perf ", 7);
}

static int say_why(const char *folder, int status, struct db_err *err)
{
	char *path = db_printf("%s/" DB_PERF_LOG, folder), *line, *rest, *why = NULL;
	char *text = db_read_file(path, NULL);
	int number = WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status);

	rest = text;
	while (!why && (line = strsep(&rest, "\n")))
		why = is_reason(line) ? line : NULL;
	db_err_set(err, DB_FAILED, "perf: %s %d: %s; all it said is in %s",
		   WIFSIGNALED(status) ? "ended by signal" : "exit status", number,
		   why ? why : "it said nothing", path);
	free(text);
	free(path);
	return DB_FAILED;
}

int db_perf_wait(pid_t pid, const char *folder, int hint, struct db_err *err)
{
	int status = 0;

	while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
		;
	if (hint && WIFSIGNALED(status) && WTERMSIG(status) == hint)
		return DB_OK;
	if (WIFEXITED(status) && !WEXITSTATUS(status))
		return DB_OK;
	if (WIFEXITED(status) && WEXITSTATUS(status) == MISSING)
		return db_err_set(err, DB_FAILED,
				  "perf: no such program in PATH; install it (Debian: linux-perf), or leave --perf out");
	return say_why(folder, status, err);
}
