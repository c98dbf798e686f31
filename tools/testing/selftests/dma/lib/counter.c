// SPDX-License-Identifier: GPL-2.0-only
/*
 * Reading a counter file. Nothing of it is believed before its digest is right:
 * a guest that was stopped leaves half a file, and half of the counts look like
 * counts.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "counter.h"
#include "sha256.h"
#include "sys.h"

#define HEAD	"dma-bench-counts"
#define VERSION	1
#define SEAL	"sha256 "

static int wrong(struct db_err *err, const char *what)
{
	return db_err_set(err, DB_FAILED, "%s", what);
}

/* The seal is the last line, and complete. */
static int check_seal(const char *text, size_t bytes, struct db_err *err)
{
	size_t line = sizeof(SEAL) - 1 + DB_SHA256_ROOM - 1 + 1;
	char digest[DB_SHA256_ROOM];
	const char *seal = bytes < line ? NULL : text + bytes - line;

	if (!seal || (seal > text && seal[-1] != '\n') ||
	    strncmp(seal, SEAL, sizeof(SEAL) - 1) || text[bytes - 1] != '\n')
		return db_err_set(err, DB_FAILED,
				  "ends after %zu byte%s without its seal: the file is truncated, QEMU did not end well; run again",
				  bytes, DB_S(bytes));
	db_sha256(text, seal - text, digest);
	if (strncmp(seal + sizeof(SEAL) - 1, digest, DB_SHA256_ROOM - 1))
		return wrong(err,
			     "the digest at its end does not fit: the file is corrupt or was edited; run again");
	return DB_OK;
}

static int check_head(const char *text, struct db_err *err)
{
	unsigned int version;
	int at = 0;

	if (sscanf(text, HEAD " %u%n", &version, &at) != 1 || text[at] != '\n')
		return wrong(err,
			     "not a counter file: the first line must be \"" HEAD " 1\"");
	if (version != VERSION)
		return db_err_set(err, DB_FAILED,
				  "version %u: this tool reads version %d only; build tool and plugin from one source",
				  version, VERSION);
	return DB_OK;
}

/* ---- one line each; -1: malformed ---- */

static int read_names(struct db_counter_file *file, char *words)
{
	char *word;

	if (file->names.count || file->count)
		return -1;
	while ((word = strsep(&words, " ")))
		db_list_add(&file->names, word, 0);
	return 0;
}

static struct db_counter_run *last_run(struct db_counter_file *file)
{
	struct db_counter_run *run = file->count ? &file->run[file->count - 1] : NULL;

	return run && !run->ended ? run : NULL;
}

static int add_run(struct db_counter_file *file, uint32_t number)
{
	file->run = db_grow(file->run, (file->count + 1) * sizeof(*file->run));
	file->run[file->count++] = (struct db_counter_run){ .number = number };
	return file->names.count ? 0 : -1;
}

static int add_phase(struct db_counter_file *file, const struct db_counter_phase *read)
{
	struct db_counter_run *run = last_run(file);
	struct db_counter_phase *phase;
	size_t i;

	if (!run)
		return -1;
	for (i = 0; i < run->count; i++)
		if (run->phase[i].phase == read->phase)
			return -1;
	run->phase = db_grow(run->phase, (run->count + 1) * sizeof(*run->phase));
	phase = &run->phase[run->count++];
	*phase = *read;
	phase->counter = db_alloc(file->names.count * sizeof(*phase->counter));
	return 0;
}

/* Index of the counter called @name, or -1. */
static int find_counter(const struct db_counter_file *file, const char *name)
{
	size_t i;

	for (i = 0; i < file->names.count; i++)
		if (!strcmp(file->names.item[i].text, name))
			return i;
	return -1;
}

static int add_counter(struct db_counter_file *file, const char *name,
		       const struct db_counter *counter)
{
	struct db_counter_run *run = last_run(file);
	int i = find_counter(file, name);

	if (!run || !run->count || counter->min > counter->max || i < 0)
		return -1;
	run->phase[run->count - 1].counter[i] = *counter;
	return 0;
}

static int end_run(struct db_counter_file *file, uint32_t number)
{
	struct db_counter_run *run = last_run(file);

	if (!run || run->number != number)
		return -1;
	run->ended = 1;
	return 0;
}

