// SPDX-License-Identifier: GPL-2.0-only
/* A `perf record` beside a run. */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "perf_child.h"
#include "perf_event.h"
#include "perf_keep.h"
#include "perf_session.h"

/* It opens an event on each CPU, a second on a large machine; more means that it hangs. */
#define ANSWER_MS	60000

/* Pipes, and no socket: a small kernel is without CONFIG_UNIX. */
static int make_pipes(int to[2], int from[2])
{
	if (pipe2(to, O_CLOEXEC))
		return -1;
	if (!pipe2(from, O_CLOEXEC))
		return 0;
	close(to[0]);
	close(to[1]);
	return -1;
}

static pid_t spawn_record(const struct db_perf_session *session, int control, int answer,
			  struct db_err *err)
{
	char *data = db_printf("%s/" DB_PERF_DATA DB_PERF_NEW, session->folder);
	char *ends = db_printf("fd:%d,%d", control, answer);
	struct db_perf_child child = {
		.folder = session->folder, .out = -1, .inherits = { control, answer },
		.anew = 1, .apart = 1,
	};
	struct utsname here;
	pid_t pid;

	uname(&here);
	/* -N and -B: it would copy programs to ~/.debug, and read all its data again at the end. */
	child.words = (const char *const []){
		"perf", "record", "-a", "-g", "-N", "-B", "-D", "-1", "--control", ends,
		"-e", db_perf_event(session->event, here.machine), "-o", data, NULL
	};
	pid = db_perf_spawn(&child, err);
	free(ends);
	free(data);
	return pid;
}

static int launch(struct db_perf_session *session, struct db_err *err)
{
	int to[2], from[2];
	pid_t pid;

	if (make_pipes(to, from))
		return db_err_set(err, DB_FAILED, "perf: no pipes for it: %s", strerror(errno));
	pid = spawn_record(session, to[0], from[1], err);
	close(to[0]);
	close(from[1]);
	session->control = to[1];
	session->answer = from[0];
	if (pid > 0) {
		session->pid = pid;
		return DB_OK;
	}
	close(to[1]);
	close(from[0]);
	return DB_FAILED;
}

/* 0: it is not there any more. */
static ssize_t wait_for_byte(const struct db_perf_session *session, char *byte)
{
	struct pollfd wanted = { .fd = session->answer, .events = POLLIN };
	ssize_t n;

	do {
		n = poll(&wanted, 1, ANSWER_MS);
		if (n > 0) {
			n = read(session->answer, byte, 1);
		} else if (!n) {
			errno = ETIMEDOUT;
			n = -1;
		}
	} while (n < 0 && errno == EINTR);
	return n;
}

static int reap(struct db_perf_session *session, struct db_err *err)
{
	pid_t pid = session->pid;

	close(session->control);
	close(session->answer);
	session->pid = 0;
	/* Having ended well, it ends itself by the signal that it got. */
	return db_perf_wait(pid, session->folder, SIGINT, err);
}

static int is_gone(struct db_perf_session *session, struct db_err *err)
{
	return reap(session, err) ? DB_FAILED :
		db_err_set(err, DB_FAILED, "perf: ended before the run did; see %s/" DB_PERF_LOG,
			   session->folder);
}

static int hangs(struct db_perf_session *session, struct db_err *err)
{
	struct db_err unused;

	kill(session->pid, SIGKILL);
	reap(session, &unused);
	return db_err_set(err, DB_FAILED,
			  "perf: no answer within %d s; it was ended; see %s/" DB_PERF_LOG,
			  ANSWER_MS / 1000, session->folder);
}

/* perf answers with "ack", a newline and a NUL, of which nobody promises anything. */
static int ask(struct db_perf_session *session, const char *command, struct db_err *err)
{
	struct sigaction ignore = { .sa_handler = SIG_IGN }, before;
	char byte = 0;
	ssize_t n;

	/* That it is gone is an answer, and no reason to end with it. */
	sigaction(SIGPIPE, &ignore, &before);
	n = write(session->control, command, strlen(command));
	sigaction(SIGPIPE, &before, NULL);
	while (n > 0 && byte != '\n')
		n = wait_for_byte(session, &byte);
	if (n > 0)
		return DB_OK;
	return n < 0 && errno == ETIMEDOUT ? hangs(session, err) : is_gone(session, err);
}

int db_perf_window(struct db_perf_session *session, int open, struct db_err *err)
{
	return ask(session, open ? "enable\n" : "disable\n", err);
}

int db_perf_start(struct db_perf_session *session, struct db_err *err)
{
	int status;

	if (mkdir(session->folder, 0777) && errno != EEXIST)
		return db_err_set(err, DB_FAILED, "--perf-output %s: cannot be made: %s",
				  session->folder, strerror(errno));
	status = launch(session, err);
	/* It starts without samples; that it says so tells that it has begun. */
	return status ? status : db_perf_window(session, 0, err);
}

int db_perf_stop(struct db_perf_session *session, struct db_err *err)
{
	ssize_t n;
	char byte;

	if (!session->pid)
		return DB_OK;
	kill(session->pid, SIGINT);
	while ((n = wait_for_byte(session, &byte)) > 0)
		;
	return n < 0 && errno == ETIMEDOUT ? hangs(session, err) : reap(session, err);
}
