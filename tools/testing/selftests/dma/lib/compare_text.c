// SPDX-License-Identifier: GPL-2.0-only
/*
 * A comparison for a mail (at most 75 columns) and as Markdown: what differs
 * besides the numbers first, then a table for each phase, then counts and notes.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "case_name.h"
#include "compare.h"
#include "err.h"
#include "json.h"
#include "report.h"
#include "text.h"
#include "unit.h"
#include "words.h"
#include "wrap.h"

#define MD_SPECIAL	"\\|[<`"

static void head(const struct db_side *side, int md, FILE *out)
{
	struct json_object *doc = side->boot[0].doc;
	const char *release = db_json_get_text(doc, "environment.kernel.release");

	fprintf(out, "%s%s%s %zu boot%s, kernel %s%s\n", md ? "- **" : "", side->name,
		md ? "**:" : ":", side->count, DB_S(side->count), release ? release : "unknown",
		db_report_emulated(doc) ? ", EMULATED: times are no cost" : "");
}

static void list(const char *title, const struct db_list *items, int md, FILE *out)
{
	size_t i;
	char *text;

	if (!items->count)
		return;
	fprintf(out, "\n%s%s\n%s", title, ":", md ? "\n" : "");
	for (i = 0; i < items->count; i++) {
		text = md ? db_text_shown(items->item[i].text, MD_SPECIAL) :
			    db_strdup(items->item[i].text);
		if (md)
			fprintf(out, "- %s\n", text);
		else
			db_wrapped(text, "    ", out);
		free(text);
	}
}

static char *change_text(double change)
{
	if (isnan(change))
		return db_strdup("-");
	return db_printf("%+.2f %%", 100 * change);
}

static char *interval_text(const struct db_contrast *c)
{
	if (isnan(c->low))
		return db_strdup("-");
	return db_printf("%.3f..%.3f", c->low, c->high);
}

static char *p_text(double p)
{
	if (isnan(p))
		return db_strdup("-");
	return db_printf(p < 0.0001 ? "%.0e" : "%.4f", p);
}

static void line(const struct db_compare *compare, const char *what,
		 const struct db_contrast *c, const struct db_unit *unit, const char *label,
		 FILE *out)
{
	char *a = db_unit_text(c->a, unit), *b = db_unit_text(c->b, unit);
	char *change = change_text(c->change), *interval = interval_text(c);
	char *p = p_text(c->p_holm);

	fprintf(out, label ? "| %s | %s | %s | %s | %s | %s | %s | %s |\n" :
			     "%s  %-6s %10s %10s %10s  %-13s %6s  %s\n",
		label ? label : "", what, a, b, change, interval, p,
		db_contrast_word(compare, c));
	free(p);
	free(interval);
	free(change);
	free(b);
	free(a);
}

/* What tells this case from the others; free() it. */
static char *label_of(const char *name, const struct db_case_names *parts)
{
	struct db_list words = { };
	char *value, *text;
	size_t i;

	for (i = 0; i < parts->varying.count; i++) {
		value = db_case_shown(name, parts->varying.item[i].text);
		text = db_printf("%s=%s", parts->varying.item[i].text, value);
		if (strcmp(value, "-"))
			db_list_add(&words, text, 0);
		free(text);
		free(value);
	}
	text = db_list_join(&words, " ");
	db_list_free(&words);
	return text;
}

static int is_in(const struct db_row *row, const char *mode, const char *phase)
{
	size_t n = strlen(mode);

	return !strncmp(row->name, mode, n) && row->name[n] == '/' &&
	       !strcmp(row->phase, phase);
}

static const struct db_unit *unit_of(const struct db_compare *compare, const char *mode,
				     const char *phase, size_t *members)
{
	double largest = 0;
	size_t i;

	*members = 0;
	for (i = 0; i < compare->rows; i++) {
		const struct db_row *row = &compare->row[i];

		if (!is_in(row, mode, phase))
			continue;
		(*members)++;
		largest = fmax(largest, fmax(row->mean.a, row->mean.b));
	}
	return db_unit(largest);
}

static void table(const struct db_compare *compare, const char *mode, const char *phase,
		  const struct db_case_names *parts, int md, FILE *out)
{
	char *shared = db_list_join(&parts->shared, " "), *label, *title;
	const struct db_unit *unit;
	size_t members, i;

	unit = unit_of(compare, mode, phase, &members);
	if (!members) {
		free(shared);
		return;
	}
	title = db_printf("%s%s%s: %s, %s", mode, *shared ? " " : "", shared, phase, unit->name);
	fputc('\n', out);
	if (md)
		fprintf(out, "**%s**\n\n", title);
	else
		db_wrapped(title, "", out);
	if (md)
		fputs("| case | of boots | A | B | change | 95 % of B/A | p | |\n"
		      "|---|---|---:|---:|---:|---|---:|---|\n", out);
	else
		fprintf(out, "  %-6s %10s %10s %10s  %-13s %6s\n", "", "A", "B", "change",
			"95 % of B/A", "p");
	for (i = 0; i < compare->rows; i++) {
		const struct db_row *row = &compare->row[i];

		if (!is_in(row, mode, phase))
			continue;
		label = label_of(row->name, parts);
		if (*label && !md)
			db_wrapped(label, "  ", out);
		line(compare, "median", &row->median, unit, md ? label : NULL, out);
		line(compare, "mean", &row->mean, unit, md ? label : NULL, out);
		free(label);
	}
	free(title);
	free(shared);
}

