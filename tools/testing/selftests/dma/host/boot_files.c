// SPDX-License-Identifier: GPL-2.0-only
/* Result files of boots; boot_files.h says of which. */
#include <stdio.h>
#include <stdlib.h>

#include "boot_files.h"
#include "document.h"
#include "err.h"
#include "json.h"

struct json_object *boot_begin(struct ran *ran)
{
	char *words = db_printf("sweep --size 1K,2K --iterations 10 --json %s",
				machine_path("/boot"));
	struct json_object *doc;
	struct db_err err;

	tool_run(ran, words);
	free(words);
	doc = db_document_read(machine_path("/boot"), &err);
	if (!doc)
		fprintf(stderr, "%s\n%s\n", ran->err, err.text);
	return doc;
}

static void set_number(struct json_object *phase, const char *member, double value)
{
	json_object_object_add(phase, member, json_object_new_double(value));
}

void boot_write(struct json_object *doc, const char *name, int minute, double ns)
{
	struct json_object *results = db_json_get(doc, "results");
	struct json_object *env = db_json_get(doc, "environment");
	struct db_err err;
	char *time = db_printf("2026-12-01T10:%02d:00Z", minute);
	size_t i, k;

	db_json_text(env, "time", time);
	free(time);
	for (i = 0; i < json_object_array_length(results); i++) {
		struct json_object *phases =
			db_json_get(json_object_array_get_idx(results, i), "phases");

		json_object_object_foreach(phases, phase, of_phase) {
			static const char *const members[] = {
				"min", "max", "mean", "median", "p90", "p99",
			};

			(void)phase;
			for (k = 0; k < sizeof(members) / sizeof(*members); k++)
				set_number(of_phase, members[k], ns);
		}
	}
	if (db_document_write(doc, machine_path(name), &err))
		fprintf(stderr, "%s\n", err.text);
}

void boots_write(struct json_object *doc, int n, double ratio)
{
	char name[32];
	int i;

	for (i = 0; i < n; i++) {
		snprintf(name, sizeof(name), "/a%d", i);
		boot_write(doc, name, 2 * i, 1000 + i * 7 % 5);
		snprintf(name, sizeof(name), "/b%d", i);
		boot_write(doc, name, 2 * i + 1, ratio * (1000 + i * 3 % 5));
	}
}

void compare_run(struct ran *ran, const char *options, int a, int b, const char *more)
{
	char *words = db_printf("compare %s", options), *longer, file[32];
	int i;

	for (i = 0; i < a + b; i++) {
		snprintf(file, sizeof(file), i < a ? "/a%d" : "/b%d", i < a ? i : i - a);
		longer = db_printf("%s%s %s", words, i == a ? " --" : "", machine_path(file));
		free(words);
		words = longer;
	}
	longer = db_printf("%s%s", words, more);
	ran_free(ran);
	tool_run(ran, longer);
	free(longer);
	free(words);
}
