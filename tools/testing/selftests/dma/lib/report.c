// SPDX-License-Identifier: GPL-2.0-only
/* A document in one of five formats. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "err.h"
#include "json.h"
#include "report.h"

/* What in a text could be a cell, a link, code or HTML. */
#define MD_SPECIAL	"\\|[<`"

const struct db_word db_formats[] = {
	{ "text", DB_FORMAT_TEXT },
	{ "md", DB_FORMAT_MD },
	{ "csv", DB_FORMAT_CSV },
	{ "json", DB_FORMAT_JSON },
	{ "ktap", DB_FORMAT_KTAP },
	{ }
};

int db_report_emulated(struct json_object *doc)
{
	const char *value = db_json_get_text(doc, "environment.emulated.value");

	return value && !strcmp(value, "yes");
}

static const char *known(struct json_object *from, const char *path)
{
	const char *text = db_json_get_text(from, path);

	return text && *text ? text : "unknown";
}

static void line(FILE *out, int md, const char *head, char *text)
{
	if (md)
		fprintf(out, "- **%s**: %s\n", head, text);
	else
		fprintf(out, "%-9s %s\n", head, text);
	free(text);
}

static char *frequency_text(struct json_object *env)
{
	struct json_object *by_name = db_json_get(env, "cpu.governors");
	struct db_list list = { };
	char *text;

	if (!json_object_is_type(by_name, json_type_object))
		return db_strdup("no cpufreq");
	json_object_object_foreach(by_name, name, cpus) {
		text = db_printf("governor %s on %s", name, json_object_get_string(cpus));
		db_list_add(&list, text, 0);
		free(text);
	}
	text = db_list_join(&list, ", ");
	db_list_free(&list);
	return text;
}

static void machine_lines(struct json_object *env, int md, FILE *out)
{
	const char *model = db_json_get_text(env, "cpu.model");
	char *frequency = frequency_text(env), *text;

	text = db_printf("%s %s, config %.12s", known(env, "kernel.release"),
			 known(env, "kernel.arch"), known(env, "kernel.config_sha256"));
	line(out, md, "kernel", text);
	text = db_printf("%s, %s, CPUs %s, %s", known(env, "cpu.board"),
			 model ? model : known(env, "cpu.part"),
			 known(env, "cpu.online"), frequency);
	line(out, md, "machine", text);
	free(frequency);
}

static void device_lines(struct json_object *env, int md, FILE *out)
{
	struct json_object *devices = db_json_get(env, "devices");
	double step;
	char *text;

	if (!json_object_is_type(devices, json_type_object))
		return;
	json_object_object_foreach(devices, name, facts) {
		text = db_printf("%s: %s, %s, mask %s", name, known(facts, "path"),
				 known(facts, "coherence"), known(facts, "dma_mask"));
		line(out, md, "device", text);
		step = db_json_get_number(facts, "clock_resolution_ns");
		if (isnan(step))
			continue;
		text = db_printf("%s, step %g ns", known(env, "clock.source"), step);
		line(out, md, "clock", text);
	}
}

/* What two clock reads around nothing take: part of each time, never taken off. */
static void overhead_line(struct json_object *doc, int md, FILE *out)
{
	struct json_object *results = db_json_get(doc, "results");
	double low = INFINITY, high = -INFINITY, median;
	char *text;
	size_t i;

	for (i = 0; i < json_object_array_length(results); i++) {
		median = db_json_get_number(json_object_array_get_idx(results, i),
					    "empty.median");
		low = fmin(low, median);
		high = fmax(high, median);
	}
	if (low > high)
		return;
	if (low < high)
		text = db_printf("an empty operation takes %g to %g ns; not subtracted",
				 low, high);
	else
		text = db_printf("an empty operation takes %g ns; not subtracted", low);
	line(out, md, "overhead", text);
}

void db_report_circumstances(struct json_object *doc, int md, FILE *out)
{
	struct json_object *env = db_json_get(doc, "environment");
	char *text;

	machine_lines(env, md, out);
	device_lines(env, md, out);
	text = db_printf("%s, commit %s, %s", known(env, "tool.version"),
			 known(env, "tool.commit"), known(env, "time"));
	line(out, md, "tool", text);
	overhead_line(doc, md, out);
	text = db_printf("per operation%s; ns/KiB and ns/entry from the median",
			 db_report_emulated(doc) ?
			 ", EMULATED: functional evidence, not a cost" : "");
	line(out, md, "times", text);
}

static void report_people(struct json_object *doc, int md, FILE *out)
{
	struct db_list warnings = { };
	size_t i;

	db_report_circumstances(doc, md, out);
	db_report_tables(doc, md, out);
	db_report_warnings(doc, &warnings);
	if (warnings.count)
		fputs("\n", out);
	for (i = 0; i < warnings.count; i++)
		fprintf(out, "%s%s\n", md ? "- " : "", warnings.item[i].text);
	db_list_free(&warnings);
}

void db_report(struct json_object *doc, enum db_format format, FILE *out)
{
	struct json_object *shown;

	if (format == DB_FORMAT_JSON) {
		db_json_print(doc, out);
		return;
	}
	/* A file may hold anything: one place makes all of it harmless. */
	shown = db_json_shown(doc, format == DB_FORMAT_MD ? MD_SPECIAL : "");
	if (format == DB_FORMAT_CSV)
		db_report_csv(shown, out);
	else if (format == DB_FORMAT_KTAP)
		db_report_ktap(shown, out);
	else
		report_people(shown, format == DB_FORMAT_MD, out);
	json_object_put(shown);
}
