// SPDX-License-Identifier: GPL-2.0-only
/* A matrix in, a report out. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "document.h"
#include "json.h"
#include "measure.h"
#include "perf_keep.h"
#include "runner.h"
#include "text.h"
#include "whole_file.h"

static struct db_list typed;

void db_command_line_keep(int argc, char **argv)
{
	int i;

	for (i = 0; i < argc; i++)
		db_list_add(&typed, argv[i], 0);
}

void db_command_line_free(void)
{
	db_list_free(&typed);
}

int db_complain(const struct db_err *err, int status)
{
	char *shown = db_text_shown(err->text, "");

	fprintf(stderr, "dma_map_benchmark: %s\n", shown);
	free(shown);
	return status;
}

static int dry_run(const struct db_matrix *matrix)
{
	size_t i;

	for (i = 0; i < matrix->count; i++) {
		const struct db_request *request = &matrix->item[i].request;
		enum db_key_id id = request->run.iterations ? DB_KEY_ITERATIONS :
			DB_KEY_SECONDS;
		char *length = db_key_text(id, request);

		printf("%s  (%s=%s%s%s)\n", matrix->item[i].name,
		       db_keys[id].name, length, *matrix->item[i].job ? ", " : "",
		       matrix->item[i].job);
		free(length);
	}
	for (i = 0; i < matrix->notes.count; i++)
		fprintf(stderr, "note: %s\n", matrix->notes.item[i].text);
	fprintf(stderr, "%zu case%s; words that came from \"all\" run only where the device can\n",
		matrix->count, DB_S(matrix->count));
	return DB_OK;
}

static int write_result(struct json_object *doc, const char *path, int status)
{
	char *place = db_document_place(path, status);
	struct db_err err;

	if (db_document_write(doc, place, &err)) {
		status = db_complain(&err, DB_FAILED);
	} else if (strcmp(place, path)) {
		db_err_set(&err, status,
			   "%s: left as it was, as this run failed; what it gave is in %s",
			   path, place);
		db_complain(&err, status);
	}
	free(place);
	return status;
}

static int keep_samples(struct json_object *doc, const struct db_perf_session *perf, int status)
{
	struct db_err err = { "" };

	if (db_perf_keep(perf->folder, doc, &err))
		return db_complain(&err, DB_FAILED);
	fprintf(stderr, "samples: %s; draw them: dma_map_benchmark flamegraph %s --output %s\n",
		perf->folder, perf->folder, perf->folder);
	return status;
}

static int deliver(struct json_object *doc, const struct db_options *options,
		   const struct db_perf_session *perf, int status)
{
	int to_stdout = options->json && !strcmp(options->json, "-");

	if (perf)
		status = keep_samples(doc, perf, status);
	if (options->json)
		status = write_result(doc, options->json, status);
	if (!to_stdout)
		db_report(doc, options->format, stdout);
	fflush(stdout);	/* main() looks whether that went well */
	db_report_errors(doc, stderr);
	return status;
}

/* Numbers that no other tool in the guest uses: the counter file has all runs. */
static void mark_all(struct db_matrix *matrix)
{
	size_t i;

	for (i = 0; i < matrix->count; i++) {
		struct mbe_run *run = &matrix->item[i].request.run;

		run->flags |= MBE_RUN_COUNT;
		run->count_run = (uint32_t)getpid() << 16 | (uint32_t)(i + 1);
	}
}

int db_measure(struct db_matrix *matrix, const struct db_options *options)
{
	struct db_perf_session session = {
		.event = options->perf,
		.folder = options->perf_output ? options->perf_output : DB_PERF_FOLDER,
	}, *perf = options->perf ? &session : NULL;
	struct json_object *doc;
	struct db_err err = { "" };
	int status = DB_OK, machine;
	char *words;

	if (options->dry_run)
		return dry_run(matrix);
	if (options->count)
		mark_all(matrix);
	words = db_list_join(&typed, " ");
	doc = db_document_new(words);
	free(words);
	if (options->json)
		status = db_file_writable(options->json, &err);
	if (!status)
		status = db_run_matrix(matrix, doc, perf, &err);
	machine = options->format == DB_FORMAT_JSON ||
		  (options->json && !strcmp(options->json, "-"));
	if (status && *err.text) {
		/* Nothing ran. A program gets the reason as JSON too. */
		db_complain(&err, status);
		db_document_error(doc, "", err.text);
		if (machine)
			db_report(doc, DB_FORMAT_JSON, stdout);
	} else {
		status = deliver(doc, options, perf, status);
	}
	json_object_put(doc);
	return status;
}