/* Did sscanf() read all of the line? */
static int whole(const char *line, int at)
{
	return at > 0 && !line[at];
}

/* Windows are of the whole machine, and belong to no result. */
static int check_window(const char *line)
{
	char name[64];
	uint64_t count;
	int at = 0;

	if (sscanf(line, "window %" SCNu64 "%n", &count, &at) == 1 &&
	    (whole(line, at) || !strcmp(line + at, " open")))
		return 0;
	return sscanf(line, "total %63s %" SCNu64 "%n", name, &count, &at) == 2 &&
	       whole(line, at) ? 0 : -1;
}

/* Call chains are for scripts/fold-counts: here they must only be well formed. */
static int check_stack(struct db_counter_file *file, const char *line)
{
	const struct db_counter_run *run = last_run(file);
	char name[64];
	uint64_t count;
	int at = 0;

	if (!run || !run->count ||
	    sscanf(line, "%63s %" SCNu64 " %n", name, &count, &at) != 2 || !at ||
	    !count || find_counter(file, name) < 0)
		return -1;
	line += at;
	do {
		at = strspn(line, "0123456789abcdef");
		if (!at || at > 16)
			return -1;
		line += at;
	} while (*line++ == ';');
	return line[-1] ? -1 : 0;
}

static int read_line(struct db_counter_file *file, char *line)
{
	struct db_counter_phase phase = { };
	struct db_counter counter;
	char name[64];
	uint32_t number;
	int at = 0;

	if (!strncmp(line, "counters ", 9))
		return read_names(file, line + 9);
	if (!strncmp(line, "stack ", 6))
		return check_stack(file, line + 6);
	if (sscanf(line, "target %31s%n", file->target, &at) == 1 && whole(line, at))
		return 0;
	if (sscanf(line, "stray %" SCNu64 "%n", &file->stray, &at) == 1 &&
	    whole(line, at))
		return 0;
	if (sscanf(line, "run %" SCNu32 "%n", &number, &at) == 1 && whole(line, at))
		return add_run(file, number);
	if (sscanf(line, "end %" SCNu32 "%n", &number, &at) == 1 && whole(line, at))
		return end_run(file, number);
	if (sscanf(line, "phase %" SCNu32 " operations %" SCNu64 " disturbed %" SCNu64 "%n",
		   &phase.phase, &phase.operations, &phase.disturbed, &at) == 3 &&
	    whole(line, at))
		return add_phase(file, &phase);
	if (sscanf(line, "count %63s %" SCNu64 " %" SCNu64 " %" SCNu64 "%n", name,
		   &counter.sum, &counter.min, &counter.max, &at) == 4 &&
	    whole(line, at))
		return add_counter(file, name, &counter);
	return check_window(line);
}

static int read_lines(struct db_counter_file *file, char *text, struct db_err *err)
{
	unsigned int number = 0;
	char *line;

	while ((line = strsep(&text, "\n"))) {
		if (!number++ || !*line || !strncmp(line, SEAL, sizeof(SEAL) - 1))
			continue;
		if (read_line(file, line))
			return db_err_set(err, DB_FAILED,
					  "line %u: '%.60s' does not belong there; build tool and plugin from one source",
					  number, line);
	}
	return DB_OK;
}

int db_counter_read(struct db_counter_file *file, const char *path,
		    struct db_err *err)
{
	size_t bytes;
	char *text = db_read_file(path, &bytes);
	int status;

	memset(file, 0, sizeof(*file));
	if (!text)
		return db_err_set(err, DB_FAILED,
				  "%s: %s; was the guest started with the counting plugin?",
				  path, strerror(errno));
	if (!bytes)
		status = wrong(err, "is empty: QEMU did not end well; run again");
	else
		status = check_head(text, err);
	if (!status)
		status = check_seal(text, bytes, err);
	if (!status)
		status = read_lines(file, text, err);
	free(text);
	if (status) {
		db_counter_free(file);
		db_err_at(err, status, "%s: ", path);
	}
	return status;
}

void db_counter_free(struct db_counter_file *file)
{
	size_t i, k;

	for (i = 0; i < file->count; i++) {
		for (k = 0; k < file->run[i].count; k++)
			free(file->run[i].phase[k].counter);
		free(file->run[i].phase);
	}
	free(file->run);
	db_list_free(&file->names);
	memset(file, 0, sizeof(*file));
}
