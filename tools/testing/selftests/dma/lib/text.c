// SPDX-License-Identifier: GPL-2.0-only
/* Text that someone else wrote, made fit to be shown. */
#include <stdio.h>
#include <string.h>

#include "err.h"
#include "text.h"

/* How many bytes the first one promises; 0: it cannot be the first. */
static size_t promised(unsigned char first)
{
	if (first < 0x80)
		return 1;
	if (first < 0xc2)
		return 0;	/* a later byte, or a way around the shortest form */
	return first < 0xe0 ? 2 : first < 0xf0 ? 3 : first < 0xf5 ? 4 : 0;
}

size_t db_text_decode(const char *text, uint32_t *code)
{
	static const uint32_t smallest[] = { 0, 0, 0x80, 0x800, 0x10000 };
	size_t bytes = promised(*text), i;

	*code = (unsigned char)*text;
	if (bytes > 1)
		*code &= 0x7f >> bytes;
	for (i = 1; i < bytes; i++) {
		if ((text[i] & 0xc0) != 0x80)
			return 0;
		*code = *code << 6 | (text[i] & 0x3f);
	}
	if (*code < smallest[bytes] || *code > 0x10ffff ||
	    (*code >= 0xd800 && *code <= 0xdfff))
		return 0;
	return bytes;
}

int db_text_is_control(uint32_t code)
{
	return code < 0x20 || (code >= 0x7f && code <= 0x9f) ||
	       (code >= 0x200e && code <= 0x200f) ||
	       (code >= 0x2028 && code <= 0x202e) ||
	       (code >= 0x2066 && code <= 0x2069) || code == 0xfeff;
}

size_t db_text_plain(const char *text)
{
	size_t at = 0, bytes;
	uint32_t code;

	while (text[at]) {
		bytes = db_text_decode(text + at, &code);
		if (!bytes || db_text_is_control(code))
			break;
		at += bytes;
	}
	return at;
}

char *db_text_shown(const char *text, const char *special)
{
	/* The longest that one byte becomes is \xNN. */
	char *shown = db_alloc(4 * strlen(text) + 1), *to = shown;
	uint32_t code;
	size_t bytes;

	for (; *text; text += bytes) {
		bytes = db_text_decode(text, &code);
		if (!bytes || code < 0x80) {
			if (!bytes || db_text_is_control(code)) {
				to += sprintf(to, "\\x%02x", (unsigned char)*text);
			} else {
				if (strchr(special, *text))
					*to++ = '\\';
				*to++ = *text;
			}
			bytes = 1;
		} else if (db_text_is_control(code)) {
			to += sprintf(to, "\\u%04x", code);
		} else {
			memcpy(to, text, bytes);
			to += bytes;
		}
	}
	return shown;
}
