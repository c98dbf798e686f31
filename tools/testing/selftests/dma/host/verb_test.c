// SPDX-License-Identifier: GPL-2.0-only
/* What the verbs have in common: help on demand, words counted, right plurals. */
#include "kselftest_harness.h"
#include "err.h"
#include "helper.h"

FIXTURE(verb) {
	struct ran ran;
};

FIXTURE_SETUP(verb)
{
	memset(self, 0, sizeof(*self));
	machine_make();
}

FIXTURE_TEARDOWN(verb)
{
	ran_free(&self->ran);
	machine_drop();
}

static void run(struct ran *ran, const char *words)
{
	ran_free(ran);
	tool_run(ran, words);
}

/* A machine with much to do, and sanitizers: more than the harness's 30 s. */
TEST_F_TIMEOUT(verb, each_has_its_help, 120)
{
	static const char *const verbs[] = {
		"run", "sweep", "scenario", "devices", "report", "attach", "bind",
		"unbind", "compare", "compare",
	};
	static const char *const forms[] = { "%s -h", "%s --help", "help %s" };
	char *words, *usage;
	size_t i;

	for (i = 0; i < 27; i++) {
		words = db_printf(forms[i % 3], verbs[i / 3]);
		usage = db_printf("usage: dma_map_benchmark %s", verbs[i / 3]);
		run(&self->ran, words);
		EXPECT_EQ(0, self->ran.status) TH_LOG("%s", words);
		EXPECT_EQ(self->ran.out, strstr(self->ran.out, usage)) TH_LOG("%s", words);
		EXPECT_NE(NULL, strstr(self->ran.out, "so does -h"));
		EXPECT_STREQ("", self->ran.err);
		free(words);
		free(usage);
	}
	run(&self->ran, "help -h");
	EXPECT_EQ(0, self->ran.status);
}

/* Whatever else stands there: who asks for help wants nothing measured. */
TEST_F(verb, help_comes_before_everything_behind_it)
{
	run(&self->ran, "run --size 64 -h --no-such");
	EXPECT_EQ(0, self->ran.status);
	EXPECT_NE(NULL, strstr(self->ran.out, "usage: dma_map_benchmark run"));
	run(&self->ran, "report -h");
	EXPECT_EQ(0, self->ran.status);
}

TEST_F(verb, messages_name_the_option_and_the_verb)
{
	static const struct { const char *words, *says; } rows[] = {
		{ "run -xh", "-x: no such option" },
		{ "run -s 1", "-s: no such option" },
		{ "run frob",
		  "'frob': run takes options only; see 'dma_map_benchmark run --help'" },
		{ "sweep frob", "'frob': sweep takes options only" },
		{ "scenario", "0 words given, but scenario takes one FILE or NAME" },
		{ "report a b", "2 words given, but report takes one FILE" },
		{ "attach a", "1 word given, but attach takes two files, FILE and COUNTS" },
		{ "bind", "0 words given, but bind takes one DEVICE" },
		{ "bind a --frob", "--frob: no such option" },
		{ "unbind --force", "--force: no such option" },
		{ "unbind a b", "2 words given, but unbind takes one DEVICE" },
		{ "bind a/b/c", "'a/b/c' cannot be a device's name" },
		{ "run --device \x1b[31m", "'\\x1b[31m' cannot be a device's name" },
		{ "run \x1b[31m", "'\\x1b[31m': run takes" },
	};
	size_t i;

	for (i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		run(&self->ran, rows[i].words);
		EXPECT_EQ(2, self->ran.status) TH_LOG("%s", rows[i].words);
		EXPECT_NE(NULL, strstr(self->ran.err, rows[i].says))
			TH_LOG("%s: %s", rows[i].words, self->ran.err);
	}
}

TEST_F(verb, plurals_are_right)
{
	static const struct { const char *fake, *words, *says; } rows[] = {
		{ "", "run --dry-run", "\n1 case; words" },
		{ "", "sweep --size 1,2 --dry-run", "\n2 cases; words" },
		{ "run=19", "run", "1 of 1 case was not run" },
		{ "allfail", "run --iterations 1", "all 1 mapping failed" },
		{ "merged", "run --iterations 1 --mode sg --entries 2",
		  "2 entries in 1 segment\n" },
	};
	char *both;
	size_t i;

	for (i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		setenv("FAKE", rows[i].fake, 1);
		run(&self->ran, rows[i].words);
		both = db_printf("%s\n%s", self->ran.out, self->ran.err);
		EXPECT_NE(NULL, strstr(both, rows[i].says))
			TH_LOG("%s: %s", rows[i].words, both);
		free(both);
	}
	unsetenv("FAKE");
}

TEST_F(verb, words_of_a_mask_and_what_joins_them)
{
	static const char *const both[] = {
		"run --attrs none,skip_cpu_sync", "run --attrs skip_cpu_sync+none",
	};
	const char *rule = "'none' must stand alone; valid: skip_cpu_sync, weak_ordering";
	const char *joins = ", none; ',' or '+' joins words, '/' begins another value";
	size_t i;

	for (i = 0; i < 2; i++) {
		run(&self->ran, both[i]);
		EXPECT_EQ(2, self->ran.status);
		EXPECT_TRUE(strstr(self->ran.err, rule) && strstr(self->ran.err, joins))
			TH_LOG("%s", self->ran.err);
	}
	run(&self->ran, "run --phases map,none");
	EXPECT_NE(NULL, strstr(self->ran.err, "'none' is not known; valid: map,"));
	run(&self->ran, "run --dry-run --attrs NONE");
	EXPECT_EQ(0, self->ran.status) TH_LOG("%s", self->ran.err);
}

/* A name tells one value from two, and can be typed again. */
TEST_F(verb, names_with_masks_are_unambiguous)
{
#define NAME(rest) "single/size=4096/dir=to_device/state=dirty" rest "  (iterations=1)\n"
	run(&self->ran, "sweep --dry-run --iterations 1 --phases map,unmap/round_trip --attrs none/no_warn/skip_cpu_sync,no_warn");
	EXPECT_STREQ(NAME("/phases=map+unmap")
		     NAME("/phases=map+unmap/attrs=no_warn")
		     NAME("/phases=map+unmap/attrs=skip_cpu_sync+no_warn")
		     NAME("/phases=round_trip")
		     NAME("/phases=round_trip/attrs=no_warn")
		     NAME("/phases=round_trip/attrs=skip_cpu_sync+no_warn"),
		     self->ran.out);
	run(&self->ran, "run --dry-run --attrs skip_cpu_sync+no_warn --phases map+unmap");
	EXPECT_EQ(0, self->ran.status) TH_LOG("%s", self->ran.err);
}

TEST_HARNESS_MAIN
