// SPDX-License-Identifier: GPL-2.0-only
/* Numbers as people write them: whole, strict, range checked by the caller. */
#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "number.h"

/* Digits only: strtoull() would let "-1", " 1" and "1x" through. */
static const char *digits(const char *text, uint64_t *value)
{
	uint64_t sum = 0;

	if (!isdigit((unsigned char)*text))
		return NULL;
	for (; isdigit((unsigned char)*text); text++) {
		unsigned int digit = *text - '0';

		if (sum > (UINT64_MAX - digit) / 10)
			return NULL;
		sum = sum * 10 + digit;
	}
	*value = sum;
	return text;
}

int db_parse_count(const char *text, uint64_t *value)
{
	const char *end = digits(text, value);

	return end && !*end ? 0 : -1;
}

int db_parse_size(const char *text, uint64_t *bytes)
{
	static const char units[] = "kmgt";
	const char *end = digits(text, bytes), *unit;
	unsigned int shift;

	if (!end)
		return -1;
	if (!*end)
		return 0;
	unit = strchr(units, tolower((unsigned char)*end));
	if (!unit)
		return -1;
	end++;
	if (*end && strcmp(end, "iB") && strcmp(end, "ib"))
		return -1;
	shift = 10 * (unit - units + 1);
	if (*bytes > UINT64_MAX >> shift)
		return -1;
	*bytes <<= shift;
	return 0;
}

int db_parse_seconds(const char *text, uint64_t *ns)
{
	uint64_t whole, fraction = 0, scale = 1000000000;
	const char *end = digits(text, &whole);

	if (!end || whole > UINT64_MAX / 1000000000 - 1)
		return -1;
	if (*end == '.') {
		if (!isdigit((unsigned char)end[1]))
			return -1;
		for (end++; isdigit((unsigned char)*end); end++) {
			scale /= 10;
			if (!scale && *end != '0')
				return -1;	/* finer than 1 ns */
			fraction += scale * (*end - '0');
		}
	}
	if (*end)
		return -1;
	*ns = whole * 1000000000 + fraction;
	return 0;
}

const char *db_size_text(uint64_t bytes, char *text, size_t room)
{
	static const char *const units[] = { "", "K", "M", "G", "T" };
	unsigned int i = 0;

	while (bytes && !(bytes % 1024) && i < 4) {
		bytes /= 1024;
		i++;
	}
	snprintf(text, room, "%" PRIu64 "%s", bytes, units[i]);
	return text;
}

const char *db_seconds_text(uint64_t ns, char *text, size_t room)
{
	size_t n;

	snprintf(text, room, "%" PRIu64 ".%09" PRIu64, ns / 1000000000,
		 ns % 1000000000);
	for (n = strlen(text); text[n - 1] == '0'; n--)
		text[n - 1] = 0;
	if (text[n - 1] == '.')
		text[n - 1] = 0;
	return text;
}

char *db_trim(char *text)
{
	size_t n;

	text += strspn(text, " \t");
	for (n = strlen(text); n && (text[n - 1] == ' ' || text[n - 1] == '\t'); n--)
		text[n - 1] = 0;
	return text;
}
