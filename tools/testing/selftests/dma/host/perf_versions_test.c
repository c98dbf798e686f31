// SPDX-License-Identifier: GPL-2.0-only
/*
 * flamegraph of what the perf of 6.1, 6.12 and 7.3 printed in a guest with that kernel (make
 * flamegraph EVENT=cycles), with its head and thirteen of its samples: ten of the benchmark, some
 * of them of its warm-up, and three of others.
 */
#include <stdlib.h>
#include <string.h>

#include "kselftest_harness.h"
#include "err.h"
#include "helper.h"

FIXTURE(perf_version) {
	struct ran ran;
};

FIXTURE_VARIANT(perf_version) {
	const char *file, *clean, *inval, *sums;
};

FIXTURE_VARIANT_ADD(perf_version, of_6_1) {
	"perf-script-6.1.txt", "__pi_dcache_clean_poc", "__pi_dcache_inval_poc",
	"hot spots: 8 cycles samples in timed phases, 0 besides\n"
	"(0 of them in setting the buffer's state)\n(and 2 before the measured part",
};

FIXTURE_VARIANT_ADD(perf_version, of_6_12) {
	"perf-script-6.12.txt", "__pi_dcache_clean_poc", "__pi_dcache_inval_poc",
	"hot spots: 5 cycles samples in timed phases, 1 besides\n"
	"(0 of them in setting the buffer's state)\n(and 4 before the measured part",
};

FIXTURE_VARIANT_ADD(perf_version, of_7_3) {
	"perf-script-7.3.txt", "__pi_dcache_clean_poc_nosync", "__pi_dcache_inval_poc_nosync",
	"hot spots: 8 cycles samples in timed phases, 1 besides\n"
	"(0 of them in setting the buffer's state)\n(and 1 before the measured part",
};

FIXTURE_SETUP(perf_version)
{
	char *line;

	memset(self, 0, sizeof(*self));
	machine_make();
	line = db_printf("flamegraph %s/%s --output %s", DB_HOST_DIR, variant->file,
			 machine_path("/drawn"));
	tool_run(&self->ran, line);
	free(line);
	ASSERT_EQ(0, self->ran.status) TH_LOG("%s", self->ran.err);
}

FIXTURE_TEARDOWN(perf_version)
{
	ran_free(&self->ran);
	machine_drop();
}

/* A row of the table, of @function in @phase, whose group has the head @group. */
static int is_in_group(const char *out, const char *group, const char *phase, const char *function)
{
	char *row = db_printf("  %-16s %s\n", phase, function);
	char *head = db_printf("\n\n%s\n", group);
	const char *begins = strstr(out, head), *at = begins ? strstr(begins + 2, row) : NULL;
	const char *ends = begins ? strstr(begins + 2, "\n\n") : NULL;

	free(head);
	free(row);
	return at && (!ends || at < ends);
}

TEST_F(perf_version, samples_of_the_benchmark_are_told_from_others)
{
	EXPECT_NE(NULL, strstr(self->ran.out, variant->sums)) TH_LOG("%s", self->ran.out);
}

TEST_F(perf_version, cache_maintenance_has_its_group_and_phase)
{
	static const char group[] = "cache maintenance";

	EXPECT_TRUE(is_in_group(self->ran.out, group, "map", variant->clean))
		TH_LOG("%s", self->ran.out);
	EXPECT_TRUE(is_in_group(self->ran.out, group, "sync_for_cpu", variant->inval));
	EXPECT_TRUE(is_in_group(self->ran.out, group, "unmap", variant->inval));
}

TEST_HARNESS_MAIN
