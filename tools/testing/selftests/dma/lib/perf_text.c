// SPDX-License-Identifier: GPL-2.0-only
/* What `perf script` prints, as call chains. */
#include <fnmatch.h>
#include <regex.h>
#include <stdlib.h>
#include <string.h>

#include "list.h"
#include "perf_text.h"
#include "text.h"

/*
 * "dma-bench/0   123/123  [002] d..1.    12.345678:     250000 cycles:k:  ..." with thread,
 * pid/tid, CPU and flags, time, period, event; behind that a lone function where no
 * chain was recorded.
 */
#define HEAD	"^ *([^ ].*[^ ]|[^ ]) +-?[0-9]+(/-?[0-9]+)? +(\\[[0-9]+\\] +)?([^]0-9 :[][^ ]* +)?" \
		"[0-9]+\\.[0-9]+: +(.*)$"
#define EVENT	"^([0-9]+ +)?([^ ]+): *(.*)$"
#define ARCH	"# arch : "
#define LOST	"PERF_RECORD_LOST"
/* "   ffff800080012345 dcache_clean_poc+0x20 ([kernel.kallsyms])" */
#define FRAME	"^[ \t]*([0-9a-f]+) (.+)$"

/* What each thread of the benchmark begins with, and a name for it. */
#define OUR_FUNCTION	"mbe_thread"
#define OUR_THREAD	"dma-bench/-"

/* IN_UNNAMED: the chain decides. */
enum { IN_NOTHING, IN_PASSED, IN_UNNAMED, IN_KEPT };

struct reader {
	struct db_perf_text *perf;
	const char *threads, *event;
	regex_t head, event_part, frame;
	int state;
	char *thread;
	struct db_list frames;		/* innermost first, as perf prints them */
};

static char *part(const char *line, const regmatch_t *match)
{
	return db_printf("%.*s", (int)(match->rm_eo - match->rm_so), line + match->rm_so);
}

/* ';' and blanks part what is folded. */
static void clean(char *name)
{
	for (; *name; name++)
		if (*name == ';' || *name == ' ')
			*name = '_';
}

/* "name+0x20 (dso)" or "name (dso)": the name; addresses without one are "[unknown]". */
static char *symbol_of(const char *text)
{
	char *name = db_strdup(text), *end;

	end = strrchr(name, '(');
	if (end && end > name && end[-1] == ' ')
		end[-1] = 0;
	end = strstr(name, "+0x");
	if (end)
		*end = 0;
	clean(name);
	return name;
}

static void keep_frame(struct reader *r, const char *text)
{
	char *name = symbol_of(text);

	db_list_add(&r->frames, *name ? name : "[unknown]", 0);
	free(name);
}

static void sample_end(struct reader *r)
{
	struct db_list chain = { };
	char *text;
	size_t i;

	if (r->state == IN_UNNAMED && db_list_has(&r->frames, OUR_FUNCTION)) {
		free(r->thread);
		r->thread = db_strdup(OUR_THREAD);
		r->state = IN_KEPT;
	}
	if (r->state == IN_KEPT) {
		if (!r->frames.count || !strcmp(r->frames.item[0].text, "[unknown]"))
			r->perf->unknown++;
		db_list_add(&chain, r->thread, 0);
		for (i = r->frames.count; i-- > 0; )
			db_list_add(&chain, r->frames.item[i].text, 0);
		text = db_list_join(&chain, ";");
		db_stacks_add(&r->perf->stacks, text, 1);
		free(text);
		db_list_free(&chain);
	}
	db_list_free(&r->frames);
	free(r->thread);
	r->thread = NULL;
	r->state = IN_NOTHING;
}

/* "cycles:k", of which the event is "cycles", and the modifiers are not. */
static int same_event(const char *said, const char *wanted)
{
	size_t n = strlen(wanted);

	return !strncmp(said, wanted, n) && (!said[n] || said[n] == ':');
}

/*
 * A kernel thread is named where perf does not see it (6.12 and 7, args->name in copy_process();
 * in 6.1 kthread_create() tells), so one that is born while perf records has its parent's name,
 * or none. Who calls whom tells as well.
 */
static int is_unnamed(const struct reader *r)
{
	return (!strcmp(r->thread, "kthreadd") || *r->thread == ':') &&
		!fnmatch(r->threads, OUR_THREAD, 0);
}

