// SPDX-License-Identifier: GPL-2.0-only
/* One side of a comparison; side.h says what it is. */
#include <stdlib.h>
#include <string.h>

#include "boots.h"
#include "document.h"
#include "json.h"
#include "side.h"

/* ISO 8601 in UTC sorts as text. */
static const char *time_of(const struct db_boot *boot)
{
	const char *time = db_json_get_text(boot->doc, "environment.time");

	return time ? time : "";
}

static void sort(struct db_side *side)
{
	struct db_boot moved;
	size_t i, k;

	for (i = 1; i < side->count; i++) {
		moved = side->boot[i];
		for (k = i; k && strcmp(time_of(&side->boot[k - 1]), time_of(&moved)) > 0; k--)
			side->boot[k] = side->boot[k - 1];
		side->boot[k] = moved;
	}
}

int db_side_read(struct db_side *side, const char *name, char *const *files,
		 size_t count, struct db_err *err)
{
	struct json_object *doc;
	size_t i, k;

	*side = (struct db_side){ .name = name };
	if (count > DB_BOOTS_MAX)
		return db_err_set(err, DB_USAGE, "side %s has %zu files; at most %d are compared",
				  name, count, DB_BOOTS_MAX);
	for (i = 0; i < count; i++) {
		for (k = 0; k < i; k++) {
			if (!strcmp(files[i], files[k]))
				return db_err_set(err, DB_USAGE,
						  "%s stands twice on side %s; each file is one boot",
						  files[i], name);
		}
	}
	side->boot = db_alloc(count * sizeof(*side->boot));
	for (i = 0; i < count; i++) {
		side->boot[i].file = files[i];
		doc = db_document_read(files[i], err);
		if (!doc)
			return DB_FAILED;
		/* A file may hold anything: here all of it becomes harmless. */
		side->boot[i].doc = db_json_shown(doc, "");
		json_object_put(doc);
		side->count++;
	}
	sort(side);
	return DB_OK;
}

void db_side_free(struct db_side *side)
{
	size_t i;

	for (i = 0; i < side->count; i++)
		json_object_put(side->boot[i].doc);
	free(side->boot);
	*side = (struct db_side){ };
}
