// SPDX-License-Identifier: GPL-2.0-only
/* What a flame graph is made of, from a file or a folder. */
#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "document.h"
#include "flame_side.h"

/* A folded line ends in a number and has no ": ", which each head of perf's samples has. */
static int is_folded_line(const char *line)
{
	size_t n = strcspn(line, "\n");

	return n && isdigit((unsigned char)line[n - 1]) && !strstr(line, ": ");
}

/* By the first line that is neither empty nor a remark. */
static int is_folded(FILE *file)
{
	char *line = NULL;
	size_t room = 0;
	int folded = 0;

	while (getline(&line, &room, file) > 0) {
		if (*line == '#' || *line == '\n')
			continue;
		folded = is_folded_line(line);
		break;
	}
	free(line);
	rewind(file);
	return folded;
}

static int read_chains(struct db_flame_side *side, FILE *file, const char *path,
		       const char *threads, const char *event, struct db_err *err)
{
	int status;

	side->sampled = !is_folded(file);
	if (side->sampled)
		return db_perf_text_read(&side->perf, file, path, threads ? threads : DB_THREADS,
					 event, err);
	status = db_stacks_read(&side->perf.stacks, file, path, err);
	if (!status && !side->perf.stacks.count)
		status = db_err_set(err, DB_FAILED, "%s: is empty: no stacks, no samples", path);
	snprintf(side->perf.event, sizeof(side->perf.event), "%s", event ? event : "weight");
	return status;
}

static int read_file(struct db_flame_side *side, const char *path, const char *threads,
		     const char *event, struct db_err *err)
{
	FILE *file = fopen(path, "r");
	int status;

	if (!file)
		return db_err_set(err, DB_FAILED, "%s: %s", path, strerror(errno));
	status = read_chains(side, file, path, threads, event, err);
	fclose(file);
	return status;
}

static int read_folder(struct db_flame_side *side, const char *path, const char *threads,
		       const char *event, struct db_err *err)
{
	char *results = db_printf("%s/" DB_RESULTS, path);
	char *chains = db_printf("%s/" DB_PERF_TEXT, path);
	int status = DB_OK;

	if (!access(results, F_OK)) {
		side->doc = db_document_read(results, err);
		status = side->doc ? DB_OK : DB_FAILED;
	}
	if (access(chains, F_OK)) {
		free(chains);
		chains = db_printf("%s/" DB_FOLDED, path);
	}
	if (!status && access(chains, F_OK))
		status = db_err_set(err, DB_FAILED,
				    "%s: neither " DB_PERF_TEXT " nor " DB_FOLDED " in it: put there what `perf script` prints",
				    path);
	if (!status)
		status = read_file(side, chains, threads, event, err);
	free(chains);
	free(results);
	return status;
}

int db_flame_side_read(struct db_flame_side *side, const char *path, const char *threads,
		       const char *event, struct db_err *err)
{
	struct stat is;

	memset(side, 0, sizeof(*side));
	if (!stat(path, &is) && S_ISDIR(is.st_mode))
		return read_folder(side, path, threads, event, err);
	return read_file(side, path, threads, event, err);
}

void db_flame_side_free(struct db_flame_side *side)
{
	db_perf_text_free(&side->perf);
	db_hotspots_free(&side->hot);
	json_object_put(side->doc);
}

const char *db_flame_side_arch(const struct db_flame_side *side)
{
	static struct utsname here;
	const char *arch = db_json_get_text(side->doc, "environment.kernel.arch");

	if (arch)
		return arch;
	if (*side->perf.arch)
		return side->perf.arch;
	uname(&here);
	return here.machine;
}
