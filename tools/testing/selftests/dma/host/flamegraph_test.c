// SPDX-License-Identifier: GPL-2.0-only
/* flamegraph: from what perf prints, or folded stacks, to a table and a page. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kselftest_harness.h"
#include "err.h"
#include "helper.h"
#include "sys.h"

/* As perf 6.1 prints a sample with its chain; with flags and without a period by its source. */
#define END	"\x20\n"
#define HEAD_A	"dma-bench/0   123/123   [002]    12.345678:     250000 cycles:k:" END
#define HEAD_B	"dma-bench/12 123 [002] d..1. 12.345678: cycles:P:" END
#define HEAD_C	"swapper     0 [001]    12.345679:          1 cycles:k:" END
#define CHAIN	"\tffff800080012345 dcache_clean_poc+0x20 ([kernel.kallsyms])\n" \
		"\tffff800080012400 dma_map_page_attrs+0x48 ([kernel.kallsyms])\n" \
		"\tffff80007a012400 do_map+0x8 ([dma_map_benchmark_ext])\n" \
		"\tffff800080000400 kthread ([kernel.kallsyms])\n\n"
#define ARM64	"# arch : aarch64\n"

FIXTURE(flamegraph) {
	struct ran ran;
};

FIXTURE_SETUP(flamegraph)
{
	memset(self, 0, sizeof(*self));
	machine_make();
}

FIXTURE_TEARDOWN(flamegraph)
{
	ran_free(&self->ran);
	machine_drop();
}

/* flamegraph with @options, of /in with @text, and of /other with @other if there is one. */
static void draw(struct ran *ran, const char *text, const char *other, const char *options)
{
	char *in, *words;

	machine_write("/in", text);
	in = strdup(machine_path("/in"));
	if (other)
		machine_write("/other", other);
	words = db_printf("flamegraph %s %s %s", options, in, other ? machine_path("/other") : "");
	free(in);
	in = db_printf("%s --output %s", words, machine_path("/drawn"));
	ran_free(ran);
	tool_run(ran, in);
	free(in);
	free(words);
}

static char *made(const char *name)
{
	char *path = db_printf("/drawn/%s", name), *text = db_read_file(machine_path(path), NULL);

	free(path);
	return text ? text : strdup("");
}

TEST_F(flamegraph, a_sample_is_folded_outermost_first)
{
	char *text;

	draw(&self->ran, ARM64 HEAD_A CHAIN HEAD_A CHAIN, NULL, "");
	ASSERT_EQ(0, self->ran.status) TH_LOG("%s", self->ran.err);
	text = made("stacks.folded");
	EXPECT_STREQ("dma-bench/0;kthread;do_map;dma_map_page_attrs;dcache_clean_poc 2\n", text);
	free(text);
}

TEST_F(flamegraph, heads_with_flags_and_without_period_are_read)
{
	char *text;

	draw(&self->ran, ARM64 HEAD_B CHAIN, NULL, "");
	ASSERT_EQ(0, self->ran.status) TH_LOG("%s", self->ran.err);
	text = made("stacks.folded");
	EXPECT_EQ(0, strncmp(text, "dma-bench/12;kthread;", 21)) TH_LOG("%s", text);
	free(text);
}

TEST_F(flamegraph, a_function_has_its_group_and_phase)
{
	draw(&self->ran, ARM64 HEAD_A CHAIN, NULL, "");
	ASSERT_EQ(0, self->ran.status);
	EXPECT_NE(NULL, strstr(self->ran.out, "cache maintenance  100.0  100.0\n"))
		TH_LOG("%s", self->ran.out);
	EXPECT_NE(NULL, strstr(self->ran.out, " 100.0  map              dcache_clean_poc\n"));
	EXPECT_NE(NULL, strstr(self->ran.out, " 0.0    100.0  map              dma_map_page_attr"));
}

TEST_F(flamegraph, other_threads_are_left_out)
{
	draw(&self->ran, ARM64 HEAD_C CHAIN, NULL, "");
	EXPECT_EQ(1, self->ran.status);
	EXPECT_NE(NULL, strstr(self->ran.err, "none of its 1 samples is of a thread 'dma-bench/*'"))
		TH_LOG("%s", self->ran.err);
	draw(&self->ran, ARM64 HEAD_C CHAIN, NULL, "--thread swap*");
	EXPECT_EQ(0, self->ran.status);
}

