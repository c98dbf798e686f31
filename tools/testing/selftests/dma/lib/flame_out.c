// SPDX-License-Identifier: GPL-2.0-only
/* One or two sides into a folder. Everything is read before anything is written. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "beside.h"
#include "flame.h"
#include "flame_out.h"
#include "flame_side.h"
#include "text.h"
#include "whole_file.h"
#include "wrap.h"

struct work {
	const struct db_flame_request *request;
	struct db_hot_groups groups;
	struct db_flame_side a, b;
	struct db_list notes;
	char *title, *unit, *table, *template;	/* @template may be NULL */
};

static int read_side(struct work *w, struct db_flame_side *side, const char *path,
		     struct db_err *err)
{
	return db_flame_side_read(side, path, w->request->threads, w->request->event, err);
}

static int read_sides(struct work *w, struct db_err *err)
{
	int status = read_side(w, &w->a, w->request->a, err);

	if (!status && w->request->b)
		status = read_side(w, &w->b, w->request->b, err);
	if (!status && w->request->b && w->a.sampled != w->b.sampled)
		status = db_err_set(err, DB_FAILED,
				    "%s has samples of perf and %s has folded stacks, whose weights may be anything: compare like with like",
				    w->request->a, w->request->b);
	if (!status)
		status = db_hot_groups_read(&w->groups, db_flame_side_arch(&w->a), err);
	if (status)
		return status;
	db_hotspots_make(&w->a.hot, &w->a.perf.stacks, &w->groups);
	db_hotspots_make(&w->b.hot, &w->b.perf.stacks, &w->groups);
	return DB_OK;
}

static const char *kernel_of(const struct db_flame_side *side, const char *path)
{
	const char *release = db_json_get_text(side->doc, "environment.kernel.release");

	return release ? release : path;
}

static void describe(struct work *w)
{
	const char *a = kernel_of(&w->a, w->request->a), *event = w->a.perf.event;
	char *title;

	w->unit = db_printf("%s%s", event, w->a.sampled ? " samples" : "");
	if (w->request->b)
		title = db_printf("%s: A %s, B %s", event, a, kernel_of(&w->b, w->request->b));
	else
		title = db_printf("%s: %s", event, a);
	w->title = db_text_shown(title, "");
	free(title);
	db_flame_notes(&w->a, w->request->b ? "A: " : "", &w->notes);
	if (w->request->b)
		db_flame_notes(&w->b, "B: ", &w->notes);
}

static void tabulate(struct work *w)
{
	size_t size, i;
	FILE *out = open_memstream(&w->table, &size);

	db_wrapped(w->title, "", out);
	if (w->request->b)
		db_hotspots_compare(&w->a.hot, &w->b.hot, w->unit, out);
	else
		db_hotspots_text(&w->a.hot, w->unit, out);
	for (i = 0; i < w->notes.count; i++)
		db_wrapped(w->notes.item[i].text, i ? "warning: " : "\nwarning: ", out);
	fclose(out);
}

static int write_file(struct work *w, const char *name, db_file_content content,
		      struct db_err *err)
{
	char *path = db_printf("%s/%s", w->request->output, name);
	int status = db_file_write(path, content, w, err);

	if (!status)
		fprintf(stderr, "%s\n", path);
	free(path);
	return status;
}

static int folded_a(FILE *out, void *data, struct db_err *err)
{
	struct work *w = data;

	(void)err;
	db_stacks_write(&w->a.perf.stacks, out);
	return DB_OK;
}

static int folded_b(FILE *out, void *data, struct db_err *err)
{
	struct work *w = data;

	(void)err;
	db_stacks_write(&w->b.perf.stacks, out);
	return DB_OK;
}

static int table(FILE *out, void *data, struct db_err *err)
{
	struct work *w = data;

	(void)err;
	fputs(w->table, out);
	return DB_OK;
}

static int page(FILE *out, void *data, struct db_err *err)
{
	struct work *w = data;
	struct db_flame_page page = {
		.title = w->title, .unit = w->unit, .a = &w->a.perf.stacks,
		.b = w->request->b ? &w->b.perf.stacks : NULL,
		.groups = &w->groups, .notes = &w->notes, .table = w->table,
	};

	return db_flame_write(&page, w->template, out, err);
}

static int write_all(struct work *w, struct db_err *err)
{
	int both = !!w->request->b;
	int status;

	if (mkdir(w->request->output, 0755) && errno != EEXIST)
		return db_err_set(err, DB_FAILED, "--output %s: %s", w->request->output,
				  strerror(errno));
	status = write_file(w, both ? "a." DB_FOLDED : DB_FOLDED, folded_a, err);
	if (!status && both)
		status = write_file(w, "b." DB_FOLDED, folded_b, err);
	if (!status)
		status = write_file(w, "hotspots.txt", table, err);
	if (!status && w->template)
		status = write_file(w, "flamegraph.html", page, err);
	if (!status && !w->template)
		fprintf(stderr, "no flamegraph.html: no page to be filled in lies beside the program; scripts/make-flamegraph-page makes one, for --template\n");
	return status;
}

/* The one that was named must be there; the one beside the program may be. */
static void find_template(struct work *w)
{
	if (w->request->template) {
		w->template = db_strdup(w->request->template);
		return;
	}
	w->template = db_beside_program(DB_FLAME_TEMPLATE);
	if (access(w->template, F_OK)) {
		free(w->template);
		w->template = NULL;
	}
}

int db_flame_out(const struct db_flame_request *request, struct db_err *err)
{
	struct work w = { .request = request };
	int status = read_sides(&w, err);

	if (!status) {
		describe(&w);
		tabulate(&w);
		find_template(&w);
		fputs(w.table, stdout);
		fflush(stdout);
		status = write_all(&w, err);
	}
	db_flame_side_free(&w.a);
	db_flame_side_free(&w.b);
	db_hot_groups_free(&w.groups);
	db_list_free(&w.notes);
	free(w.title);
	free(w.unit);
	free(w.table);
	free(w.template);
	return status;
}
