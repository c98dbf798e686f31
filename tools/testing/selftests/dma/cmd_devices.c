// SPDX-License-Identifier: GPL-2.0-only
/* devices: the facts of each device, measuring nothing. */
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmd.h"
#include "facts.h"
#include "json.h"
#include "measure.h"
#include "nl_family.h"
#include "transport.h"

#include <linux/map_benchmark_netlink.h>

static int help(void)
{
	puts("usage: dma_map_benchmark devices [--json]\n\n"
	     "Prints what each device of the module is and can do. Sizes are in bytes.\n\n"
	     "  --json               one JSON document instead of lines\n"
	     "  --help               print this; so does -h\n\n"
	     "Examples:\n"
	     "  dma_map_benchmark devices\n"
	     "  dma_map_benchmark devices --json\n"
	     "  dma_map_benchmark devices --json | jq -r '.devices[].coherence'\n\n"
	     "Exit status: 0 ok, 1 failed, 2 usage.");
	return DB_OK;
}

static void print_value(const char *indent, const char *key, struct json_object *value)
{
	struct json_object *item;
	size_t i;

	printf("%s%-20s", indent, key);
	if (!json_object_is_type(value, json_type_array)) {
		printf(" %s\n", json_object_get_string(value));
		return;
	}
	for (i = 0; i < json_object_array_length(value); i++) {
		item = json_object_array_get_idx(value, i);
		printf(" %s", json_object_get_string(item));
	}
	puts(i ? "" : " none");
}

static void print_facts(struct json_object *facts)
{
	puts(db_json_get_text(facts, "name"));
	json_object_object_foreach(facts, key, value) {
		if (!strcmp(key, "name"))
			continue;
		if (!json_object_is_type(value, json_type_object)) {
			print_value("  ", key, value);
			continue;
		}
		printf("  %s\n", key);
		json_object_object_foreach(value, inner, member)
			print_value("    ", inner, member);
	}
}

static void add_told(struct json_object *message, void *list)
{
	json_object_array_add(list, json_object_get(message));
}

/* What netlink tells of each device; nothing where there is no netlink. */
static struct json_object *ask_netlink(void)
{
	struct json_object *told = json_object_new_array();
	struct db_err err;
	struct db_nl nl;

	if (db_nl_open(&nl, &err))
		return told;
	db_nl_dump(&nl, DMA_MAP_BENCH_CMD_DEVICE_GET, add_told, told, &err);
	db_nl_close(&nl);
	return told;
}

/* What only netlink knows. */
static void add_use(struct json_object *facts, struct json_object *told)
{
	const char *name = db_json_get_text(facts, "name");
	size_t i;

	for (i = 0; i < json_object_array_length(told); i++) {
		struct json_object *device = json_object_array_get_idx(told, i);

		if (strcmp(db_json_get_text(device, "device"), name))
			continue;
		json_object_object_add(facts, "bus",
				       json_object_get(db_json_get(device, "bus")));
		json_object_object_add(facts, "runs_in_progress",
				       json_object_get(db_json_get(device, "busy")));
	}
}

/* debugfs is root's; everybody may ask netlink, which knows less. */
static void take_told(struct json_object *list, struct json_object *told)
{
	size_t i;

	for (i = 0; i < json_object_array_length(told); i++) {
		struct json_object *device = json_object_array_get_idx(told, i);
		struct json_object *facts = json_object_new_object();

		db_json_text(facts, "name", db_json_get_text(device, "device"));
		json_object_object_foreach(device, key, value)
			if (strcmp(key, "event") && strcmp(key, "device"))
				json_object_object_add(facts, key, json_object_get(value));
		json_object_array_add(list, facts);
	}
}

static int ask_each(struct json_object *list, struct json_object *told, struct db_err *err)
{
	struct json_object *facts;
	struct db_list names = { };
	struct db_device device;
	int status;
	size_t i;

	status = db_device_list(&names, err);
	for (i = 0; i < names.count && !status; i++) {
		status = db_device_open(&device, names.item[i].text, err);
		if (status)
			break;
		facts = db_facts_json(device.name, &device.query);
		add_use(facts, told);
		json_object_array_add(list, facts);
		db_device_close(&device);
	}
	db_list_free(&names);
	return status;
}

static int collect(struct json_object *list, struct db_err *err)
{
	struct json_object *told = ask_netlink();
	int status = ask_each(list, told, err);

	if (status && json_object_array_length(told) && !json_object_array_length(list)) {
		take_told(list, told);
		db_err_at(err, DB_OK, "only what netlink tells, as ");
		db_complain(err, DB_OK);
		status = DB_OK;
	}
	json_object_put(told);
	return status;
}

static int show(int as_json)
{
	struct json_object *doc = json_object_new_object();
	struct json_object *list = json_object_new_array();
	struct db_err err;
	int status;
	size_t i;

	db_json_count(doc, "schema", 1);
	json_object_object_add(doc, "devices", list);
	status = collect(list, &err);
	if (status) {
		db_complain(&err, status);
		db_json_text(doc, "error", err.text);
	}
	if (as_json)
		db_json_print(doc, stdout);
	else
		for (i = 0; i < json_object_array_length(list); i++)
			print_facts(json_object_array_get_idx(list, i));
	json_object_put(doc);
	return status;
}

int cmd_devices(int argc, char **argv)
{
	static const struct option table[] = {
		{ "json", no_argument, NULL, 'j' },
		{ "help", no_argument, NULL, 'h' },
		{ }
	};
	struct db_err err;
	int option, as_json = 0;

	opterr = 0;
	optind = 0;
	while ((option = getopt_long(argc, argv, "h", table, NULL)) != -1) {
		if (option == 'h')
			return help();
		if (option != 'j')
			break;
		as_json = 1;
	}
	if (option != -1 || optind < argc) {
		db_err_set(&err, DB_USAGE, "'%s': devices takes --json and --help only",
			   argv[option != -1 ? optind - 1 : optind]);
		return db_complain(&err, DB_USAGE);
	}
	return show(as_json);
}
