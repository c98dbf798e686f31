// SPDX-License-Identifier: GPL-2.0-only
/*
 * Counts need no statistics: they are the same in every boot, or it is said that
 * they are not.
 */
#include <stdlib.h>
#include <string.h>

#include "compare_counts.h"
#include "err.h"
#include "document.h"
#include "json.h"

static struct json_object *counts_of(const struct db_boot *boot, const struct db_row *row)
{
	struct json_object *result = db_document_result(boot->doc, row->name);

	return db_json_get(db_json_get(db_json_get(result, "phases"), row->phase), "counts");
}

/* "12", "51/2", or "-" where nothing was counted; free() it. */
static char *count_of(const struct db_boot *boot, const struct db_row *row, const char *counter)
{
	struct json_object *value;

	if (!json_object_object_get_ex(counts_of(boot, row), counter, &value) || !value)
		return db_strdup("-");
	return db_strdup(json_object_get_string(value));
}

/* One value, or all that there are; free() it. */
static char *count_of_side(const struct db_side *side, const struct db_row *row,
			   const char *counter)
{
	struct db_list values = { };
	char *value, *text;
	size_t i, k;

	for (i = 0; i < side->count; i++) {
		value = count_of(&side->boot[i], row, counter);
		for (k = 0; k < values.count && strcmp(values.item[k].text, value); k++)
			;
		if (k == values.count)
			db_list_add(&values, value, 0);
		free(value);
	}
	db_list_sort(&values);
	if (values.count > 2)
		text = db_printf("%s..%s", values.item[0].text,
				 values.item[values.count - 1].text);
	else
		text = db_list_join(&values, ", ");
	db_list_free(&values);
	return text;
}

static void compare_one(struct db_compare *compare, const struct db_row *row,
			const char *counter)
{
	char *a = count_of_side(&compare->a, row, counter);
	char *b = count_of_side(&compare->b, row, counter);

	if (!strcmp(a, b)) {
		compare->counts_equal++;
		free(a);
		free(b);
		return;
	}
	compare->count_row = db_grow(compare->count_row, (compare->count_rows + 1) *
				     sizeof(*compare->count_row));
	compare->count_row[compare->count_rows++] = (struct db_count_row){
		row->name, row->phase, counter, a, b,
	};
}

void db_compare_counts(struct db_compare *compare)
{
	struct json_object *counts, *other;
	size_t i;

	for (i = 0; i < compare->rows; i++) {
		const struct db_row *row = &compare->row[i];

		counts = counts_of(&compare->a.boot[0], row);
		other = counts_of(&compare->b.boot[0], row);
		if (!json_object_is_type(counts, json_type_object) ||
		    !json_object_is_type(other, json_type_object))
			continue;
		json_object_object_foreach(counts, counter, unused) {
			(void)unused;
			compare_one(compare, row, counter);
		}
		json_object_object_foreach(other, name, value) {
			(void)value;
			if (!json_object_object_get_ex(counts, name, NULL))
				compare_one(compare, row, name);
		}
	}
}
