// SPDX-License-Identifier: GPL-2.0-only
/* What the verbs have in common. */
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

TEST_HARNESS_MAIN
