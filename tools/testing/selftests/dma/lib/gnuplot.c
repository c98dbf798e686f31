// SPDX-License-Identifier: GPL-2.0-only
/* gnuplot as a child. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "gnuplot.h"
#include "sys.h"

/* Exit statuses of a child that could not become gnuplot, as a shell has them. */
#define MISSING	127
#define DENIED	126

static int run(FILE *script, FILE *drawing, FILE *said)
{
	int status;
	pid_t pid;

	fflush(NULL);
	pid = fork();
	if (!pid) {
		dup2(fileno(script), STDIN_FILENO);
		dup2(fileno(drawing), STDOUT_FILENO);
		dup2(fileno(said), STDERR_FILENO);
		lseek(STDIN_FILENO, 0, SEEK_SET);
		execlp("gnuplot", "gnuplot", "--default-settings", "-", (char *)NULL);
		if (errno == ENOENT)
			_exit(MISSING);
		perror("gnuplot");
		_exit(DENIED);
	}
	if (pid < 0)
		return -1;
	while (waitpid(pid, &status, 0) < 0)
		if (errno != EINTR)
			return -1;
	return status;
}

/* It warns of panels in which all is 0: what it says counts where it fails. */
static int judge(int status, FILE *said, struct db_err *err)
{
	char *text;
	size_t n;

	if (!status)
		return DB_OK;
	if (status == -1)
		return db_err_set(err, DB_FAILED, "gnuplot: cannot be started: %s",
				  strerror(errno));
	if (WIFEXITED(status) && WEXITSTATUS(status) == MISSING)
		return db_err_set(err, DB_FAILED,
				  "--plot: no gnuplot in PATH; install it (Debian: gnuplot-nox), or leave --plot out");
	lseek(fileno(said), 0, SEEK_SET);
	text = db_read_fd(fileno(said), NULL);
	for (n = text ? strlen(text) : 0; n && text[n - 1] == '\n'; n--)
		text[n - 1] = 0;
	db_err_set(err, DB_FAILED, "gnuplot failed: %s %d: %s",
		   WIFSIGNALED(status) ? "ended by signal" : "exit status",
		   WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status),
		   text && *text ? text : "it said nothing");
	free(text);
	return DB_FAILED;
}

int db_gnuplot(FILE *script, FILE *drawing, struct db_err *err)
{
	FILE *said = tmpfile();
	int status;

	if (!said)
		return db_err_set(err, DB_FAILED,
				  "gnuplot: no temporary file for what it says: %s",
				  strerror(errno));
	status = judge(run(script, drawing, said), said, err);
	fclose(said);
	return status;
}
