// SPDX-License-Identifier: GPL-2.0-only
/* Running a matrix, case by case, into a document. */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "document.h"
#include "facts.h"
#include "json.h"
#include "live.h"
#include "progress.h"
#include "refusal.h"
#include "result.h"
#include "runner.h"
#include "transport.h"

/* From this long on a run's intervals are kept. */
#define LIVE_NS	2000000000ull

struct devices {
	size_t count;
	struct db_device **item;
	char **asked;	/* as the request names it; "" is the first */
};

static volatile sig_atomic_t interrupted;

static void interrupt(int number)
{
	interrupted = number;
}

/* Without SA_RESTART the ioctl returns, and what was measured is not lost. */
static void catch_signals(void)
{
	struct sigaction action = { .sa_handler = interrupt };

	interrupted = 0;
	sigaction(SIGINT, &action, NULL);
	sigaction(SIGTERM, &action, NULL);
}

static struct db_device *find_device(struct devices *devices, const char *name,
				     struct json_object *doc, struct db_err *err)
{
	struct db_device *device;
	size_t i;

	for (i = 0; i < devices->count; i++)
		if (!strcmp(devices->asked[i], name))
			return devices->item[i];
	device = db_alloc(sizeof(*device));
	if (db_device_open(device, name, err)) {
		free(device);
		return NULL;
	}
	devices->item = db_grow(devices->item, (i + 1) * sizeof(*devices->item));
	devices->asked = db_grow(devices->asked, (i + 1) * sizeof(*devices->asked));
	devices->item[i] = device;
	devices->asked[i] = db_strdup(name);
	devices->count++;
	json_object_object_add(db_json_get(doc, "environment.devices"), device->name,
			       db_facts_json(device->name, &device->query));
	return device;
}

static void close_devices(struct devices *devices)
{
	size_t i;

	for (i = 0; i < devices->count; i++) {
		db_device_close(devices->item[i]);
		free(devices->item[i]);
		free(devices->asked[i]);
	}
	free(devices->item);
	free(devices->asked);
}

/* All cases before the first one runs: a long matrix must not end in an error. */
static int check_all(struct db_matrix *matrix, struct devices *devices,
		     struct json_object *doc, struct db_err *err)
{
	struct db_device *device;
	struct db_case *item;
	int status, all;
	char *note;
	size_t i;

	for (i = 0; i < matrix->count; i++) {
		item = &matrix->item[i];
		device = find_device(devices, item->request.device, doc, err);
		if (!device)
			return DB_FAILED;
		status = db_request_check(&item->request, &device->query, &all, err);
		if (status && !all)
			return db_err_at(err, status, "case %s: ", item->name);
		if (!status)
			continue;
		note = db_printf("left out: %s", err->text);
		db_matrix_note(matrix, note);
		free(note);
		item->left_out = 1;
	}
	db_matrix_compact(matrix);
	if (!matrix->count)
		return db_err_set(err, DB_FAILED,
				  "no case is left that this device can do");
	return DB_OK;
}

/* The window is one ioctl: what this program does between them is not what was asked for. */
static int run_in_window(struct db_case *item, struct db_device *device,
			 struct db_outcome *outcome, struct db_perf_session *perf,
			 struct db_err *err)
{
	struct db_err closing = { "" };
	int status;

	if (perf && db_perf_window(perf, 1, err))
		return -EINTR;
	status = db_device_run(device, &item->request, outcome, err);
	if (!perf || !db_perf_window(perf, 0, &closing))
		return status;
	if (!status) {
		db_outcome_free(outcome);
		*err = closing;
	}
	return -EINTR;
}

/* Negative: no further case can run. */
static int run_case(struct db_case *item, struct db_device *device,
		    struct json_object *doc, struct db_perf_session *perf)
{
	struct db_outcome outcome;
	struct db_err err = { "" };
	struct db_live live = { };
	struct json_object *result;
	char *useless;
	int status;

	/* A listener is for those who wait, and for runs of some intervals. */
	if (isatty(STDERR_FILENO) || item->request.run.duration_ns >= LIVE_NS)
		db_live_begin(&live, isatty(STDERR_FILENO), item->name);
	status = run_in_window(item, device, &outcome, perf, &err);
	if (status) {
		db_live_end(&live, 0, NULL);
		db_document_error(doc, item->name, err.text);
		return status == -EINTR || status == -ENODEV ? -1 : DB_FAILED;
	}
	useless = db_result_useless(&outcome);
	if (useless) {
		db_document_error(doc, item->name, useless);
		free(useless);
		status = DB_FAILED;
	}
	result = db_result_json(item, device->name, &outcome);
	db_live_end(&live, 1, result);
	json_object_array_add(db_json_get(doc, "results"), result);
	db_outcome_free(&outcome);
	return status;
}

static uint64_t now_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec * 1000000000ull + now.tv_nsec;
}

static int run_all(struct db_matrix *matrix, struct devices *devices,
		   struct json_object *doc, struct db_perf_session *perf, struct db_err *err)
{
	struct db_progress progress;
	int status, failed = 0;
	size_t i;

	catch_signals();
	db_progress_begin(&progress, stderr, isatty(STDERR_FILENO), matrix->count,
			  now_ns());
	for (i = 0; i < matrix->count && !interrupted; i++) {
		struct db_case *item = &matrix->item[i];

		db_progress_case(&progress, i, item->name, now_ns());
		status = run_case(item, find_device(devices, item->request.device,
						    doc, err), doc, perf);
		failed |= !!status;
		if (status < 0)
			break;
	}
	db_progress_end(&progress);
	if (i < matrix->count) {
		char *said = db_printf("ended early: %zu of %zu case%s not run to the end",
				       matrix->count - i, matrix->count,
				       matrix->count == 1 ? " was" : "s were");

		db_document_error(doc, "", said);
		free(said);
		return DB_FAILED;
	}
	return failed ? DB_FAILED : DB_OK;
}

static void keep_notes(const struct db_matrix *matrix, struct json_object *doc)
{
	size_t i;

	for (i = 0; i < matrix->notes.count; i++)
		json_object_array_add(db_json_get(doc, "notes"),
				      json_object_new_string(matrix->notes.item[i].text));
	if (matrix->scenario)
		db_json_text(db_json_get(doc, "environment"), "scenario",
			     matrix->scenario);
}

static int run_with_perf(struct db_matrix *matrix, struct devices *devices,
			 struct json_object *doc, struct db_perf_session *perf,
			 struct db_err *err)
{
	struct db_err why = { "" };
	int status = db_perf_start(perf, err);

	if (status)
		return status;
	db_json_text(db_json_get(doc, "environment"), "perf_event", perf->event);
	status = run_all(matrix, devices, doc, perf, err);
	if (db_perf_stop(perf, &why)) {
		db_document_error(doc, "", why.text);
		status = DB_FAILED;
	}
	return status;
}

int db_run_matrix(struct db_matrix *matrix, struct json_object *doc,
		  struct db_perf_session *perf, struct db_err *err)
{
	struct devices devices = { };
	int status;

	err->text[0] = 0;
	status = check_all(matrix, &devices, doc, err);
	if (!status) {
		err->text[0] = 0;
		keep_notes(matrix, doc);
		status = perf ? run_with_perf(matrix, &devices, doc, perf, err) :
			run_all(matrix, &devices, doc, NULL, err);
	}
	close_devices(&devices);
	return status;
}
