// SPDX-License-Identifier: GPL-2.0-only
/* What differs between the boots of a comparison; circumstances.h says more. */
#include <stdlib.h>
#include <string.h>

#include "circumstances.h"
#include "err.h"
#include "json.h"

/* Members of "environment"; for devices, of each device's facts. */
static const struct fact {
	const char *path;
	int spoils;
} facts[] = {
	{ "emulated.value", 1 },
	{ "kernel.arch", 1 },
	{ "kernel.debug_options", 1 },
	{ "cpu.model", 1 },
	{ "cpu.part", 1 },
	{ "cpu.board", 1 },
	{ "cpu.governors", 1 },
	{ "clock.source", 1 },
	{ "perf_event", 1 },
	{ "cpu.online", 0 },
	{ "page_bytes", 0 },
	{ "errata", 0 },
	{ "kernel.release", 0 },
	{ "kernel.config_sha256", 0 },
	{ "kernel.command_line", 0 },
	{ "tool.version", 0 },
	{ "tool.commit", 0 },
}, device_facts[] = {
	{ "path", 1 },
	{ "coherence", 1 },
	{ "dma_mask", 0 },
	{ "iommu_page_bytes", 0 },
};

/* Words that differ from boot to boot and mean nothing: who started it, and when. */
static char *without_run_words(const char *line)
{
	char *copy = db_strdup(line), *rest = copy, *word, *text = db_strdup(""), *longer;

	while ((word = strsep(&rest, " "))) {
		if (!*word || !strncmp(word, "dma_bench.run=", 14) ||
		    !strncmp(word, "dma_bench.epoch=", 16))
			continue;
		longer = db_printf("%s%s%s", text, *text ? " " : "", word);
		free(text);
		text = longer;
	}
	free(copy);
	return text;
}

/* As one line; free() it. */
static char *value_of(struct json_object *from, const char *path)
{
	struct json_object *found = db_json_get(from, path);

	if (!found)
		return db_strdup("unknown");
	if (!strcmp(path, "kernel.command_line") && json_object_is_type(found, json_type_string))
		return without_run_words(json_object_get_string(found));
	if (json_object_is_type(found, json_type_string))
		return db_strdup(json_object_get_string(found));
	return db_strdup(json_object_to_json_string_ext(found, JSON_C_TO_STRING_PLAIN));
}

struct place {
	const char *device;	/* NULL: of the environment itself */
	const struct fact *fact;
};

static char *value_at(const struct db_boot *boot, const struct place *place)
{
	struct json_object *from = db_json_get(boot->doc, "environment");

	if (place->device) {
		struct json_object *devices = db_json_get(from, "devices");

		/* A device's name may have dots, so it is no path. */
		if (!json_object_object_get_ex(devices, place->device, &from))
			return db_strdup("unknown");
	}
	return value_of(from, place->fact->path);
}

/* The value of all boots of a side, or what it varies between; free() it. */
static char *value_of_side(const struct db_side *side, const struct place *place, int *varies)
{
	char *first = value_at(&side->boot[0], place), *other, *both;
	size_t i;

	for (i = 1; i < side->count; i++) {
		other = value_at(&side->boot[i], place);
		if (strcmp(first, other)) {
			both = db_printf("varies: %s, %s", first, other);
			free(first);
			free(other);
			*varies = 1;
			return both;
		}
		free(other);
	}
	return first;
}

static void look(const struct db_side *a, const struct db_side *b, const struct place *place,
		 struct db_list *differences, struct db_list *spoilers)
{
	int varies = 0;
	char *of_a = value_of_side(a, place, &varies);
	char *of_b = value_of_side(b, place, &varies), *text;

	if (varies || strcmp(of_a, of_b)) {
		text = db_printf("%s%s%s: %s | %s", place->device ? place->device : "",
				 place->device ? " " : "", place->fact->path, of_a, of_b);
		db_list_add(differences, text, 0);
		if (place->fact->spoils)
			db_list_add(spoilers, text, 0);
		free(text);
	}
	free(of_a);
	free(of_b);
}

static void look_at_devices(const struct db_side *a, const struct db_side *b,
			    struct db_list *differences, struct db_list *spoilers)
{
	struct json_object *devices = db_json_get(a->boot[0].doc, "environment.devices");
	size_t i;

	if (!json_object_is_type(devices, json_type_object))
		return;
	json_object_object_foreach(devices, name, unused) {
		(void)unused;
		for (i = 0; i < sizeof(device_facts) / sizeof(*device_facts); i++) {
			struct place place = { name, &device_facts[i] };

			look(a, b, &place, differences, spoilers);
		}
	}
}

size_t db_circumstances(const struct db_side *a, const struct db_side *b,
			struct db_list *differences, struct db_list *spoilers)
{
	size_t i;

	look_at_devices(a, b, differences, spoilers);
	for (i = 0; i < sizeof(facts) / sizeof(*facts); i++) {
		struct place place = { NULL, &facts[i] };

		look(a, b, &place, differences, spoilers);
	}
	return spoilers->count;
}
