// SPDX-License-Identifier: GPL-2.0-only
/* The rules: see expected.h. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "err.h"
#include "expected.h"
#include "json.h"
#include "sys.h"

enum {
	MODE, PHASE, DIR, ATTRS, BOUNCED, LINES, IN, OUT, MAPS, COMMANDS,
	FIRST_KERNEL, COLUMNS = 16
};

#define PAGE_BYTES	4096ull
#define BLOCK_BYTES	(512 * PAGE_BYTES)	/* a leaf one level up */
#define PTE_BYTES	8
#define TABLE_PTES	512

/* ---- what a range of memory costs ---- */

struct lines {
	uint64_t cvac, civac, ivac;
};

static uint64_t clean(uint64_t offset, uint64_t size, uint64_t line)
{
	return (offset + size + line - 1) / line - offset / line;
}

/*
 * The kernel cleans a partial last line, then a partial first one, then walks
 * from the first: a line that the range begins is invalidated in any case, even
 * when the same line was its partial last one.
 */
static struct lines inval(uint64_t offset, uint64_t size, uint64_t line)
{
	uint64_t at = offset / line, end = (offset + size) / line;
	struct lines lines = { .civac = (offset + size) % line != 0 };

	if (offset % line)
		lines.civac++;
	else
		lines.ivac++;
	for (at++; at < end; at++)
		lines.ivac++;
	return lines;
}

static struct lines lines_of(const char *what, uint64_t offset, uint64_t size,
			     uint64_t line)
{
	if (!strcmp(what, "clean"))
		return (struct lines){ .cvac = clean(offset, size, line) };
	if (!strcmp(what, "inval"))
		return inval(offset, size, line);
	return (struct lines){ };
}

/* ---- the table ---- */

struct row {
	char *cell[COLUMNS];
	unsigned int cells;
};

struct table {
	char *text;
	struct row head, *row;
	unsigned int rows, kernel;	/* column of the kernel */
};

static void split(struct row *row, char *line)
{
	char *cell;

	row->cells = 0;
	while ((cell = strsep(&line, "\t")) && row->cells < COLUMNS)
		row->cell[row->cells++] = cell;
}

/*
 * "6.1" is the column of 6.1.5, and not of 6.12; "7+unbatched" that of a 7.x
 * which has the variant in its name, and "7" is then not.
 */
static bool is_of(const char *column, const char *release)
{
	const char *variant = strchr(column, '+');
	size_t n = variant ? (size_t)(variant - column) : strlen(column);

	return !strncmp(release, column, n) && release[n] == '.' &&
	       (!variant || strstr(release, variant + 1));
}

static int find_kernel(struct table *table, const char *release, const char *word)
{
	unsigned int i;

	for (i = FIRST_KERNEL; i < table->head.cells; i++) {
		if (is_of(table->head.cell[i], release))
			table->kernel = i;	/* variants stand last */
		if (word && !strcmp(table->head.cell[i], word)) {
			table->kernel = i;
			return 0;
		}
	}
	if (table->kernel)
		return 0;
	fprintf(stderr, "check_counts: the table has no column for kernel %s\n", release);
	return -1;
}

static int read_rows(struct table *table, const char *path)
{
	char *rest = table->text, *line;
	struct row *row;

	while ((line = strsep(&rest, "\n"))) {
		if (*line == '#' || !*line)
			continue;
		if (!table->head.cells) {
			split(&table->head, line);
			continue;
		}
		table->row = db_grow(table->row, (table->rows + 1) * sizeof(*table->row));
		row = &table->row[table->rows++];
		split(row, line);
		if (row->cells != table->head.cells) {
			fprintf(stderr, "%s: row '%s ...': %u cells, not the %u of the head\n",
				path, row->cell[0], row->cells, table->head.cells);
			return -1;
		}
	}
	return 0;
}

void expected_free(struct table *table)
{
	free(table->row);
	free(table->text);
	free(table);
}

struct table *expected_read(const char *path, const char *release, const char *word)
{
	struct table *table = db_alloc(sizeof(*table));

	table->text = db_read_file(path, NULL);
	if (!table->text)
		perror(path);
	if (table->text && !read_rows(table, path) && !find_kernel(table, release, word))
		return table;
	expected_free(table);
	return NULL;
}

static bool fits(const char *cell, const char *value)
{
	return !strcmp(cell, "*") || !strcmp(cell, value);
}

static const struct row *find_row(const struct table *table,
				  struct json_object *result, const char *phase)
{
	char *attrs = db_json_get_list(result, "params.attrs", "+");
	const struct row *found = NULL;
	unsigned int i;

