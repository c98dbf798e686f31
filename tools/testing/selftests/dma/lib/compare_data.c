// SPDX-License-Identifier: GPL-2.0-only
/* A comparison for programs: JSON, CSV, and KTAP's diagnostic lines. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "compare.h"
#include "err.h"
#include "json.h"
#include "ktap.h"
#include "report.h"

/* An empty field where there is none. */
static void number(FILE *out, double value)
{
	if (isnan(value))
		fputs(",", out);
	else
		fprintf(out, ",%.17g", value);
}

static void csv_row(const struct db_compare *compare, const struct db_row *row,
		    const char *of_boots, const struct db_contrast *c, FILE *out)
{
	fprintf(out, "%s,%s,%s,%zu,%zu", row->name, row->phase, of_boots, compare->a.count,
		compare->b.count);
	number(out, c->a);
	number(out, c->b);
	number(out, c->change);
	number(out, c->low);
	number(out, c->high);
	number(out, c->p);
	number(out, c->p_holm);
	number(out, c->floor);
	fprintf(out, ",%d,%s\n", c->separated, db_contrast_word(compare, c));
}

void db_compare_csv(const struct db_compare *compare, FILE *out)
{
	size_t i;

	fputs("name,phase,of_boots,boots_a,boots_b,a_ns,b_ns,change,ratio_low,ratio_high,p,p_holm,noise,separated,verdict\n",
	      out);
	for (i = 0; i < compare->rows; i++) {
		csv_row(compare, &compare->row[i], "median", &compare->row[i].median, out);
		csv_row(compare, &compare->row[i], "mean", &compare->row[i].mean, out);
	}
}

static struct json_object *json_contrast(const struct db_compare *compare,
					 const struct db_contrast *c)
{
	struct json_object *json = json_object_new_object();

	db_json_number(json, "a_ns", c->a);
	db_json_number(json, "b_ns", c->b);
	db_json_number(json, "change", c->change);
	db_json_number(json, "ratio_low", c->low);
	db_json_number(json, "ratio_high", c->high);
	db_json_number(json, "p", c->p);
	db_json_number(json, "p_holm", c->p_holm);
	db_json_number(json, "noise", c->floor);
	db_json_text(json, "separated", c->separated > 0 ? "above" : c->separated ? "below" : "no");
	db_json_text(json, "verdict", db_contrast_word(compare, c));
	return json;
}

static struct json_object *json_texts(const struct db_list *list)
{
	struct json_object *json = json_object_new_array();
	size_t i;

	for (i = 0; i < list->count; i++)
		json_object_array_add(json, json_object_new_string(list->item[i].text));
	return json;
}

static struct json_object *json_side(const struct db_side *side)
{
	struct json_object *json = json_object_new_object(), *files = json_object_new_array();
	struct json_object *environment;
	size_t i;

	for (i = 0; i < side->count; i++)
		json_object_array_add(files, json_object_new_string(side->boot[i].file));
	json_object_object_add(json, "files", files);
	environment = side->count ? db_json_get(side->boot[0].doc, "environment") : NULL;
	if (environment)
		json_object_object_add(json, "environment", json_object_get(environment));
	return json;
}

static struct json_object *json_rows(const struct db_compare *compare)
{
	struct json_object *rows = json_object_new_array(), *json;
	size_t i;

	for (i = 0; i < compare->rows; i++) {
		const struct db_row *row = &compare->row[i];

		json = json_object_new_object();
		db_json_text(json, "name", row->name);
		db_json_text(json, "phase", row->phase);
		json_object_object_add(json, "median", json_contrast(compare, &row->median));
		json_object_object_add(json, "mean", json_contrast(compare, &row->mean));
		db_json_number(json, "trend_p", row->trend_p);
		db_json_count(json, "outliers", row->outliers);
		json_object_array_add(rows, json);
	}
	return rows;
}

static struct json_object *json_counts(const struct db_compare *compare)
{
	struct json_object *rows = json_object_new_array(), *json;
	size_t i;

	for (i = 0; i < compare->count_rows; i++) {
		const struct db_count_row *row = &compare->count_row[i];

		json = json_object_new_object();
		db_json_text(json, "name", row->name);
		db_json_text(json, "phase", row->phase);
		db_json_text(json, "count", row->counter);
		db_json_text(json, "a", row->a);
		db_json_text(json, "b", row->b);
		json_object_array_add(rows, json);
	}
	return rows;
}

void db_compare_json(const struct db_compare *compare, FILE *out)
{
	struct json_object *json = json_object_new_object();

	json_object_object_add(json, "comparison", json_object_new_int(1));
	json_object_object_add(json, "a", json_side(&compare->a));
	json_object_object_add(json, "b", json_side(&compare->b));
	json_object_object_add(json, "noise", json_side(&compare->noise));
	json_object_object_add(json, "differences", json_texts(&compare->differences));
	json_object_object_add(json, "spoilers", json_texts(&compare->spoilers));
	json_object_object_add(json, "only_a", json_texts(&compare->only_a));
	json_object_object_add(json, "only_b", json_texts(&compare->only_b));
	db_json_number(json, "p_min", compare->p_min);
	json_object_object_add(json, "rows", json_rows(compare));
	db_json_count(json, "counts_equal", compare->counts_equal);
	json_object_object_add(json, "counts", json_counts(compare));
	db_json_print(json, out);
	json_object_put(json);
}

void db_compare_ktap(const struct db_compare *compare, FILE *out)
{
	int emulated = db_report_emulated(compare->a.boot[0].doc) ||
		       db_report_emulated(compare->b.boot[0].doc);
	const char *units = emulated ? "ns-emulated" : "ns";
	size_t a = compare->a.count, b = compare->b.count, i;

	for (i = 0; i < compare->rows; i++) {
		const struct db_row *row = &compare->row[i];

		db_ktap_metric(out, row->name, row->phase, "a", row->median.a, units, a);
		db_ktap_metric(out, row->name, row->phase, "b", row->median.b, units, b);
		db_ktap_metric(out, row->name, row->phase, "change",
			       100 * row->median.change, "%", a + b);
	}
}
