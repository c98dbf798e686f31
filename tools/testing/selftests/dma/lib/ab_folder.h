/* SPDX-License-Identifier: GPL-2.0-only */
/* What "make ab" leaves: a folder with the result files of each side's boots. */
#ifndef DB_AB_FOLDER_H
#define DB_AB_FOLDER_H

#include <stddef.h>

#include "err.h"

#define DB_AB_SIDES	3	/* A, B, and A again, which may be empty */

struct db_ab_folder {
	char **file[DB_AB_SIDES];	/* in the order of their names, numbers by value */
	size_t count[DB_AB_SIDES];
};

/*
 * The files *.json of @dir/A, @dir/B and @dir/again. DB_FAILED when there is none
 * in A or in B.
 */
int db_ab_folder_read(struct db_ab_folder *folder, const char *dir, struct db_err *err);
void db_ab_folder_free(struct db_ab_folder *folder);

#endif
