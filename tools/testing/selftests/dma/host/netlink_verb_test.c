// SPDX-License-Identifier: GPL-2.0-only
/* monitor and stop, before anything is sent: their words, and a kernel without the family. */
#include <unistd.h>

#include "kselftest_harness.h"
#include "err.h"
#include "helper.h"
#include "nl_family.h"

static const struct {
	const char *words;
	int status;
	const char *says;
} rows[] = {
	{ "monitor --help", 0, "--until-done" },
	{ "stop --help", 0, "CAP_NET_ADMIN" },
	{ "monitor frob", 2, "'frob': monitor takes --json, --until-done and --help only" },
	{ "monitor --jsn", 2, "'--jsn'" },
	{ "monitor --json=1", 2, "'--json=1'" },
	{ "stop", 2, "takes one word, the number of a run" },
	{ "stop 1 2", 2, "takes one word, the number of a run" },
	{ "stop 0", 2, "'0': not the number of a run; 'dma_map_benchmark monitor'" },
	{ "stop 1x", 2, "'1x': not the number of a run" },
	{ "stop -- -1", 2, "'-1': not the number of a run" },
	{ "stop 4294967296", 2, "not the number of a run" },
};

FIXTURE(netlink_verb) {
	struct ran ran;
};

FIXTURE_SETUP(netlink_verb)
{
	memset(self, 0, sizeof(*self));
	machine_make();
}

FIXTURE_TEARDOWN(netlink_verb)
{
	ran_free(&self->ran);
	machine_drop();
}

TEST_F(netlink_verb, wrong_words_are_a_usage_error)
{
	size_t i;

	for (i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		ran_free(&self->ran);
		tool_run(&self->ran, rows[i].words);
		EXPECT_EQ(rows[i].status, self->ran.status) TH_LOG("%s", rows[i].words);
		EXPECT_NE(NULL, strstr(rows[i].status ? self->ran.err : self->ran.out,
				       rows[i].says))
			TH_LOG("'%s' does not say '%s': %s", rows[i].words, rows[i].says,
			       self->ran.err);
		if (rows[i].status) {
			EXPECT_STREQ("", self->ran.out) TH_LOG("'%s'", rows[i].words);
		}
	}
}

TEST_F(netlink_verb, without_the_family_its_module_is_named)
{
	static const char *const words[] = { "monitor", "stop 1" };
	struct db_err err;
	struct db_nl nl;
	size_t i;

	if (!db_nl_open(&nl, &err)) {
		db_nl_close(&nl);
		SKIP(return, "the module is loaded here");
	}
	for (i = 0; i < sizeof(words) / sizeof(*words); i++) {
		ran_free(&self->ran);
		tool_run(&self->ran, words[i]);
		EXPECT_EQ(1, self->ran.status) TH_LOG("%s", words[i]);
		EXPECT_NE(NULL, strstr(self->ran.err, "load dma_map_benchmark_ext"))
			TH_LOG("%s: %s", words[i], self->ran.err);
		EXPECT_STREQ("", self->ran.out);
	}
}

TEST_HARNESS_MAIN
