// SPDX-License-Identifier: GPL-2.0-only
/* A run of ours while it lasts. */
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "live.h"
#include "nl_family.h"
#include "nl_message.h"
#include "progress.h"

#define END_WAIT_MS	1000

struct listener {
	pid_t whose;
	int show, done;
	const char *name;
	FILE *kept;
};

/* The numbers first: a long name may be cut. */
static void show(const struct listener *listener, struct json_object *message)
{
	char *phases = db_nl_phases_text(message);
	char *line = db_printf("%.0f s%s  %s", db_json_get_count(message, "elapsed_ns") / 1e9,
			       phases, listener->name);

	db_progress_rewrite(stderr, line);
	free(line);
	free(phases);
}

static void keep(const struct listener *listener, struct json_object *message)
{
	static const char *const who[] = { "event", "run_id", "device", "pid" };
	size_t i;

	for (i = 0; i < sizeof(who) / sizeof(*who); i++)
		json_object_object_del(message, who[i]);
	fprintf(listener->kept, "%s\n",
		json_object_to_json_string_ext(message, JSON_C_TO_STRING_PLAIN));
	fflush(listener->kept);
}

static void hear(struct json_object *message, void *data)
{
	struct listener *listener = data;
	const char *event = db_json_get_text(message, "event");

	if (!event || db_json_get_count(message, "pid") != (uint64_t)listener->whose)
		return;
	if (!strcmp(event, "run-done"))
		listener->done = 1;
	if (strcmp(event, "stats"))
		return;
	if (listener->show)
		show(listener, message);
	keep(listener, message);
}

/* Never returns. */
static void listen_until_done(struct listener *listener, int said)
{
	struct db_err err;
	struct db_nl nl;
	int lost = 0;

	/* ^C is for the parent, whose run then ends; without a parent nobody wants it. */
	signal(SIGINT, SIG_IGN);
	signal(SIGTERM, SIG_DFL);
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() != listener->whose || db_nl_open(&nl, &err) || db_nl_listen(&nl, &err) ||
	    write(said, "", 1) != 1)
		_exit(1);
	while (!listener->done && !db_nl_receive(&nl, -1, hear, listener, &lost, &err))
		;
	_exit(0);
}

void db_live_begin(struct db_live *live, int show, const char *name)
{
	struct listener listener = { getpid(), show, 0, name, NULL };
	int pair[2];
	char byte;

	memset(live, 0, sizeof(*live));
	live->show = show;
	listener.kept = tmpfile();
	if (!listener.kept)
		return;
	live->kept = dup(fileno(listener.kept));
	if (live->kept < 0 || pipe(pair)) {
		fclose(listener.kept);
		return;
	}
	fflush(NULL);
	live->child = fork();
	if (!live->child) {
		close(pair[0]);
		listen_until_done(&listener, pair[1]);
	}
	close(pair[1]);
	fclose(listener.kept);
	live->said = pair[0];
	/* Its end of the pipe goes with it. */
	if (live->child < 0 || read(live->said, &byte, 1) != 1)
		db_live_end(live, 0, NULL);
}

static void add_intervals(FILE *kept, struct json_object *result)
{
	struct json_object *intervals = json_object_new_array(), *interval;
	char *line = NULL;
	size_t room = 0;

	rewind(kept);
	while (getline(&line, &room, kept) > 0) {
		interval = json_tokener_parse(line);
		if (interval)
			json_object_array_add(intervals, interval);
	}
	free(line);
	if (json_object_array_length(intervals))
		json_object_object_add(result, "intervals", intervals);
	else
		json_object_put(intervals);
}

void db_live_end(struct db_live *live, int heard, struct json_object *result)
{
	struct pollfd end = { live->said, POLLIN, 0 };
	FILE *kept;

	if (live->child > 0) {
		if (heard)
			poll(&end, 1, END_WAIT_MS);
		kill(live->child, SIGKILL);
		while (waitpid(live->child, NULL, 0) < 0 && errno == EINTR)
			;
	}
	if (live->child)
		close(live->said);
	if (live->child && live->show)
		db_progress_rewrite(stderr, "");
	live->child = 0;
	kept = live->kept > 0 ? fdopen(live->kept, "r") : NULL;
	live->kept = 0;
	if (!kept)
		return;
	if (result)
		add_intervals(kept, result);
	fclose(kept);
}
