// SPDX-License-Identifier: GPL-2.0-only
/* Result files below a folder; see ab_folder.h. */
#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "ab_folder.h"

static const char *const sides[DB_AB_SIDES] = { "A", "B", "again" };

/* What is written goes by another name until it is whole. */
static int is_result(const struct dirent *entry)
{
	const char *end = strrchr(entry->d_name, '.');

	return end && end != entry->d_name && !strcmp(end, ".json");
}

static int read_side(struct db_ab_folder *folder, int side, const char *dir,
		     struct db_err *err)
{
	char *path = db_printf("%s/%s", dir, sides[side]);
	struct dirent **entry;
	int n, i;

	n = scandir(path, &entry, is_result, versionsort);
	if (n < 0 && errno != ENOENT)
		db_err_set(err, DB_FAILED, "%s: %s", path, strerror(errno));
	else if (n <= 0 && side < 2)
		db_err_set(err, DB_FAILED,
			   "%s: no result file *.json there; a folder of 'make ab' has A/, B/ and again/",
			   path);
	else
		folder->file[side] = calloc(n > 0 ? n : 1, sizeof(char *));
	for (i = 0; i < n; i++) {
		if (folder->file[side])
			folder->file[side][folder->count[side]++] =
				db_printf("%s/%s", path, entry[i]->d_name);
		free(entry[i]);
	}
	if (n >= 0)
		free(entry);
	free(path);
	return folder->file[side] ? DB_OK : DB_FAILED;
}

int db_ab_folder_read(struct db_ab_folder *folder, const char *dir, struct db_err *err)
{
	int side;

	memset(folder, 0, sizeof(*folder));
	for (side = 0; side < DB_AB_SIDES; side++) {
		if (read_side(folder, side, dir, err)) {
			db_ab_folder_free(folder);
			return DB_FAILED;
		}
	}
	return DB_OK;
}

void db_ab_folder_free(struct db_ab_folder *folder)
{
	int side;

	for (side = 0; side < DB_AB_SIDES; side++) {
		while (folder->count[side])
			free(folder->file[side][--folder->count[side]]);
		free(folder->file[side]);
		folder->file[side] = NULL;
	}
}
