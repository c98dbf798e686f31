// SPDX-License-Identifier: GPL-2.0-only
/* A growing list of words. */
#include <stdlib.h>
#include <string.h>

#include "err.h"
#include "list.h"

void db_list_add(struct db_list *list, const char *text, int from_all)
{
	if (list->count == list->room) {
		list->room = 2 * list->room + 4;
		list->item = db_grow(list->item, list->room * sizeof(*list->item));
	}
	list->item[list->count].text = db_strdup(text);
	list->item[list->count].from_all = from_all;
	list->count++;
}

static int by_name(const void *a, const void *b)
{
	return strverscmp(((const struct db_item *)a)->text,
			  ((const struct db_item *)b)->text);
}

void db_list_sort(struct db_list *list)
{
	if (list->count)
		qsort(list->item, list->count, sizeof(*list->item), by_name);
}

char *db_list_join(const struct db_list *list, const char *between)
{
	char *text = db_strdup("");
	size_t i;

	for (i = 0; i < list->count; i++) {
		char *longer = db_printf("%s%s%s", text, i ? between : "",
					 list->item[i].text);

		free(text);
		text = longer;
	}
	return text;
}

int db_list_has(const struct db_list *list, const char *text)
{
	size_t i;

	for (i = 0; i < list->count; i++)
		if (!strcmp(list->item[i].text, text))
			return 1;
	return 0;
}

void db_list_copy(struct db_list *to, const struct db_list *from)
{
	size_t i;

	for (i = 0; i < from->count; i++)
		db_list_add(to, from->item[i].text, from->item[i].from_all);
}

void db_list_free(struct db_list *list)
{
	size_t i;

	for (i = 0; i < list->count; i++)
		free(list->item[i].text);
	free(list->item);
	memset(list, 0, sizeof(*list));
}
