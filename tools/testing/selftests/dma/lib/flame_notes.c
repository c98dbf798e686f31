// SPDX-License-Identifier: GPL-2.0-only
/* Where samples mislead, said with them. */
#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "flame_side.h"
#include "report.h"

/*
 * A share p of n independent samples has the standard error sqrt(p (1 - p) / n), at most
 * 1 / (2 sqrt(n)); 1.96 of them to each side hold 95 % (normal approximation).
 */
#define TOO_WIDE	3.0	/* percent points to each side */
#define WANTED		1.0

static double half_width(uint64_t samples)
{
	return 100 * 1.96 / (2 * sqrt(samples));
}

static uint64_t samples_for(double percent)
{
	return ceil(pow(100 * 1.96 / (2 * percent), 2));
}

__printf(3, 4)
static void say(struct db_list *notes, const char *name, const char *fmt, ...)
{
	char *text, *whole;
	va_list args;

	va_start(args, fmt);
	text = db_vprintf(fmt, args);
	va_end(args);
	whole = db_printf("%s%s", name, text);
	db_list_add(notes, whole, 0);
	free(whole);
	free(text);
}

static int any_irqs_off(struct json_object *doc)
{
	struct json_object *results = db_json_get(doc, "results");
	size_t i;

	for (i = 0; results && i < json_object_array_length(results); i++) {
		struct json_object *flag =
			db_json_get(json_object_array_get_idx(results, i), "params.irqs_off");

		if (json_object_get_boolean(flag))
			return 1;
	}
	return 0;
}

static int is_timer(const struct db_flame_side *side)
{
	return !strncmp(side->perf.event, "cpu-clock", strlen("cpu-clock"));
}

/* A timer's interrupt, or that of a counter which interrupts-off holds back as well. */
static int is_masked(const struct db_flame_side *side)
{
	const char *line = db_json_get_text(side->doc, "environment.kernel.command_line");
	const char *arch = db_flame_side_arch(side);

	if (is_timer(side) || !strncmp(arch, "arm", 3))
		return 1;
	return !strcmp(arch, "aarch64") && !(line && strstr(line, "irqchip.gicv3_pseudo_nmi=1"));
}

static void note_irqs_off(const struct db_flame_side *side, const char *name,
			  struct db_list *notes)
{
	if (!side->doc)
		say(notes, name,
		    "no results.json beside the samples: whether interrupts were off, or the machine emulated, is not known");
	else if (any_irqs_off(side->doc) && is_masked(side))
		say(notes, name,
		    "interrupts were off in some cases: what ran meanwhile is sampled where they come on again, in timed() or its caller. On arm64 CONFIG_ARM64_PSEUDO_NMI=y and irqchip.gicv3_pseudo_nmi=1 mend that, or measure without irqs-off");
}

static void note_number(const struct db_flame_side *side, const char *name, struct db_list *notes)
{
	uint64_t n = side->hot.timed;

	if (!n)
		say(notes, name,
		    "NO sample lies in a timed phase, of %" PRIu64 " in these threads: more iterations, or another event",
		    side->hot.all);
	else if (half_width(n) > TOO_WIDE)
		say(notes, name,
		    "too few samples: %ju in timed phases tell a share to %.1f points (95 %%); for 1 point it takes %ju: more iterations",
		    (uintmax_t)n, half_width(n), (uintmax_t)samples_for(WANTED));
}

void db_flame_notes(const struct db_flame_side *side, const char *name, struct db_list *notes)
{
	const struct db_perf_text *perf = &side->perf;

	if (!side->sampled) {
		if (!side->hot.timed)
			say(notes, name, "no stack is of a timed phase");
		return;
	}
	if (side->doc && db_report_emulated(side->doc))
		say(notes, name,
		    "EMULATED: samples tell which code runs, not what it costs; cache maintenance and barriers cost an emulator next to nothing");
	note_irqs_off(side, name, notes);
	note_number(side, name, notes);
	if (perf->lost)
		say(notes, name,
		    "%" PRIu64 " samples or records were LOST: a lower frequency, or perf record -m 4M",
		    perf->lost);
	if (perf->unknown * 20 > perf->stacks.total)
		say(notes, name,
		    "%.0f %% of the samples end in no known function: perf script as root, with kernel.kptr_restrict=0, on the machine that recorded them",
		    100.0 * perf->unknown / perf->stacks.total);
	if (is_timer(side))
		say(notes, name,
		    "cpu-clock: a timer takes the samples, as no counter of cycles does; its step is coarse");
}
