// SPDX-License-Identifier: GPL-2.0-only
/* monitor: the runs of all processes, while they last. */
#include <getopt.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <linux/map_benchmark_netlink.h>

#include "cmd.h"
#include "json.h"
#include "measure.h"
#include "nl_family.h"
#include "nl_message.h"

struct watch {
	int as_json, done;
	/* The last interval seen of each run: what is missing was lost. */
	size_t runs;
	struct { uint64_t id, sequence; } *run;
};

static void print_sums(struct json_object *message)
{
	char *phases = db_nl_phases_text(message);

	printf("%.1f s  %" PRIu64 " op/s%s", db_json_get_count(message, "elapsed_ns") / 1e9,
	       db_json_get_count(message, "rate"), phases);
	free(phases);
	if (db_json_get_count(message, "failed"))
		printf("  failed %" PRIu64, db_json_get_count(message, "failed"));
	if (db_json_get_count(message, "bounced"))
		printf("  bounced %" PRIu64, db_json_get_count(message, "bounced"));
}

static void print_what(struct json_object *message)
{
	printf("%s, %s, %" PRIu64 " byte", db_json_get_text(message, "mode"),
	       db_json_get_text(message, "dir"), db_json_get_count(message, "bytes"));
	if (db_json_get_count(message, "entries"))
		printf(" x %" PRIu64, db_json_get_count(message, "entries"));
	printf(", %" PRIu64 " thread%s, process %" PRIu64, db_json_get_count(message, "threads"),
	       DB_S(db_json_get_count(message, "threads")), db_json_get_count(message, "pid"));
}

static void print_line(struct json_object *message, const char *event)
{
	int error = json_object_get_int(db_json_get(message, "error"));

	printf("run %" PRIu64 "  %s  ", db_json_get_count(message, "run_id"),
	       db_json_get_text(message, "device"));
	if (!strcmp(event, "stats")) {
		print_sums(message);
	} else if (!strcmp(event, "run-done")) {
		printf("done: ");
		print_sums(message);
		if (error)
			printf("  error: %s", strerror(-error));
	} else {
		printf("%s: ", !strcmp(event, "run") ? "in progress" : "begins");
		print_what(message);
	}
	putchar('\n');
}

/* Of a run that was there before us, the first interval that we see is the first. */
static void count_lost(struct watch *watch, uint64_t id, uint64_t sequence)
{
	size_t i;

	for (i = 0; i < watch->runs && watch->run[i].id != id; i++)
		;
	if (i == watch->runs) {
		watch->run = db_grow(watch->run, (i + 1) * sizeof(*watch->run));
		watch->run[watch->runs++].id = id;
	} else if (sequence > watch->run[i].sequence + 1) {
		fprintf(stderr, "dma_map_benchmark: run %" PRIu64 ": %" PRIu64 " interval(s) lost\n",
			id, sequence - watch->run[i].sequence - 1);
	}
	watch->run[i].sequence = sequence;
}

/* It will not be heard of again. */
static void forget(struct watch *watch, uint64_t id)
{
	size_t i;

	for (i = 0; i < watch->runs; i++)
		if (watch->run[i].id == id) {
			watch->run[i] = watch->run[--watch->runs];
			return;
		}
}

static void show(struct json_object *message, void *data)
{
	const char *event = db_json_get_text(message, "event");
	struct watch *watch = data;

	if (!strcmp(event, "stats"))
		count_lost(watch, db_json_get_count(message, "run_id"),
			   db_json_get_count(message, "sequence"));
	if (watch->as_json)
		puts(json_object_to_json_string_ext(message, JSON_C_TO_STRING_PLAIN |
						    JSON_C_TO_STRING_NOSLASHESCAPE));
	else
		print_line(message, event);
	if (!strcmp(event, "run-done")) {
		watch->done = 1;
		forget(watch, db_json_get_count(message, "run_id"));
	}
}

static int watch_runs(struct watch *watch, int until_done, struct db_err *err)
{
	struct db_nl asking, nl;
	int status, lost = 0;

	status = db_nl_open(&nl, err);
	if (status)
		return status;
	/* First listen, then ask: no run can begin between the two. */
	status = db_nl_listen(&nl, err);
	if (!status)
		puts(watch->as_json ? "{\"event\":\"listening\"}" : "listening");
	if (!status)
		status = db_nl_open(&asking, err);
	if (!status) {
		status = db_nl_dump(&asking, DMA_MAP_BENCH_CMD_RUN_GET, show, watch, err);
		db_nl_close(&asking);
	}
	/* What was shown must be seen, also in a pipe; one that is closed ends it. */
	while (!status && !fflush(stdout) && !(until_done && watch->done)) {
		status = db_nl_receive(&nl, -1, show, watch, &lost, err);
		if (lost)
			fputs("dma_map_benchmark: events were lost: they came faster than they were read\n",
			      stderr);
		lost = 0;
	}
	db_nl_close(&nl);
	return status;
}

static int help(void)
{
	puts("usage: dma_map_benchmark monitor [--json] [--until-done]\n\n"
	     "Shows the runs of all processes: what they are, each interval (by default a\n"
	     "second: stats_interval_ms of the module) operations per second and the median and\n"
	     "99th percentile of each phase in ns, by buckets a sixteenth wide, and how they\n"
	     "ended. The first line says that it listens. Goes on until it is interrupted.\n\n"
	     "  --json               one JSON object in a line, instead of words\n"
	     "  --until-done         ends when a run has ended\n"
	     "  --help               print this; so does -h\n\n"
	     "Examples:\n"
	     "  dma_map_benchmark monitor\n"
	     "  dma_map_benchmark monitor --json --until-done | jq -c .phases\n\n"
	     "Exit status: 0 ok, 1 no netlink family (the message says why), 2 usage.");
	return DB_OK;
}

int cmd_monitor(int argc, char **argv)
{
	static const struct option table[] = {
		{ "json", no_argument, NULL, 'j' },
		{ "until-done", no_argument, NULL, 'd' },
		{ "help", no_argument, NULL, 'h' },
		{ }
	};
	struct watch watch = { };
	int option, until_done = 0, status;
	struct db_err err = { "" };

	opterr = 0;
	optind = 0;
	while ((option = getopt_long(argc, argv, "h", table, NULL)) != -1) {
		if (option == 'h')
			return help();
		if (option != 'j' && option != 'd')
			break;
		watch.as_json |= option == 'j';
		until_done |= option == 'd';
	}
	if (option != -1 || optind < argc) {
		db_err_set(&err, DB_USAGE,
			   "'%s': monitor takes --json, --until-done and --help only",
			   argv[option != -1 ? optind - 1 : optind]);
		return db_complain(&err, DB_USAGE);
	}
	status = watch_runs(&watch, until_done, &err);
	free(watch.run);
	return status ? db_complain(&err, status) : DB_OK;
}
