// SPDX-License-Identifier: GPL-2.0-only
/*
 * Reading a scenario file with libinih. libinih does not tell line numbers, nor
 * sections without keys, and cuts long lines silently: the reader below, which
 * hands it line by line, sees all three.
 */
#include <ctype.h>
#include <errno.h>
#include <ini.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "scenario.h"

#define NAME_MAX_CHARS	49	/* libinih's limit for sections and keys */

struct section {
	char *name;
	int line;
	struct db_axes axes;
	int key_line[DB_KEY_COUNT];
};

struct reading {
	FILE *file;
	const char *path;
	int line;
	size_t count;
	struct section *section;	/* [0] is [global] */
	int status;
	struct db_err *err;
};

static void mistake(struct reading *r, const char *text)
{
	if (r->status)
		return;		/* the first one is what the user must see */
	r->status = db_err_set(r->err, DB_USAGE, "%s:%d: %s", r->path, r->line, text);
}

static struct section *find(struct reading *r, const char *name)
{
	size_t i;

	for (i = 0; i < r->count; i++)
		if (!strcmp(r->section[i].name, name))
			return &r->section[i];
	return NULL;
}

static struct section *add(struct reading *r, const char *name)
{
	struct section *section;

	r->section = db_grow(r->section, (r->count + 1) * sizeof(*section));
	section = &r->section[r->count++];
	memset(section, 0, sizeof(*section));
	section->name = db_strdup(name);
	section->line = r->line;
	return section;
}

static void see_section(struct reading *r, const char *text)
{
	size_t n = strcspn(text, "]");
	char *name = db_printf("%.*s", (int)n, text), *said;
	struct section *old = find(r, name);

	if (!text[n]) {
		mistake(r, "a section begins with '[' and must end with ']'");
	} else if (!*name || n > NAME_MAX_CHARS) {
		mistake(r, "a section's name must have 1 to 49 characters");
	} else if (old && old->line) {
		said = db_printf("section [%s] was there already, in line %d; give each its own name",
				 name, old->line);
		mistake(r, said);
		free(said);
	} else if (old) {
		old->line = r->line;	/* [global], known from the start */
	} else {
		add(r, name);
	}
	free(name);
}

static char *read_line(char *line, int room, void *data)
{
	struct reading *r = data;
	char *text;

	if (r->status || !fgets(line, room, r->file))
		return NULL;
	r->line++;
	if (!strchr(line, '\n') && !feof(r->file)) {
		mistake(r, "the line is too long (at most 190 characters); use a range A..B, or two sections");
		return NULL;
	}
	text = line + strspn(line, " \t");
	if (*text == '[')
		see_section(r, text + 1);
	else if (text != line && *text && *text != '\n' && *text != '\r' &&
		 *text != ';' && *text != '#')
		/* libinih would take it for more of the value above. */
		memmove(line, text, strlen(text) + 1);
	return r->status ? NULL : line;
}

static void see_key(struct reading *r, struct section *section, const char *name,
		    const char *value)
{
	const struct db_key *key = db_key_find(name);
	struct db_err why;
	char *said;
	int id;

	if (!key) {
		char *valid = db_key_names(", ");

		said = db_printf("key '%s' is not known; valid: %s", name, valid);
		free(valid);
	} else if (section->key_line[key - db_keys]) {
		id = key - db_keys;
		said = db_printf("key '%s' was given already in this section, in line %d; write one list",
				 name, section->key_line[id]);
	} else {
		id = key - db_keys;
		section->key_line[id] = r->line;
		if (!db_axes_add(&section->axes, id, value, &why))
			return;
		said = db_printf("key '%s': %s", name, why.text);
	}
	mistake(r, said);
	free(said);
}

/* libinih: nonzero goes on. */
static int see(void *data, const char *in, const char *name, const char *value)
{
	struct reading *r = data;
	struct section *section = find(r, in);

	if (r->status)
		return 1;
	if (!section || !*in)
		mistake(r, "a key before the first section; begin with [global] or a job's [name]");
	else
		see_key(r, section, name, value);
	return 1;
}

static int expand_jobs(struct reading *r, struct db_matrix *matrix)
{
	struct db_axes *global = &r->section[0].axes;
	size_t i;
	int status;

	if (global->axis[DB_KEY_ITERATIONS].count && global->axis[DB_KEY_SECONDS].count)
		return db_err_set(r->err, DB_USAGE,
				  "%s:%d: [global]: iterations and seconds both say how long; give one",
				  r->path, r->section[0].line);
	if (r->count == 1)
		return db_err_set(r->err, DB_USAGE,
				  "%s: no job; add a section [name] with the keys of what to measure",
				  r->path);
	for (i = 1; i < r->count; i++) {
		struct section *section = &r->section[i];

		status = db_matrix_add(matrix, global, &section->axes, section->name,
				       r->err);
		if (status)
			return db_err_at(r->err, status, "%s:%d: section [%s]: ",
					 r->path, section->line, section->name);
	}
	return DB_OK;
}

static char *base_name(const char *path)
{
	const char *slash = strrchr(path, '/');
	char *name = db_strdup(slash ? slash + 1 : path);
	size_t n = strlen(name);

	if (n > 4 && !strcmp(name + n - 4, ".ini"))
		name[n - 4] = 0;
	return name;
}

int db_scenario_load(const char *path, struct db_matrix *matrix, struct db_err *err)
{
	struct reading r = { .path = path, .err = err };
	int bad_line;
	size_t i;

	r.file = fopen(path, "re");
	if (!r.file)
		return db_err_set(err, DB_USAGE, "%s: %s", path, strerror(errno));
	add(&r, "global");
	r.section[0].line = 0;
	bad_line = ini_parse_stream(read_line, &r, see, &r);
	if (!r.status && bad_line > 0) {
		r.line = bad_line;
		mistake(&r, "neither [section] nor key = value nor a comment (; or #)");
	}
	if (!r.status && ferror(r.file))
		r.status = db_err_set(err, DB_FAILED, "%s: cannot be read", path);
	if (!r.status)
		r.status = expand_jobs(&r, matrix);
	if (!r.status) {
		db_matrix_name(matrix);
		matrix->scenario = base_name(path);
	}
	for (i = 0; i < r.count; i++) {
		db_axes_free(&r.section[i].axes);
		free(r.section[i].name);
	}
	free(r.section);
	fclose(r.file);
	return r.status;
}