static void tables(const struct db_compare *compare, int md, FILE *out)
{
	const struct db_word *mode, *phase;
	struct db_case_names parts;
	const char **names;
	size_t i, n;

	names = db_alloc(compare->rows * sizeof(*names));
	for (mode = db_modes; mode->name; mode++) {
		for (i = n = 0; i < compare->rows; i++) {
			if (is_in(&compare->row[i], mode->name, compare->row[i].phase))
				names[n++] = compare->row[i].name;
		}
		if (!n)
			continue;
		db_case_split(names, n, &parts);
		for (phase = db_phase_ids; phase->name; phase++)
			table(compare, mode->name, phase->name, &parts, md, out);
		db_case_names_free(&parts);
	}
	free(names);
}

static void counts(const struct db_compare *compare, int md, FILE *out)
{
	size_t i;

	if (!compare->count_rows && !compare->counts_equal)
		return;
	fprintf(out, "\n%zu exact count%s per operation %s equal%s\n", compare->counts_equal,
		DB_S(compare->counts_equal), compare->counts_equal == 1 ? "is" : "are",
		compare->count_rows ? "; these are not:" : "");
	if (md && compare->count_rows)
		fputs("\n| case | phase | count | A | B |\n|---|---|---|---:|---:|\n", out);
	for (i = 0; i < compare->count_rows; i++) {
		const struct db_count_row *row = &compare->count_row[i];

		if (md) {
			fprintf(out, "| %s | %s | %s | %s | %s |\n", row->name, row->phase,
				row->counter, row->a, row->b);
			continue;
		}
		if (!i || strcmp(row->name, row[-1].name))
			fprintf(out, "  %s\n", row->name);
		fprintf(out, "    %-15s %-26s %12s %12s\n", row->phase, row->counter, row->a,
			row->b);
	}
}

/* How the words of the table are meant, and what would make it say more. */
static void legend(const struct db_compare *compare, int md, FILE *out)
{
	const char *below = compare->noise.count ?
		", or it lies below the change of A against A" : "";
	struct db_list notes = { };
	unsigned int outliers = 0, trends = 0;
	size_t i;
	char *text;

	for (i = 0; i < compare->rows; i++) {
		outliers += compare->row[i].outliers;
		trends += compare->row[i].trend_p <= DB_COMPARE_ALPHA;
	}
	text = db_printf("p: exact rank sum over boots, corrected for %zu row%s (Holm); ~: no difference is detected at p <= %g%s",
			 compare->rows, DB_S(compare->rows), DB_COMPARE_ALPHA, below);
	db_list_add(&notes, text, 0);
	free(text);
	if (!db_compare_can_show(compare)) {
		text = db_printf("TOO FEW BOOTS: %zu and %zu cannot reach that in one of %zu row%s, %zu and %zu can; \"separated\" only says that every boot of B lies on one side of all of A",
				 compare->a.count, compare->b.count, compare->rows,
				 DB_S(compare->rows), db_compare_boots_needed(compare),
				 db_compare_boots_needed(compare));
		db_list_add(&notes, text, 0);
		free(text);
	}
	if (!compare->noise.count)
		db_list_add(&notes,
			    "no second series of A was given: the noise between boots of one kernel is not known",
			    0);
	if (outliers) {
		text = db_printf("%u boot median%s far from the middle of its side (3.5 times 1.4826 MAD); kept",
				 outliers, outliers == 1 ? " lies" : "s lie");
		db_list_add(&notes, text, 0);
		free(text);
	}
	if (trends) {
		text = db_printf("%u row%s drift%s over the boots in their order: the machine was not in one state",
				 trends, DB_S(trends), trends == 1 ? "s" : "");
		db_list_add(&notes, text, 0);
		free(text);
	}
	list("notes", &notes, md, out);
	db_list_free(&notes);
}

void db_compare_text(const struct db_compare *compare, int md, FILE *out)
{
	head(&compare->a, md, out);
	head(&compare->b, md, out);
	if (compare->noise.count)
		head(&compare->noise, md, out);
	list("differs, A | B", &compare->differences, md, out);
	list("only in A", &compare->only_a, md, out);
	list("only in B", &compare->only_b, md, out);
	tables(compare, md, out);
	counts(compare, md, out);
	legend(compare, md, out);
}