	for (i = 0; i < table->rows && !found; i++) {
		const struct row *row = &table->row[i];

		if (fits(row->cell[MODE], db_json_get_text(result, "params.mode")) &&
		    fits(row->cell[PHASE], phase) &&
		    fits(row->cell[DIR], db_json_get_text(result, "params.dir")) &&
		    fits(row->cell[ATTRS], *attrs ? attrs : "none") &&
		    fits(row->cell[BOUNCED],
			 db_json_get_count(result, "bounced") ? "yes" : "no"))
			found = row;
	}
	free(attrs);
	return found;
}

/* ---- a page table, if there is one ---- */

struct leaves {
	uint64_t runs;	/* mapped one by one: entries, since no two are adjacent */
	uint64_t each;	/* leaf entries of a run */
};

/*
 * Addresses are allocated aligned to the next power of two: nothing begins
 * inside a line or a table that it could end in.
 */
static bool leaves_of(struct leaves *leaves, struct json_object *result,
		      uint64_t entries)
{
	uint64_t size = db_json_get_count(result, "params.size");
	uint64_t bytes = size + db_json_get_count(result, "params.offset") % PAGE_BYTES;

	leaves->runs = entries;
	leaves->each = (bytes + PAGE_BYTES - 1) / PAGE_BYTES;
	if (bytes >= BLOCK_BYTES) {
		leaves->each = bytes / BLOCK_BYTES;
		return bytes % BLOCK_BYTES == 0 && entries == 1;
	}
	return leaves->runs * leaves->each <= TABLE_PTES;
}

/* One sync of the lines that hold @count entries from @first. */
static void sync_entries(struct expected *to, uint64_t first, uint64_t count,
			 uint64_t line)
{
	to->cvac += clean(first * PTE_BYTES, count * PTE_BYTES, line);
	to->waits++;
	to->maintained++;
}

/*
 * "set": a sync for each run; "clear": one for all leaves, "each": one for each
 * of them. Return: is @word one of these?
 */
static bool add_tables(struct expected *to, const char *word,
		       const struct leaves *leaves, uint64_t line)
{
	uint64_t all = leaves->runs * leaves->each, step = all, at;

	if (!strcmp(word, "set"))
		step = leaves->each;
	else if (!strcmp(word, "each"))
		step = 1;
	else if (strcmp(word, "clear"))
		return false;
	for (at = 0; line && at < all; at += step)
		sync_entries(to, at, step, line);
	return true;
}

/* Terms between '+': a number, N for the entries, or what add_tables() knows. */
static void add_cell(struct expected *to, const char *cell, uint64_t entries,
		     const struct leaves *leaves,
		     const struct circumstances *circumstances)
{
	char *copy = db_strdup(cell), *rest = copy, *word;
	uint64_t table_line = circumstances->coherent_walk ? 0 : circumstances->line;

	while ((word = strsep(&rest, "+"))) {
		if (add_tables(to, word, leaves, table_line) || circumstances->coherent)
			continue;
		to->waits += !strcmp(word, "N") ? entries : strtoull(word, NULL, 10);
	}
	free(copy);
}

static uint64_t times(const char *cell, uint64_t entries)
{
	return strcmp(cell, "N") ? strtoull(cell, NULL, 10) : entries;
}

static void add_buffer(struct expected *to, const struct row *row,
		       struct json_object *result, uint64_t entries, uint64_t line)
{
	bool bounced = !strcmp(row->cell[BOUNCED], "yes");
	/* A slot begins on a line whatever the buffer does. */
	uint64_t offset = bounced ? 0 : db_json_get_count(result, "params.offset");
	struct lines lines = lines_of(row->cell[LINES], offset,
				      db_json_get_count(result, "params.size"), line);

	to->cvac += entries * lines.cvac;
	to->civac += entries * lines.civac;
	to->ivac += entries * lines.ivac;
	if (!strcmp(row->cell[LINES], "clean"))
		to->maintained += entries;
}

bool expected_of(struct expected *expected, const struct table *table,
		 const struct circumstances *circumstances,
		 struct json_object *result, const char *phase)
{
	const struct row *row = find_row(table, result, phase);
	uint64_t entries = db_json_get_count(result, "params.entries");
	struct leaves leaves;

	if (!entries)
		entries = 1;
	*expected = (struct expected){ };
	if (!row)
		return false;
	if (!leaves_of(&leaves, result, entries) && strcmp(row->cell[MAPS], "-"))
		return false;
	if (!circumstances->coherent)
		add_buffer(expected, row, result, entries, circumstances->line);
	add_cell(expected, row->cell[table->kernel], entries, &leaves, circumstances);
	expected->in = entries * strtoull(row->cell[IN], NULL, 10);
	expected->out = entries * strtoull(row->cell[OUT], NULL, 10);
	expected->maps = times(row->cell[MAPS], entries);
	expected->commands = times(row->cell[COMMANDS], entries);
	return true;
}
