// SPDX-License-Identifier: GPL-2.0-only
/*
 * One line per case and phase, all digits (RFC 4180). A spreadsheet takes a text
 * that begins like a formula for one: an apostrophe keeps it a text.
 */
#include <stdio.h>
#include <string.h>

#include "err.h"
#include "json.h"
#include "report.h"

static void field(FILE *out, const char *text, int first)
{
	const char *apostrophe = *text && strchr("=+-@", *text) ? "'" : "";
	const char *c;

	if (!first)
		fputc(',', out);
	if (!strpbrk(text, ",\"")) {
		fprintf(out, "%s%s", apostrophe, text);
		return;
	}
	fprintf(out, "\"%s", apostrophe);
	for (c = text; *c; c++) {
		if (*c == '"')
			fputc('"', out);
		fputc(*c, out);
	}
	fputc('"', out);
}

static void member(FILE *out, struct json_object *from, const char *path)
{
	struct json_object *found = db_json_get(from, path);

	field(out, found ? json_object_get_string(found) : "", 0);
}

/* "params.size" is called size. */
static void head(FILE *out, const char *const *of_case, size_t cases,
		 const char *const *of_phase, size_t phases)
{
	const char *dot;
	size_t i;

	fputs("name,phase", out);
	for (i = 0; i < cases; i++) {
		dot = strrchr(of_case[i], '.');
		fprintf(out, ",%s", dot ? dot + 1 : of_case[i]);
	}
	for (i = 0; i < phases; i++)
		fprintf(out, ",%s", of_phase[i]);
	fputs(",emulated\n", out);
}

void db_report_csv(struct json_object *doc, FILE *out)
{
	static const char *const of_case[] = {
		"params.mode", "params.entries", "params.size", "params.dir",
		"params.state", "params.threads", "failed", "bounced",
	};
	static const char *const of_phase[] = {
		"n", "min", "median", "mean", "p90", "p99", "max", "stddev", "cv",
		"sem", "unit", "representation",
	};
	struct json_object *results = db_json_get(doc, "results");
	const char *emulated = db_json_get_text(doc, "environment.emulated.value");
	size_t i, k;

	head(out, of_case, sizeof(of_case) / sizeof(*of_case),
	     of_phase, sizeof(of_phase) / sizeof(*of_phase));
	for (i = 0; i < json_object_array_length(results); i++) {
		struct json_object *result = json_object_array_get_idx(results, i);
		struct json_object *phases = db_json_get(result, "phases");

		json_object_object_foreach(phases, name, phase) {
			field(out, db_json_get_text(result, "name"), 1);
			field(out, name, 0);
			for (k = 0; k < sizeof(of_case) / sizeof(*of_case); k++)
				member(out, result, of_case[k]);
			for (k = 0; k < sizeof(of_phase) / sizeof(*of_phase); k++)
				member(out, phase, of_phase[k]);
			field(out, emulated ? emulated : "unknown", 0);
			fputc('\n', out);
		}
	}
}
