// SPDX-License-Identifier: GPL-2.0-only
/* Text of others: UTF-8 to the letter of it, and what is shown instead. */
#include "kselftest_harness.h"
#include "text.h"

TEST(characters_are_decoded_strictly)
{
	static const struct { const char *text; size_t bytes; uint32_t code; } rows[] = {
		{ "a", 1, 'a' }, { "\xc2\x80", 2, 0x80 }, { "\xdf\xbf", 2, 0x7ff },
		{ "\xe0\xa0\x80", 3, 0x800 }, { "\xef\xbf\xbf", 3, 0xffff },
		{ "\xf0\x90\x80\x80", 4, 0x10000 }, { "\xf4\x8f\xbf\xbf", 4, 0x10ffff },
		/* A later byte first; cut; too long a form; a surrogate; too large. */
		{ "\x80", 0, 0 }, { "\xc3", 0, 0 }, { "\xe2\x82", 0, 0 }, { "\xc3(", 0, 0 },
		{ "\xc0\x9b", 0, 0 }, { "\xc1\xbf", 0, 0 }, { "\xe0\x9f\xbf", 0, 0 },
		{ "\xf0\x8f\xbf\xbf", 0, 0 }, { "\xed\xa0\x80", 0, 0 },
		{ "\xf4\x90\x80\x80", 0, 0 }, { "\xf5\x80\x80\x80", 0, 0 }, { "\xff", 0, 0 },
	};
	uint32_t code;
	size_t i;

	for (i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		EXPECT_EQ(rows[i].bytes, db_text_decode(rows[i].text, &code))
			TH_LOG("row %zu", i);
		if (rows[i].bytes) {
			EXPECT_EQ(rows[i].code, code) TH_LOG("row %zu", i);
		}
	}
}

TEST(controls_become_visible_and_the_rest_stays)
{
	static const struct { const char *text, *special, *shown; } rows[] = {
		{ "", "", "" }, { "plain/size=4", "", "plain/size=4" },
		{ "\xc3\xa9\xe2\x82\xac", "", "\xc3\xa9\xe2\x82\xac" },
		{ "\x1b[0m", "", "\\x1b[0m" }, { "a\tb\r\n", "", "a\\x09b\\x0d\\x0a" },
		{ "\x7f", "", "\\x7f" }, { "\xc2\x9b", "", "\\u009b" },
		{ "\xe2\x80\xae", "", "\\u202e" }, { "\xe2\x81\xa6", "", "\\u2066" },
		{ "\xef\xbb\xbf", "", "\\ufeff" }, { "\xff\xc0", "", "\\xff\\xc0" },
		{ "\xe2\x82", "", "\\xe2\\x82" }, { "a|b\\", "|\\", "a\\|b\\\\" },
	};
	char *shown;
	size_t i;

	for (i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		shown = db_text_shown(rows[i].text, rows[i].special);
		EXPECT_STREQ(rows[i].shown, shown) TH_LOG("row %zu", i);
		free(shown);
	}
}

TEST_HARNESS_MAIN
