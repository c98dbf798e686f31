// SPDX-License-Identifier: GPL-2.0-only
/* Lists, ranges and products; the names of cases. */
#include "kselftest_harness.h"
#include "matrix.h"
#include "number.h"

/* Words of an expansion, joined, or the message after "!". */
static char *expand(enum db_key_id id, const char *text)
{
	struct db_list list = { };
	struct db_err err;
	char *joined;

	if (db_key_expand(id, text, &list, &err))
		joined = db_printf("!%s", err.text);
	else
		joined = db_list_join(&list, " ");
	db_list_free(&list);
	return joined;
}

TEST(ranges_and_lists_expand)
{
	static const struct { enum db_key_id id; const char *text, *words; } rows[] = {
		{ DB_KEY_SIZE, "64", "64" },
		{ DB_KEY_SIZE, "64,4K, 1M", "64 4K 1M" },
		{ DB_KEY_SIZE, "256..2K", "256 512 1024 2048" },
		{ DB_KEY_SIZE, "256..3K", "256 512 1024 2048 3072" },
		{ DB_KEY_SIZE, "1K..4K+1K", "1024 2048 3072 4096" },
		{ DB_KEY_SIZE, "1..100*10", "1 10 100" },
		{ DB_KEY_SIZE, "5..5", "5" },
		{ DB_KEY_SIZE, "64..128,1M", "64 128 1M" },
		{ DB_KEY_THREADS, "1..6", "1 2 4 6" },
		{ DB_KEY_OFFSET, "0..3+1", "0 1 2 3" },
		{ DB_KEY_DIR, "all", "to_device from_device bidirectional" },
		{ DB_KEY_TIMING, "all", "per_op batch" },
		{ DB_KEY_PHASES, "map,unmap/round-trip", "map,unmap round-trip" },
		{ DB_KEY_CPUS, "0-3,7/0", "0-3,7 0" },
		{ DB_KEY_IRQS_OFF, "yes,no", "yes no" },
		{ DB_KEY_ITERATIONS, "1099511627775..1099511627776",
		  "1099511627775 1099511627776" },
	};
	size_t i;
	char *is;

	for (i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		is = expand(rows[i].id, rows[i].text);
		EXPECT_STREQ(rows[i].words, is) TH_LOG("%s", rows[i].text);
		free(is);
	}
}

TEST(bad_ranges_and_lists_are_refused)
{
	static const struct { enum db_key_id id; const char *text, *why; } rows[] = {
		{ DB_KEY_SIZE, "", "empty value" },
		{ DB_KEY_SIZE, "1,,2", "empty value" },
		{ DB_KEY_SIZE, "1,", "empty value" },
		{ DB_KEY_SIZE, "4K..1K", "ends below its beginning" },
		{ DB_KEY_SIZE, "1..8*1", "never grows" },
		{ DB_KEY_SIZE, "1..8+0", "never grows" },
		{ DB_KEY_OFFSET, "0..64", "never grows" },
		{ DB_KEY_SIZE, "1..8+x", "bad step" },
		{ DB_KEY_SIZE, "..8", "must be" },
		{ DB_KEY_SIZE, "0..8", "must be" },
		{ DB_KEY_SIZE, "1..1M+1", "more than 10000" },
		{ DB_KEY_SIZE, "all", "must be" },
		{ DB_KEY_THREADS, "1..2000", "from 1 to 1024" },
		{ DB_KEY_DIR, "to_device,sideways", "valid: to_device, from_device" },
		{ DB_KEY_PHASES, "map,wash", "valid: map, sync_for_device" },
		{ DB_KEY_CPUS, "0-3,x", "list of CPUs" },
		{ DB_KEY_ATTRS, "none,weak", "valid:" },
	};
	size_t i;
	char *is;

	for (i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		is = expand(rows[i].id, rows[i].text);
		EXPECT_TRUE(*is == '!' && strstr(is, rows[i].why))
			TH_LOG("'%s': %s", rows[i].text, is);
		free(is);
	}
}

struct pair {
	enum db_key_id id;
	const char *text;
};

static int build(struct db_matrix *matrix, const struct pair *pairs,
		 struct db_err *err)
{
	struct db_axes axes = { };
	int status = DB_OK;

	for (; pairs->text && !status; pairs++)
		status = db_axes_add(&axes, pairs->id, pairs->text, err);
	if (!status)
		status = db_matrix_add(matrix, NULL, &axes, "", err);
	if (!status)
		db_matrix_name(matrix);
	db_axes_free(&axes);
	return status;
}

