// SPDX-License-Identifier: GPL-2.0-only
/*
 * Reading a scenario file with libinih. libinih does not tell line numbers, nor
 * sections without keys, goes on after a mistake, and cuts long lines and what
 * stands behind a section silently: the reader below, which hands it line by
 * line, looks first.
 */
#include <ini.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "number.h"
#include "scenario.h"
#include "text.h"

#define NAME_MAX_CHARS	49	/* libinih's limit for sections and keys */
#define NO_SECTION	((size_t)-1)

struct section {
	char *name;
	int line;
	struct db_axes axes;
	int key_line[DB_KEY_COUNT];
};

struct reading {
	const char *path, *rest;
	int line;
	size_t count, room, current;
	struct section *section;	/* [0] is [global] */
	int status;
	struct db_err *err;
};

__printf(2, 3)
static void mistake(struct reading *r, const char *fmt, ...)
{
	va_list args;
	char *text;

	if (r->status)
		return;		/* the first one is what the user must see */
	va_start(args, fmt);
	text = db_vprintf(fmt, args);
	va_end(args);
	r->status = db_err_set(r->err, DB_USAGE, "%s:%d: %s", r->path, r->line, text);
	free(text);
}

static struct section *find(struct reading *r, const char *name)
{
	size_t i;

	/* "global" is a word of ours, so it is spelled as freely as the keys. */
	if (db_word_equal(name, "global"))
		return &r->section[0];
	for (i = 1; i < r->count; i++)
		if (!strcmp(r->section[i].name, name))
			return &r->section[i];
	return NULL;
}

static struct section *add(struct reading *r, const char *name)
{
	struct section *section;

	if (r->count == r->room) {
		r->room = 2 * r->room + 8;
		r->section = db_grow(r->section, r->room * sizeof(*section));
	}
	section = &r->section[r->count++];
	memset(section, 0, sizeof(*section));
	section->name = db_strdup(name);
	return section;
}

/* The first of @chars, or NULL when a comment or the end comes before. */
static char *before_comment(char *text, const char *chars)
{
	char *at;

	for (at = text; *at; at++) {
		if (*at == ';' && at > text && (at[-1] == ' ' || at[-1] == '\t'))
			return NULL;
		if (strchr(chars, *at))
			return at;
	}
	return NULL;
}

static void begin_section(struct reading *r, const char *name)
{
	struct section *section = find(r, name);

	if (section && section->line) {
		mistake(r, "section [%s] was there already, in line %d; give each its own name",
			name, section->line);
		return;
	}
	if (r->count > DB_MATRIX_MAX) {
		mistake(r, "more than %d sections; use lists and ranges", DB_MATRIX_MAX);
		return;
	}
	if (!section)
		section = add(r, name);
	section->line = r->line;
	r->current = section - r->section;
}

/* @text: behind the '['. */
static void see_section(struct reading *r, const char *text)
{
	char *name = db_strdup(text), *end = before_comment(name, "]"), *after;

	if (!end) {
		mistake(r, "'[%s': a section begins with '[' and must end with ']'", text);
		goto out;
	}
	*end = 0;
	after = end + 1 + strspn(end + 1, " \t");
	if (*after && *after != ';' && *after != '#')
		mistake(r, "'%s' stands behind section [%s]; keys begin in the next line",
			after, name);
	else if (!*name || end - name > NAME_MAX_CHARS)
		mistake(r, "'[%s]': a section's name must have 1 to %d characters",
			name, NAME_MAX_CHARS);
	else if (strchr(" \t", *name) || strchr(" \t", end[-1]))
		mistake(r, "'[%s]': a section's name must not begin or end with a blank",
			name);
	else
		begin_section(r, name);
out:
	free(name);
}

static void check_characters(struct reading *r, const char *line)
{
	size_t at = 0;

	while (line[at += db_text_plain(line + at)] == '\t')
		at++;
	if (line[at])
		mistake(r, "byte %zu (0x%02x) is a control character or no UTF-8; a scenario is plain text, remove it",
			at + 1, (unsigned char)line[at]);
}

static void check_line(struct reading *r, char *line)
{
	check_characters(r, line);
	if (*line == '[')
		see_section(r, line + 1);
	else if (*line && *line != ';' && *line != '#' && !before_comment(line, "=:"))
		mistake(r, "'%s' is neither [section] nor key = value nor a comment (; or #)",
			line);
}

/* libinih takes an indented line for more of the value above: none is. */
static char *read_line(char *to, int room, void *data)
{
	struct reading *r = data;
	size_t length = strcspn(r->rest, "\n");
	char *line, *text;

	if (r->status || !*r->rest)
		return NULL;
	line = db_printf("%.*s", (int)length, r->rest);
	r->rest += length + (r->rest[length] == '\n');
	r->line++;
	if (length && line[length - 1] == '\r')
		line[length - 1] = 0;
	text = db_trim(line);
	if (strlen(text) + 2 > (size_t)room)
		mistake(r, "the line has %zu characters, and at most %d fit; use a range A..B, or two sections",
			strlen(text), room - 2);
	else
		check_line(r, text);
	snprintf(to, room, "%s\n", text);
	free(line);
	return r->status ? NULL : to;
}

static void see_key(struct reading *r, struct section *section, const char *name,
		    const char *value)
{
	const struct db_key *key = db_key_find(name);
	struct db_err why;
	char *valid;
	int id;

	if (!key) {
		valid = db_key_names(", ");
		mistake(r, "key '%s' is not known; valid: %s", name, valid);
		free(valid);
		return;
	}
	id = key - db_keys;
	if (section->key_line[id]) {
		mistake(r, "key '%s' was given already in this section, in line %d; write one list",
			name, section->key_line[id]);
		return;
	}
	section->key_line[id] = r->line;
	if (db_axes_add(&section->axes, id, value, &why))
		mistake(r, "key '%s': %s", name, why.text);
}

/* libinih: nonzero goes on. */
static int see(void *data, const char *in, const char *name, const char *value)
{
	struct reading *r = data;

	(void)in;
	if (r->current == NO_SECTION)
		mistake(r, "key '%s' stands before the first section; begin with [global] or a job's [name]",
			name);
	else if (!r->status)
		see_key(r, &r->section[r->current], name, value);
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

static void read_all(struct reading *r, const char *text)
{
	int bad_line;

	/* What editors of other systems put first. */
	r->rest = text + (strncmp(text, "\xef\xbb\xbf", 3) ? 0 : 3);
	r->current = NO_SECTION;
	add(r, "global");
	bad_line = ini_parse_stream(read_line, r, see, r);
	if (bad_line > 0) {
		r->line = bad_line;
		mistake(r, "neither [section] nor key = value nor a comment (; or #)");
	}
}

int db_scenario_load(const char *path, struct db_matrix *matrix, struct db_err *err)
{
	struct reading r = { .path = path, .err = err };
	char *text = db_scenario_text(path, err);
	size_t i;

	if (!text)
		return DB_USAGE;
	read_all(&r, text);
	free(text);
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
	return r.status;
}
