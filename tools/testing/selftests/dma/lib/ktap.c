// SPDX-License-Identifier: GPL-2.0-only
/* Numbers as KTAP's diagnostic lines. */
#include <math.h>

#include "json.h"
#include "ktap.h"
#include "report.h"

void db_ktap_metric(FILE *out, const char *case_name, const char *phase, const char *what,
		    double value, const char *units, size_t n)
{
	if (!isnan(value))
		fprintf(out, "# dmabench-metric name=%s/%s/%s value=%.17g units=%s n=%zu\n",
			case_name, phase, what, value, units, n);
}

void db_report_ktap(struct json_object *doc, FILE *out)
{
	static const char *const members[] = { "median", "p99", "mean", "min", "max" };
	struct json_object *results = db_json_get(doc, "results");
	size_t i, k;

	for (i = 0; i < json_object_array_length(results); i++) {
		struct json_object *result = json_object_array_get_idx(results, i);
		struct json_object *phases = db_json_get(result, "phases");

		json_object_object_foreach(phases, name, phase) {
			for (k = 0; k < sizeof(members) / sizeof(*members); k++)
				db_ktap_metric(out, db_json_get_text(result, "name"), name,
					       members[k], db_json_get_number(phase, members[k]),
					       db_report_emulated(doc) ? "ns-emulated" : "ns",
					       db_json_get_count(phase, "n"));
		}
	}
}
