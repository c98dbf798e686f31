// SPDX-License-Identifier: GPL-2.0-only
/* Where a scenario lies that the user only named. */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "beside.h"
#include "list.h"
#include "scenario.h"

#ifndef DB_SCENARIO_DIR
#define DB_SCENARIO_DIR	"/usr/share/dma_map_benchmark/scenarios"
#endif

static void list_names(const char *folder, struct db_list *names)
{
	DIR *dir = opendir(folder);
	struct dirent *entry;

	while (dir && (entry = readdir(dir))) {
		size_t n = strlen(entry->d_name);

		if (n < 5 || strcmp(entry->d_name + n - 4, ".ini"))
			continue;
		entry->d_name[n - 4] = 0;
		db_list_add(names, entry->d_name, 0);
	}
	if (dir)
		closedir(dir);
}

char *db_scenario_names(void)
{
	char *beside = db_beside_program("scenarios"), *names;
	struct db_list list = { };

	list_names(beside, &list);
	list_names(DB_SCENARIO_DIR, &list);
	db_list_sort(&list);
	names = list.count ? db_list_join(&list, ", ") : db_strdup("none");
	db_list_free(&list);
	free(beside);
	return names;
}

static void not_found(const char *word, const char *beside, struct db_err *err)
{
	char *names = db_scenario_names();

	db_err_set(err, DB_USAGE,
		   "no scenario '%s' in %s or %s; there are: %s. A file is given by its path, with a '/' or ending in .ini",
		   word, beside, DB_SCENARIO_DIR, names);
	free(names);
}

char *db_scenario_find(const char *word, struct db_err *err)
{
	char *beside, *path;
	size_t n = strlen(word);

	if (strchr(word, '/') || (n > 4 && !strcmp(word + n - 4, ".ini")))
		return db_strdup(word);
	beside = db_beside_program("scenarios");
	path = db_printf("%s/%s.ini", beside, word);
	if (access(path, F_OK)) {
		free(path);
		path = db_printf("%s/%s.ini", DB_SCENARIO_DIR, word);
	}
	if (access(path, F_OK)) {
		free(path);
		path = NULL;
		not_found(word, beside, err);
	}
	free(beside);
	return path;
}
