// SPDX-License-Identifier: GPL-2.0-only
/* The statistics of a phase in a result file: complete, and not absurd. */
#include <math.h>
#include <string.h>

#include "document_phase.h"
#include "json.h"
#include "shape.h"

/* Doubles are rounded, and so are means of batches. */
#define ROUNDING	1e-9

static const char *const numbers[] = {
	"min", "median", "mean", "p90", "p99", "max", "stddev", NULL
};

static double number(struct json_object *phase, const char *member)
{
	return db_json_get_number(phase, member);
}

static int wrong(struct json_object *phase, const char *where, const char *member,
		 const char *rule, struct db_err *err)
{
	return db_shape_wrong(db_json_get(phase, member), where, member, rule, err);
}

static int check_shapes(struct json_object *phase, const char *where,
			struct db_err *err)
{
	static const char *const also[] = { "cv", "sem", NULL };
	static const char *const counts[] = {
		"sum_ns", "clamped", "counted", "disturbed", NULL
	};
	static const char *const texts[] = { "representation", "sum_sq_ns2", NULL };
	static const char *const objects[] = { "counts", "counts_range", NULL };
	unsigned int i;

	if (db_shape_member(phase, where, "n", DB_SHAPE_COUNT, err) ||
	    db_shape_member(phase, where, "unit", DB_SHAPE_TEXT, err))
		return DB_FAILED;
	if (strcmp(db_json_get_text(phase, "unit"), "ns"))
		return wrong(phase, where, "unit", "must be \"ns\"", err);
	for (i = 0; numbers[i]; i++)
		if (db_shape_member(phase, where, numbers[i], DB_SHAPE_NUMBER, err))
			return DB_FAILED;
	if (db_shape_optional(phase, where, also, DB_SHAPE_NUMBER, err) ||
	    db_shape_optional(phase, where, counts, DB_SHAPE_COUNT, err) ||
	    db_shape_optional(phase, where, texts, DB_SHAPE_TEXT, err))
		return DB_FAILED;
	return db_shape_optional(phase, where, objects, DB_SHAPE_OBJECT, err);
}

/* "51/2": what attach writes where operations differ. */
static int is_fraction(const char *text)
{
	const char *over = text + strspn(text, "0123456789");

	if (over == text || *over != '/')
		return 0;
	over++;
	return *over >= '1' && *over <= '9' && !over[strspn(over, "0123456789")];
}

static int check_counts(struct json_object *phase, const char *where,
			struct db_err *err)
{
	struct json_object *counts = db_json_get(phase, "counts");

	if (!counts)
		return DB_OK;
	json_object_object_foreach(counts, name, count) {
		if (!count || (json_object_is_type(count, json_type_int) &&
			       json_object_get_int64(count) >= 0))
			continue;
		if (!json_object_is_type(count, json_type_string) ||
		    !is_fraction(json_object_get_string(count)))
			return db_shape_wrong(count, where, name,
					      "(in counts) must be a count, a fraction like \"51/2\", or null",
					      err);
	}
	return DB_OK;
}

/* What is known of no sample, of one, and of more. */
static int check_known(struct json_object *phase, const char *where, uint64_t n,
		       struct db_err *err)
{
	static const char *const exact[] = { "min", "mean", "max" };
	unsigned int i;

	for (i = 0; !n && numbers[i]; i++)
		if (!isnan(number(phase, numbers[i])))
			return wrong(phase, where, numbers[i],
				     "must be null, as n is 0", err);
	if (n < 2 && !isnan(number(phase, "stddev")))
		return wrong(phase, where, "stddev", "must be null, as n is below 2",
			     err);
	for (i = 0; n && i < sizeof(exact) / sizeof(*exact); i++)
		if (isnan(number(phase, exact[i])))
			return wrong(phase, where, exact[i],
				     "must be a number, as n is not 0", err);
	return DB_OK;
}

static int check_order(struct json_object *phase, const char *where,
		       struct db_err *err)
{
	static const char *const rising[] = { "min", "median", "p90", "p99", "max" };
	double last = 0, value, mean = number(phase, "mean");
	unsigned int i;

	for (i = 0; i < sizeof(rising) / sizeof(*rising); i++) {
		value = number(phase, rising[i]);
		if (isnan(value))
			continue;
		if (value < last * (1 - ROUNDING))
			return wrong(phase, where, rising[i],
				     "must not be below what comes before it in min, median, p90, p99, max",
				     err);
		last = value;
	}
	if (mean < number(phase, "min") * (1 - ROUNDING) ||
	    mean > number(phase, "max") * (1 + ROUNDING))
		return wrong(phase, where, "mean", "must be from min to max", err);
	return DB_OK;
}

int db_document_phase(struct json_object *phase, const char *where, uint64_t most,
		      struct db_err *err)
{
	uint64_t n;

	if (check_shapes(phase, where, err) || check_counts(phase, where, err))
		return DB_FAILED;
	n = db_json_get_count(phase, "n");
	if (n > most)
		return wrong(phase, where, "n",
			     "must be at most the operations that did not fail", err);
	if (check_known(phase, where, n, err))
		return DB_FAILED;
	return check_order(phase, where, err);
}
