// SPDX-License-Identifier: GPL-2.0-only
/* Numbers and CPU lists: what is read, what is refused, what is written. */
#include "kselftest_harness.h"
#include "cpulist.h"
#include "number.h"

TEST(sizes_have_binary_units)
{
	static const struct { const char *text; uint64_t bytes; } good[] = {
		{ "0", 0 }, { "1", 1 }, { "4096", 4096 }, { "4K", 4096 }, { "4k", 4096 },
		{ "4KiB", 4096 }, { "1M", 1 << 20 }, { "2G", 2ull << 30 },
		{ "1T", 1ull << 40 }, { "18446744073709551615", UINT64_MAX },
	};
	uint64_t bytes;
	size_t i;

	for (i = 0; i < sizeof(good) / sizeof(*good); i++) {
		EXPECT_EQ(0, db_parse_size(good[i].text, &bytes));
		EXPECT_EQ(good[i].bytes, bytes) TH_LOG("%s", good[i].text);
	}
}

TEST(malformed_numbers_are_refused)
{
	static const char *const bad[] = {
		"", " 1", "1 ", "-1", "+1", "0x10", "1.5", "4X", "4KB", "K", "4KK",
		"18446744073709551616", "16777216T", "1e3",
	};
	uint64_t value;
	size_t i;

	for (i = 0; i < sizeof(bad) / sizeof(*bad); i++) {
		EXPECT_NE(0, db_parse_size(bad[i], &value)) TH_LOG("'%s'", bad[i]);
		EXPECT_NE(0, db_parse_count(bad[i], &value)) TH_LOG("'%s'", bad[i]);
	}
	EXPECT_NE(0, db_parse_count("4K", &value));
}

TEST(seconds_are_exact_to_the_nanosecond)
{
	static const char *const bad[] = {
		"", ".5", "1.", "1s", "-1", "0.0000000001", "18446744074", "1.5.5",
	};
	uint64_t ns;
	size_t i;

	ASSERT_EQ(0, db_parse_seconds("0.1", &ns));
	EXPECT_EQ(100000000, ns);
	ASSERT_EQ(0, db_parse_seconds("300", &ns));
	EXPECT_EQ(300000000000ull, ns);
	ASSERT_EQ(0, db_parse_seconds("1.0000000010", &ns));
	EXPECT_EQ(1000000001, ns);
	for (i = 0; i < sizeof(bad) / sizeof(*bad); i++) {
		EXPECT_NE(0, db_parse_seconds(bad[i], &ns)) TH_LOG("'%s'", bad[i]);
	}
}

TEST(sizes_and_seconds_are_written_as_short_as_exact)
{
	char text[DB_NUMBER_ROOM];

	EXPECT_STREQ("4K", db_size_text(4096, text, sizeof(text)));
	EXPECT_STREQ("4097", db_size_text(4097, text, sizeof(text)));
	EXPECT_STREQ("0", db_size_text(0, text, sizeof(text)));
	EXPECT_STREQ("1536", db_size_text(1536, text, sizeof(text)));
	EXPECT_STREQ("0.25", db_seconds_text(250000000, text, sizeof(text)));
	EXPECT_STREQ("20", db_seconds_text(20000000000ull, text, sizeof(text)));
}

TEST(cpu_lists_are_the_kernels)
{
	static const char *const bad[] = { "", "a", "3-1", "1-", "1,,2", "8192", "1,", "-1" };
	uint64_t words[DB_CPU_WORDS];
	char *text;
	size_t i;

	ASSERT_EQ(0, db_cpulist_parse("7,0-3,64, 65", words));
	EXPECT_EQ(0x8f, words[0]);
	EXPECT_EQ(3, words[1]);
	EXPECT_EQ(16, db_cpulist_bytes(words));
	text = db_cpulist_text(words);
	EXPECT_STREQ("0-3,7,64-65", text);
	free(text);
	for (i = 0; i < sizeof(bad) / sizeof(*bad); i++) {
		EXPECT_NE(0, db_cpulist_parse(bad[i], words)) TH_LOG("'%s'", bad[i]);
	}
}

TEST(equal_sets_of_cpus_are_kept_once)
{
	uint64_t words[DB_CPU_WORDS];
	const uint64_t *one, *other;

	db_cpulist_parse("1", words);
	one = db_cpulist_keep(words);
	db_cpulist_parse("1,8191", words);
	other = db_cpulist_keep(words);
	EXPECT_NE(one, other);
	EXPECT_TRUE(db_cpu_isset(other, 8191) && !db_cpu_isset(one, 8191));
	db_cpulist_parse("1-1", words);
	EXPECT_EQ(one, db_cpulist_keep(words));
}

TEST_HARNESS_MAIN
