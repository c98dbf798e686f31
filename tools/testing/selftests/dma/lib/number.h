/* SPDX-License-Identifier: GPL-2.0-only */
/* Numbers as people write them; all or nothing, never a guess. */
#ifndef DB_NUMBER_H
#define DB_NUMBER_H

#include <stddef.h>
#include <stdint.h>

/* 0, or -1 when @text is not wholly such a number or does not fit. */
int db_parse_count(const char *text, uint64_t *value);
int db_parse_size(const char *text, uint64_t *bytes);	/* 4096, 4K, 1M, 2GiB */
int db_parse_seconds(const char *text, uint64_t *ns);	/* 2, 0.25 */

/* The shortest exact way to write it: 4096 is 4K, 100 is 100. */
const char *db_size_text(uint64_t bytes, char *text, size_t room);
const char *db_seconds_text(uint64_t ns, char *text, size_t room);

/* Without the blanks at both ends; cuts @text. */
char *db_trim(char *text);

#define DB_NUMBER_ROOM	40

#endif
