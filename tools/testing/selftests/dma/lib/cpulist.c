// SPDX-License-Identifier: GPL-2.0-only
/* Sets of CPUs, written as the kernel writes them. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cpulist.h"
#include "err.h"

static int cpu_number(const char **text, unsigned int *cpu)
{
	*cpu = 0;
	if (!isdigit((unsigned char)**text))
		return -1;
	for (; isdigit((unsigned char)**text); (*text)++) {
		*cpu = *cpu * 10 + (**text - '0');
		if (*cpu >= DB_CPUS_MAX)
			return -1;
	}
	return 0;
}

int db_cpulist_parse(const char *text, uint64_t *words)
{
	unsigned int first, last;

	memset(words, 0, DB_CPU_WORDS * sizeof(*words));
	for (;;) {
		if (cpu_number(&text, &first))
			return -1;
		last = first;
		if (*text == '-') {
			text++;
			if (cpu_number(&text, &last) || last < first)
				return -1;
		}
		while (first <= last)
			db_cpu_set(words, first++);
		if (!*text)
			return 0;
		if (*text++ != ',')
			return -1;
		text += strspn(text, " \t");
	}
}

char *db_cpulist_text(const uint64_t *words)
{
	char *text = db_strdup(""), *longer;
	unsigned int cpu, last;

	for (cpu = 0; cpu < DB_CPUS_MAX; cpu = last + 1) {
		last = cpu;
		if (!db_cpu_isset(words, cpu))
			continue;
		while (last + 1 < DB_CPUS_MAX && db_cpu_isset(words, last + 1))
			last++;
		if (last > cpu)
			longer = db_printf("%s%s%u-%u", text, *text ? "," : "",
					   cpu, last);
		else
			longer = db_printf("%s%s%u", text, *text ? "," : "", cpu);
		free(text);
		text = longer;
	}
	return text;
}

unsigned int db_cpulist_bytes(const uint64_t *words)
{
	unsigned int n = DB_CPU_WORDS;

	while (n && !words[n - 1])
		n--;
	return n * 8;
}

const uint64_t *db_cpulist_keep(const uint64_t *words)
{
	static struct kept {
		uint64_t words[DB_CPU_WORDS];
		struct kept *next;
	} *kept;
	struct kept *item;

	for (item = kept; item; item = item->next)
		if (!memcmp(item->words, words, sizeof(item->words)))
			return item->words;
	item = db_alloc(sizeof(*item));
	memcpy(item->words, words, sizeof(item->words));
	item->next = kept;
	kept = item;
	return item->words;
}
