/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * One message for people, and the exit status that goes with it. A message
 * names the thing, the value seen, the rule and the remedy.
 */
#ifndef DB_ERR_H
#define DB_ERR_H

#include <stdarg.h>
#include <stddef.h>

/* The kernel has this name for it; outside, nobody has defined it. */
#ifndef __printf
#define __printf(format_index, first)	\
	__attribute__((__format__(printf, format_index, first)))
#endif

/* Exit statuses of the tool; also what every fallible function returns. */
#define DB_OK		0
#define DB_FAILED	1	/* the machine said no */
#define DB_USAGE	2	/* the user must write something else */

struct db_err {
	char text[1024];
};

/* Set the message; gives @status back, so that it can be returned at once. */
__printf(3, 4)
int db_err_set(struct db_err *err, int status, const char *fmt, ...);

/* Put the place (option, file and line, case) in front of the message. */
__printf(3, 4)
int db_err_at(struct db_err *err, int status, const char *fmt, ...);

/* Memory that is never NULL: without it there is nothing sensible to do. */
void *db_alloc(size_t bytes);
void *db_grow(void *old, size_t bytes);
char *db_strdup(const char *text);
__printf(1, 2)
char *db_printf(const char *fmt, ...);
__printf(1, 0)
char *db_vprintf(const char *fmt, va_list args);

/* The end of a word that there are @n of. */
#define DB_S(n)	((n) == 1 ? "" : "s")

#endif