TEST_F(flamegraph, a_thread_that_perf_has_no_name_for_is_known_by_its_function)
{
	static const char chain[] =
		"\tffff800080012345 dcache_clean_poc+0x20 ([kernel.kallsyms])\n"
		"\tffff80007a012400 do_map+0x8 ([dma_map_benchmark_ext])\n"
		"\tffff80007a012600 mbe_thread+0x40 ([dma_map_benchmark_ext])\n\n";
	static const char others[] = "kthreadd 2 [002] 6.188538: 213603 cycles:" END CHAIN;
	char *text = db_printf("%s%s%s%s%s%s", ARM64,
			       "kthreadd 60 [002] 6.188536: 213603 cycles:" END, chain,
			       ":75 75 [002] 6.188537: 213603 cycles:" END, chain, others);

	draw(&self->ran, text, NULL, "");
	free(text);
	ASSERT_EQ(0, self->ran.status) TH_LOG("%s", self->ran.err);
	text = made("stacks.folded");
	EXPECT_STREQ("dma-bench/-;mbe_thread;do_map;dcache_clean_poc 2\n", text);
	free(text);
}

TEST_F(flamegraph, lost_and_few_samples_are_told)
{
	draw(&self->ran, ARM64 HEAD_A CHAIN "swapper 0 [001] 12.4: PERF_RECORD_LOST lost 33\n",
	     NULL, "");
	ASSERT_EQ(0, self->ran.status) TH_LOG("%s", self->ran.err);
	EXPECT_NE(NULL, strstr(self->ran.out, "33 samples or records were LOST"));
	EXPECT_NE(NULL, strstr(self->ran.out, "too few samples: 1 in timed phases"));
	EXPECT_NE(NULL, strstr(self->ran.out, "9604"));
}

TEST_F(flamegraph, damaged_input_names_line_and_fault)
{
	static const struct { const char *text, *said; } bad[] = {
		{ "", "/in: no sample in it" },
		{ HEAD_A "\tffff8 f+0x1 (k)", "line 2 has no end: the file is cut off" },
		{ HEAD_A "\tffff8 f+0x1 (k)\n\tffff8 g (k)\n", "line 3 is the last, in" },
		{ "nonsense: here\n", "line 1 is no head of a sample" },
		{ HEAD_A "\tno address\n", "line 2 is no head of a sample" },
		{ "5", "line 1 has no end: the file is cut off" },
		{ "\x01PERFILE2:" END, "line 1 has bytes that are no text" },
		{ HEAD_A CHAIN "dma-bench/0 1 [0] 1.2: 1 instructions:" END, "another event" },
		{ "a;b 3\nc;d\n", "line 2 is no chain with a number" },
		{ "a;b 3\nc;;d 1\n", "line 2 has a function without a name" },
		{ "a;b 3\na -1\n", "line 2 does not end in a number" },
		{ "a 18446744073709551615\nb 1\n", "line 2 brings the sum" },
	};
	char *text;
	size_t i;

	for (i = 0; i < sizeof(bad) / sizeof(*bad); i++) {
		draw(&self->ran, bad[i].text, NULL, "");
		EXPECT_EQ(1, self->ran.status) TH_LOG("%s", bad[i].text);
		EXPECT_NE(NULL, strstr(self->ran.err, bad[i].said))
			TH_LOG("%s: %s", bad[i].said, self->ran.err);
		text = made("hotspots.txt");
		EXPECT_STREQ("", text);
		free(text);
	}
}

TEST_F(flamegraph, samples_and_weights_are_not_compared)
{
	draw(&self->ran, ARM64 HEAD_A CHAIN, "a;do_map;f 1\n", "");
	EXPECT_EQ(1, self->ran.status);
	EXPECT_NE(NULL, strstr(self->ran.err, "compare like with like"));
}

TEST_F(flamegraph, nothing_in_a_name_ends_the_page)
{
	char *options, *text;

	machine_write("/page", "<i>@flamegraph_json</i>\n");
	options = db_printf("--template %s", machine_path("/page"));
	draw(&self->ran, "a;do_map;</script><b>&amp 1\n", NULL, options);
	free(options);
	ASSERT_EQ(0, self->ran.status) TH_LOG("%s", self->ran.err);
	text = made("flamegraph.html");
	EXPECT_EQ(NULL, strstr(text, "</script"));
	EXPECT_NE(NULL, strstr(text, "\\u003c/script\\u003e\\u003cb\\u003e\\u0026amp"));
	EXPECT_EQ(0, strncmp(text, "<i>{", 4));
	free(text);
}

TEST_F(flamegraph, a_page_without_its_place_is_refused)
{
	char *options;

	machine_write("/page", "<i></i>\n");
	options = db_printf("--template %s", machine_path("/page"));
	draw(&self->ran, "a;do_map 1\n", NULL, options);
	free(options);
	EXPECT_EQ(1, self->ran.status);
	EXPECT_NE(NULL, strstr(self->ran.err, "/page: no page to be filled in"));
}

TEST_F(flamegraph, a_folder_must_be_given)
{
	machine_write("/in", "a 1\n");
	char *words = db_printf("flamegraph %s", machine_path("/in"));

	tool_run(&self->ran, words);
	free(words);
	EXPECT_EQ(2, self->ran.status);
	EXPECT_NE(NULL, strstr(self->ran.err, "--output DIR is missing"));
}

TEST_HARNESS_MAIN