static const char *event_begins(struct reader *r, char *event, const char *behind)
{
	struct db_perf_text *perf = r->perf;
	regmatch_t match[3];

	if (r->event && !same_event(event, r->event)) {
		r->state = IN_PASSED;
		return NULL;
	}
	if (perf->samples && !r->event && strcmp(perf->event, event))
		return "is of another event than those before: choose one with --event";
	snprintf(perf->event, sizeof(perf->event), "%s", event);
	perf->samples++;
	r->state = !fnmatch(r->threads, r->thread, 0) ? IN_KEPT :
		is_unnamed(r) ? IN_UNNAMED : IN_PASSED;
	if (r->state != IN_PASSED && !regexec(&r->frame, behind, 3, match, 0))
		keep_frame(r, behind + match[2].rm_so);
	return NULL;
}

static const char *sample_begins(struct reader *r, const char *line)
{
	regmatch_t match[6], inner[4];
	const char *rest, *why;
	char *event, *lost;

	if (regexec(&r->head, line, 6, match, 0))
		return "is no head of a sample (thread, pid, time, event) and no function";
	rest = line + match[5].rm_so;
	lost = strstr(rest, LOST);
	if (lost) {
		lost = strstr(lost, " lost ");
		r->perf->lost += lost ? strtoull(lost + 6, NULL, 10) : 1;
		return NULL;
	}
	/* Another record: a mapping, a thread's name. */
	if (!strncmp(rest, "PERF_RECORD_", 12))
		return NULL;
	if (regexec(&r->event_part, rest, 4, inner, 0))
		return "names no event; print it: perf script -F +event";
	r->thread = part(line, &match[1]);
	clean(r->thread);
	event = part(rest, &inner[2]);
	why = event_begins(r, event, rest + inner[3].rm_so);
	free(event);
	return why;
}

static const char *take(struct reader *r, char *line, size_t length)
{
	regmatch_t match[3];
	size_t i;

	for (i = 0; i < length; i++)
		if (line[i] == '\t')
			line[i] = ' ';
	if (memchr(line, 0, length) || line[db_text_plain(line)])
		return "has bytes that are no text: `perf script` makes text of perf.data";
	if (!line[strspn(line, " ")]) {
		sample_end(r);
		return NULL;
	}
	if (*line == '#') {
		if (!strncmp(line, ARCH, strlen(ARCH)))
			snprintf(r->perf->arch, sizeof(r->perf->arch), "%s", line + strlen(ARCH));
		return NULL;
	}
	if (r->state != IN_NOTHING && !regexec(&r->frame, line, 3, match, 0)) {
		if (r->state != IN_PASSED)
			keep_frame(r, line + match[2].rm_so);
		return NULL;
	}
	/* Without chains, samples follow each other with no empty line between. */
	sample_end(r);
	return sample_begins(r, line);
}

static const char *read_lines(struct reader *r, FILE *file, size_t *number)
{
	const char *why = NULL;
	size_t room = 0;
	char *line = NULL;
	ssize_t length;

	while (!why && (length = getline(&line, &room, file)) > 0) {
		++*number;
		if (line[length - 1] != '\n') {
			why = "has no end: the file is cut off";
			break;
		}
		line[--length] = 0;
		why = take(r, line, length);
	}
	free(line);
	/* perf ends each chain with an empty line. */
	if (!why && r->frames.count > 1)
		why = "is the last, in the middle of a chain: the file is cut off";
	if (why)
		r->state = IN_PASSED;
	sample_end(r);
	return why;
}

static int nothing(const struct db_perf_text *perf, const char *name, const char *threads,
		   const char *event, struct db_err *err)
{
	if (!perf->samples && event)
		return db_err_set(err, DB_FAILED, "%s: no sample of event '%s' in it", name, event);
	if (!perf->samples)
		return db_err_set(err, DB_FAILED,
				  "%s: no sample in it; wanted is what `perf script` prints", name);
	if (!perf->stacks.count)
		return db_err_set(err, DB_FAILED,
				  "%s: none of its %ju samples is of a thread '%s': was it recorded with -a, while the benchmark ran? --thread chooses others",
				  name, (uintmax_t)perf->samples, threads);
	return DB_OK;
}

int db_perf_text_read(struct db_perf_text *perf, FILE *file, const char *name,
		      const char *threads, const char *event, struct db_err *err)
{
	struct reader r = { .perf = perf, .threads = threads, .event = event };
	const char *why;
	size_t number = 0;

	regcomp(&r.head, HEAD, REG_EXTENDED);
	regcomp(&r.event_part, EVENT, REG_EXTENDED);
	regcomp(&r.frame, FRAME, REG_EXTENDED);
	why = read_lines(&r, file, &number);
	regfree(&r.head);
	regfree(&r.event_part);
	regfree(&r.frame);
	if (why)
		return db_err_set(err, DB_FAILED, "%s: line %zu %s", name, number, why);
	db_stacks_merge(&perf->stacks);
	return nothing(perf, name, threads, event, err);
}

void db_perf_text_free(struct db_perf_text *perf)
{
	db_stacks_free(&perf->stacks);
}
