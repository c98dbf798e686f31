// SPDX-License-Identifier: GPL-2.0-only
/* The table of hot spots: which group and phase a call chain counts for, if any. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kselftest_harness.h"
#include "err.h"
#include "helper.h"
#include "sys.h"

FIXTURE(hotspots) {
	struct ran ran;
};

FIXTURE_SETUP(hotspots)
{
	memset(self, 0, sizeof(*self));
	machine_make();
}

FIXTURE_TEARDOWN(hotspots)
{
	ran_free(&self->ran);
	machine_drop();
}

/* flamegraph of these folded stacks, and against @other if there is one. */
static void draw(struct ran *ran, const char *stacks, const char *other)
{
	char *words;

	machine_write("/in.a", stacks);
	if (other)
		machine_write("/in.b", other);
	words = db_printf("flamegraph --output %s/drawn %s/in.a %s%s", machine_path(""),
			  machine_path(""), other ? machine_path("") : "", other ? "/in.b" : "");
	ran_free(ran);
	tool_run(ran, words);
	free(words);
}

TEST_F(hotspots, a_copy_belongs_to_who_bounces)
{
	draw(&self->ran, "a;do_unmap;swiotlb_bounce;memcpy 3\n", NULL);
	ASSERT_EQ(0, self->ran.status);
	EXPECT_NE(NULL, strstr(self->ran.out, "swiotlb            100.0  100.0\n"))
		TH_LOG("%s", self->ran.out);
}

TEST_F(hotspots, what_is_no_timed_phase_has_no_share)
{
	draw(&self->ran, "a;do_map;dma_map_phys 1\na;do_set_state;memset 7\na;iterate 2\n", NULL);
	ASSERT_EQ(0, self->ran.status);
	EXPECT_NE(NULL, strstr(self->ran.out, "1 weight in timed phases, 9 besides\n(7 of them"))
		TH_LOG("%s", self->ran.out);
	EXPECT_EQ(NULL, strstr(self->ran.out, "memset"));
}

TEST_F(hotspots, a_copy_that_was_jumped_to_belongs_to_who_bounces)
{
	draw(&self->ran, "a;do_unmap;dma_unmap_page_attrs;memcpy 3\na;do_unmap;memcpy_orig 2\n",
	     NULL);
	ASSERT_EQ(0, self->ran.status);
	EXPECT_NE(NULL, strstr(self->ran.out, "swiotlb            100.0  100.0\n"))
		TH_LOG("%s", self->ran.out);
	draw(&self->ran, "a;do_unmap;dma_unmap_page_attrs;qi_submit_sync;memcpy 3\n", NULL);
	EXPECT_EQ(NULL, strstr(self->ran.out, "swiotlb            100.0"));
}

TEST_F(hotspots, what_runs_before_the_measured_part_is_left_out)
{
	char *text;

	draw(&self->ran,
	     "a;mbe_thread;mbe_worker_warm_up;do_map;f 5\na;mbe_thread;mbe_worker_pilot;do_unmap 2\n"
	     "a;mbe_thread;mbe_worker_loop;do_map;f 3\n", NULL);
	ASSERT_EQ(0, self->ran.status) TH_LOG("%s", self->ran.err);
	EXPECT_NE(NULL, strstr(self->ran.out, "3 weight in timed phases, 0 besides\n"))
		TH_LOG("%s", self->ran.out);
	EXPECT_NE(NULL, strstr(self->ran.out, "(and 7 before the measured part, left out"));
	text = db_read_file(machine_path("/drawn/stacks.folded"), NULL);
	ASSERT_NE(NULL, text);
	EXPECT_STREQ("a;mbe_thread;mbe_worker_loop;do_map;f 3\n", text);
	free(text);
}

TEST_F(hotspots, what_runs_only_before_the_measured_part_is_nothing)
{
	draw(&self->ran, "a;mbe_thread;mbe_worker_warm_up;do_map;f 5\n", NULL);
	EXPECT_EQ(0, self->ran.status) TH_LOG("%s", self->ran.err);
	EXPECT_NE(NULL, strstr(self->ran.out, "no stack is of a timed phase"))
		TH_LOG("%s", self->ran.out);
}

/* The emulator's chains begin with the phase; the loop that is between is no part of it. */
TEST_F(hotspots, what_leads_to_the_operation_has_no_share)
{
	draw(&self->ran, "map;kthread;do_map;dma_map_phys 5\n", NULL);
	ASSERT_EQ(0, self->ran.status);
	EXPECT_NE(NULL, strstr(self->ran.out, "  map              do_map\n"));
	EXPECT_EQ(NULL, strstr(self->ran.out, "kthread")) TH_LOG("%s", self->ran.out);
}

TEST_F(hotspots, two_sides_are_compared_by_their_shares)
{
	draw(&self->ran, "a;do_map;f 50\na;do_map;g 50\n", "a;do_map;f 1\na;do_map;h 3\n");
	ASSERT_EQ(0, self->ran.status) TH_LOG("%s", self->ran.err);
	EXPECT_NE(NULL, strstr(self->ran.out, "     0.0    75.0    +75.0  map              h\n"))
		TH_LOG("%s", self->ran.out);
	EXPECT_NE(NULL, strstr(self->ran.out, "    50.0     0.0    -50.0  map              g\n"));
	EXPECT_NE(NULL, strstr(self->ran.out, "    50.0    25.0    -25.0  map              f\n"));
}

TEST_HARNESS_MAIN
