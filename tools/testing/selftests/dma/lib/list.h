/* SPDX-License-Identifier: GPL-2.0-only */
/* A growing list of words. */
#ifndef DB_LIST_H
#define DB_LIST_H

#include <stddef.h>

struct db_item {
	char *text;
	int from_all;	/* stands here because the user wrote "all" */
};

struct db_list {
	size_t count, room;
	struct db_item *item;
};

void db_list_add(struct db_list *list, const char *text, int from_all);
int db_list_has(const struct db_list *list, const char *text);
void db_list_sort(struct db_list *list);	/* numbers in names by value */
char *db_list_join(const struct db_list *list, const char *between);
void db_list_copy(struct db_list *to, const struct db_list *from);
void db_list_free(struct db_list *list);

#endif
