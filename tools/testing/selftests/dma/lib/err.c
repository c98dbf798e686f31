// SPDX-License-Identifier: GPL-2.0-only
/* Messages with their exit status, and memory that is never NULL. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "err.h"

int db_err_set(struct db_err *err, int status, const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	vsnprintf(err->text, sizeof(err->text), fmt, args);
	va_end(args);
	return status;
}

int db_err_at(struct db_err *err, int status, const char *fmt, ...)
{
	struct db_err old = *err;
	va_list args;
	size_t used;

	va_start(args, fmt);
	vsnprintf(err->text, sizeof(err->text), fmt, args);
	va_end(args);
	used = strlen(err->text);
	snprintf(err->text + used, sizeof(err->text) - used, "%s", old.text);
	return status;
}

static void *checked(void *memory)
{
	if (!memory) {
		fputs("dma_map_benchmark: out of memory\n", stderr);
		exit(DB_FAILED);
	}
	return memory;
}

void *db_alloc(size_t bytes)
{
	return checked(calloc(1, bytes ? bytes : 1));
}

void *db_grow(void *old, size_t bytes)
{
	return checked(realloc(old, bytes ? bytes : 1));
}

char *db_strdup(const char *text)
{
	return checked(strdup(text));
}

char *db_vprintf(const char *fmt, va_list args)
{
	char *text;

	return checked(vasprintf(&text, fmt, args) < 0 ? NULL : text);
}

char *db_printf(const char *fmt, ...)
{
	va_list args;
	char *text;

	va_start(args, fmt);
	text = db_vprintf(fmt, args);
	va_end(args);
	return text;
}