TEST(product_walks_the_first_key_slowest)
{
	static const struct pair pairs[] = {
		{ DB_KEY_STATE, "dirty,untouched" }, { DB_KEY_SIZE, "64,4K" },
		{ DB_KEY_MODE, "all" }, { DB_KEY_ENTRIES, "3" }, { }
	};
	static const char *const names[] = {
		"single/size=64/dir=to_device/state=dirty",
		"single/size=64/dir=to_device/state=untouched",
		"single/size=4096/dir=to_device/state=dirty",
		"single/size=4096/dir=to_device/state=untouched",
		"sg/entries=3/size=64/dir=to_device/state=dirty",
		"sg/entries=3/size=64/dir=to_device/state=untouched",
		"sg/entries=3/size=4096/dir=to_device/state=dirty",
		"sg/entries=3/size=4096/dir=to_device/state=untouched",
	};
	struct db_matrix matrix = { };
	struct db_err err;
	size_t i;

	ASSERT_EQ(0, build(&matrix, pairs, &err)) TH_LOG("%s", err.text);
	ASSERT_EQ(8, matrix.count);
	for (i = 0; i < 8; i++) {
		EXPECT_STREQ(names[i], matrix.item[i].name);
	}
	db_matrix_free(&matrix);
}

TEST(names_say_what_differs_from_the_default)
{
	static const struct pair pairs[] = {
		{ DB_KEY_THREADS, "4" }, { DB_KEY_OFFSET, "64" },
		{ DB_KEY_PHASES, "unmap,map" }, { DB_KEY_ATTRS, "no-warn,skip_cpu_sync" },
		{ DB_KEY_CPUS, "0-3" }, { DB_KEY_DMA_BITS, "32" },
		{ DB_KEY_ITERATIONS, "7" }, { DB_KEY_DEVICE, "x" }, { }
	};
	struct db_matrix matrix = { };
	struct db_err err;

	ASSERT_EQ(0, build(&matrix, pairs, &err)) TH_LOG("%s", err.text);
	EXPECT_STREQ("single/size=4096/dir=to_device/state=dirty/threads=4/offset=64/phases=map+unmap/attrs=skip_cpu_sync+no_warn/dma_bits=32/cpus=0-3",
		     matrix.item[0].name);
	db_matrix_free(&matrix);
}

TEST(names_are_unique_and_equal_cases_are_one)
{
	static const struct pair pairs[] = {
		{ DB_KEY_SIZE, "4K,4096,4KiB" }, { DB_KEY_ITERATIONS, "1,2" },
		{ DB_KEY_DEVICE, "a,b" }, { }
	};
	struct db_matrix matrix = { };
	struct db_err err;
	size_t i, k;

	ASSERT_EQ(0, build(&matrix, pairs, &err)) TH_LOG("%s", err.text);
	ASSERT_EQ(4, matrix.count);
	for (i = 0; i < 4; i++)
		for (k = 0; k < i; k++) {
			EXPECT_STRNE(matrix.item[i].name, matrix.item[k].name);
		}
	EXPECT_STREQ("single/size=4096/dir=to_device/state=dirty/iterations=1/device=a",
		     matrix.item[0].name);
	db_matrix_free(&matrix);
}

TEST(impossible_cases_of_all_are_left_out_with_a_note)
{
	static const struct pair pairs[] = {
		{ DB_KEY_TIMING, "all" }, { DB_KEY_IRQS_OFF, "yes" }, { }
	};
	struct db_matrix matrix = { };
	struct db_err err;

	ASSERT_EQ(0, build(&matrix, pairs, &err)) TH_LOG("%s", err.text);
	ASSERT_EQ(1, matrix.count);
	EXPECT_EQ(MBE_TIMING_PER_OP, matrix.item[0].request.run.timing);
	ASSERT_EQ(1, matrix.notes.count);
	EXPECT_NE(NULL, strstr(matrix.notes.item[0].text, "irqs-off"));
	db_matrix_free(&matrix);
}

TEST(batches_choose_round_trips_and_a_count)
{
	static const struct pair pairs[] = { { DB_KEY_TIMING, "batch" }, { } };
	struct db_matrix matrix = { };
	struct db_err err;

	ASSERT_EQ(0, build(&matrix, pairs, &err)) TH_LOG("%s", err.text);
	EXPECT_EQ(MBE_PHASES_ROUND_TRIP, matrix.item[0].request.run.phases);
	EXPECT_EQ(1000, matrix.item[0].request.run.batch_ops);
	EXPECT_EQ(1000000000ull, matrix.item[0].request.run.duration_ns);
	db_matrix_free(&matrix);
}

TEST(too_many_cases_are_refused)
{
	static const struct pair pairs[] = {
		{ DB_KEY_SIZE, "1..1000+1" }, { DB_KEY_OFFSET, "0..100+1" }, { }
	};
	struct db_matrix matrix = { };
	struct db_err err;

	EXPECT_EQ(DB_USAGE, build(&matrix, pairs, &err));
	EXPECT_NE(NULL, strstr(err.text, "10000 cases"));
	db_matrix_free(&matrix);
}

TEST_HARNESS_MAIN
