/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Text that someone else wrote: a result file, a scenario, a word of the command
 * line. What a terminal would act upon must not reach it.
 */
#ifndef DB_TEXT_H
#define DB_TEXT_H

#include <stddef.h>
#include <stdint.h>

/* The bytes of the first character of @text, or 0 when they are no UTF-8. */
size_t db_text_decode(const char *text, uint32_t *code);

/* Controls (C0, DEL, C1), line separators, and what turns the direction. */
int db_text_is_control(uint32_t code);

/* How many bytes there are before the first that is a control or no UTF-8. */
size_t db_text_plain(const char *text);

/*
 * A copy without controls and without bytes that are no UTF-8: they stand there
 * as \x1b or \u202e. A character of @special gets a backslash. free() it.
 */
char *db_text_shown(const char *text, const char *special);

#endif
