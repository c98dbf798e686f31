// SPDX-License-Identifier: GPL-2.0-only
/* What a function belongs to, by the rules of hot-groups.tsv. */
#include <errno.h>
#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "beside.h"
#include "hot_groups.h"
#include "words.h"

const char *const db_hot_names[DB_HOT_GROUPS] = {
	[DB_HOT_CACHE] = "cache maintenance",
	[DB_HOT_BARRIER] = "barriers",
	[DB_HOT_IOMMU] = "IOMMU/page tables",
	[DB_HOT_IOVA] = "IOVA allocator",
	[DB_HOT_SWIOTLB] = "swiotlb",
	[DB_HOT_CORE] = "DMA core",
	[DB_HOT_DRIVER] = "driver",
	[DB_HOT_REST] = "rest",
};

enum { KIND, ARCH, NAME, FUNCTIONS, COLUMNS };

static int group_number(const char *name)
{
	int i;

	if (!strcmp(name, "caller"))
		return DB_HOT_CALLER;
	if (!strcmp(name, "copy"))
		return DB_HOT_COPY;
	for (i = 0; i < DB_HOT_GROUPS; i++)
		if (!strcmp(name, db_hot_names[i]))
			return i;
	return -1;
}

static void add(struct db_hot_rule **rules, size_t *count, const char *pattern, unsigned int value)
{
	*rules = db_grow(*rules, (*count + 1) * sizeof(**rules));
	(*rules)[(*count)++] = (struct db_hot_rule){ db_strdup(pattern), value };
}

static void add_all(struct db_hot_rule **rules, size_t *count, char *patterns, unsigned int value)
{
	char *pattern;

	while ((pattern = strsep(&patterns, " ")))
		add(rules, count, pattern, value);
}

static const char *take(struct db_hot_groups *groups, char *line, const char *arch)
{
	const struct db_word *phase;
	char *column[COLUMNS];
	int i, number;

	for (i = 0; i < COLUMNS; i++)
		column[i] = strsep(&line, "\t");
	if (!column[FUNCTIONS] || line)
		return "wanted are four columns, tabs between them";
	if (fnmatch(column[ARCH], arch, 0))
		return NULL;
	if (!strcmp(column[KIND], "phase")) {
		phase = db_word_find(db_phase_ids, column[NAME]);
		if (!phase)
			return "the third column is none of the phases";
		add_all(&groups->phase, &groups->phases, column[FUNCTIONS], phase->value);
		return NULL;
	}
	if (!strcmp(column[KIND], "out")) {
		add_all(&groups->out, &groups->outs, column[FUNCTIONS], 0);
		return NULL;
	}
	number = group_number(column[NAME]);
	if (strcmp(column[KIND], "group") || number < 0)
		return "a kind that is neither group, phase nor out, or no such group";
	add_all(&groups->group, &groups->groups, column[FUNCTIONS], number);
	return NULL;
}

int db_hot_groups_read(struct db_hot_groups *groups, const char *arch, struct db_err *err)
{
	char *name = db_beside_program("hot-groups.tsv"), *line = NULL;
	const char *why = NULL;
	FILE *file = fopen(name, "r");
	size_t room = 0, number = 0;
	int status = DB_OK;

	memset(groups, 0, sizeof(*groups));
	if (!file)
		status = db_err_set(err, DB_FAILED,
				    "%s: %s; it says which function belongs to what", name,
				    strerror(errno));
	while (file && !why && getline(&line, &room, file) > 0) {
		number++;
		line[strcspn(line, "\n")] = 0;
		if (*line && *line != '#' && strncmp(line, "kind\t", 5))
			why = take(groups, line, arch);
	}
	if (why)
		status = db_err_set(err, DB_FAILED, "%s: line %zu: %s", name, number, why);
	if (file)
		fclose(file);
	free(line);
	free(name);
	return status;
}

static void drop(struct db_hot_rule *rules, size_t count)
{
	while (count-- > 0)
		free(rules[count].pattern);
	free(rules);
}

void db_hot_groups_free(struct db_hot_groups *groups)
{
	drop(groups->group, groups->groups);
	drop(groups->phase, groups->phases);
	drop(groups->out, groups->outs);
	memset(groups, 0, sizeof(*groups));
}

static int match(const struct db_hot_rule *rules, size_t count, const char *function)
{
	size_t i;

	for (i = 0; i < count; i++)
		if (!fnmatch(rules[i].pattern, function, 0))
			return rules[i].value;
	return -1;
}

/*
 * A function that ends in a call of memcpy() may jump there, and then stands in no
 * chain. In a mapping's path only bouncing copies for the DMA core and for us.
 */
int db_hot_group_under(const struct db_hot_groups *groups, const char *function, int caller)
{
	int value = match(groups->group, groups->groups, function);

	if (value == DB_HOT_COPY && (caller == DB_HOT_CORE || caller == DB_HOT_DRIVER))
		return DB_HOT_SWIOTLB;
	if (value == DB_HOT_COPY || value == DB_HOT_CALLER)
		return caller;
	return value < 0 ? DB_HOT_REST : value;
}

int db_hot_is_out(const struct db_hot_groups *groups, const char *function)
{
	return match(groups->out, groups->outs, function) >= 0;
}

int db_hot_phase_of(const struct db_hot_groups *groups, const char *function)
{
	return match(groups->phase, groups->phases, function);
}
