// SPDX-License-Identifier: GPL-2.0-only
/*
 * Command lines and their exit status, as a table: the whole tool before the
 * fake device. "says" must stand in standard output (status 0) or on standard
 * error, where nothing else may be.
 */
#include "kselftest_harness.h"
#include "helper.h"

#define BAD	"such option"
#define UPSTREAM_LINES \
	"dma mapping benchmark(SINGLE_MODE): threads:1 seconds:20 node:-1 dir:BIDIRECTIONAL granule:1\n" \
	"average map latency(us):1.8 standard deviation:0.4\n" \
	"average unmap latency(us):1.0 standard deviation:2.0\n"

static const struct row {
	const char *words;
	int status;
	const char *says;
} rows[] = {
	/* Help needs no module, no root, no device. */
	{ "help", 0, "usage: dma_map_benchmark VERB" },
	{ "--help", 0, "usage: dma_map_benchmark VERB" },
	{ "-h", 0, "usage: dma_map_benchmark VERB" },
	{ "help help", 0, "usage: dma_map_benchmark VERB" },
	{ "help run", 0, "--size SIZE" },
	{ "run --help", 0, "(default 4K)" },
	{ "sweep --help", 0, "A..B" },
	{ "scenario --help", 0, "[global]" },
	{ "devices --help", 0, "--json" },
	{ "report --help", 0, "--format" },
	{ "attach --help", 0, "COUNTS" },
	{ "help frob", 2, "no such verb" },
	{ "--version", 0, "dma_map_benchmark 1.0 (commit " },
	{ "frob", 2, "devices, monitor, stop, bind, unbind, report, compare, attach, flamegraph" },
	{ "run frob", 2, "options only" },

	/* Upstream's options: same meaning, same three lines. */
	{ "", 0, UPSTREAM_LINES },
	{ "-t 1 -s 20 -n -1 -b 32 -d 0 -x 0 -g 1 -m 0", 0, UPSTREAM_LINES },
	{ "-t12 -s3 -d2 -g 1024 -m 1", 0,
	  "dma mapping benchmark(SG_MODE): threads:12 seconds:3 node:-1 dir:FROM_DEVICE granule:1024\n"
	  "average map latency(us):1.8 standard deviation:0.4\n"
	  "average unmap latency(us):12.0 standard deviation:0.3\n" },
	{ "-d 1 -n 0", 0, "node:0 dir:TO_DEVICE" },
	{ "-t 0", 2, "-t 0: threads must be from 1 to 1024" },
	{ "-t 1025", 2, "from 1 to 1024" },
	{ "-t 4x", 2, "-t 4x: threads" },
	{ "-t -1", 2, "-t -1: threads" },
	{ "-t 99999999999999999999", 2, "threads" },
	{ "-s 0", 2, "from 1 to 300" },
	{ "-s 301", 2, "from 1 to 300" },
	{ "-n -2", 2, "from -1" },
	{ "-b 19", 2, "from 20 to 64" },
	{ "-b 65", 2, "from 20 to 64" },
	{ "-d 3", 2, "0 bidirectional" },
	{ "-x 10000001", 2, "from 0 to 10000000" },
	{ "-g 0", 2, "from 1 to 1024" },
	{ "-g 1025", 2, "from 1 to 1024" },
	{ "-m 2", 2, "0 single, 1 sg" },
	{ "-q", 2, "valid: -t -s" },
	{ "-t", 2, "-t: a value is missing" },
	{ "-t 1 run", 2, "a verb must come first" },
	{ "--size 4K", 2, "not known without a verb" },

	/* Each key of run: a good value, and the first ones outside. */
	{ "run", 0, "single" },
	{ "run --device dma_map_benchmark_ext.0", 0, "single" },
	{ "run --device eth0", 1, "there are: dma_map_benchmark_ext.0" },
	{ "run --device ../x", 2, "--device" },
	{ "run --mode sg", 0, "sg entries=64" },
	{ "run --mode page", 2, "valid: single, sg" },
	{ "run --mode sg --entries 65536", 0, "entries=65536" },
	{ "run --mode sg --entries 65537", 2, "from 1 to 65536" },
	{ "run --mode sg --entries 0", 2, "from 1 to 65536" },
	{ "run --entries 4", 2, "only mode sg has entries" },
	{ "run --size 1", 0, "size=1 " },
	{ "run --size 4M", 0, "size=4M" },
	{ "run --size 8M", 1, "at most 4M" },
	{ "run --size 4M --offset 1", 1, "size + offset" },
	{ "run --size 0", 2, "--size: '0'" },
	{ "run --size -1", 2, "--size" },
	{ "run --size 4Q", 2, "K, M and G" },
	{ "run --dir from-device", 0, "dir=from_device" },
	{ "run --dir none", 2, "valid: to_device, from_device, bidirectional" },
	{ "run --state cold", 0, "state=cold" },
	{ "run --state warm", 2, "valid: dirty, untouched, clean, cold" },
	{ "run --timing per-op", 0, "single" },
	{ "run --timing never", 2, "valid: auto, per_op, batch" },
	{ "run --timing batch", 0, "round_trip" },
	{ "run --timing batch --batch-ops 10", 0, "batch_ops=10" },
	{ "run --timing per_op --batch-ops 10", 2, "batches need" },
	{ "run --timing batch --phases map,unmap", 2, "phases round_trip" },
	{ "run --timing batch --irqs-off", 2, "irqs-off" },
	{ "run --phases map,unmap", 0, "phases=map+unmap" },
	{ "run --phases map", 2, "map and unmap" },
	{ "run --phases map,unmap,round_trip", 2, "round_trip alone" },
	{ "run --phases dance", 2, "valid: map, sync_for_device" },
	{ "run --phases round_trip --transfer-ns 5", 2, "would be timed" },
	{ "run --offset 4095", 0, "offset=4095" },
	{ "run --offset 4096", 1, "at most 4095" },
	{ "run --threads 1024 --iterations 1", 0, "threads=1024" },
	{ "run --threads 1025", 2, "from 1 to 1024" },
	{ "run --iterations 1", 0, "single" },
	{ "run --iterations 0", 2, "--iterations" },
	{ "run --iterations 1 --seconds 1", 2, "give one" },
	{ "run --seconds 0.25", 0, "single" },
	{ "run --seconds 0", 2, "--seconds" },
	{ "run --seconds 300.1", 2, "to 300" },
	{ "run --warmup 0", 0, "single" },
	{ "run --warmup 1000001", 2, "to 1000000" },
	{ "run --batch-ops 1000001", 2, "to 1000000" },
	{ "run --transfer-ns 10000001", 2, "to 10000000" },
	{ "run --node any", 0, "single" },
	{ "run --node 0", 0, "node=0" },
	{ "run --node -2", 2, "--node" },
	{ "run --node 0 --cpus 0", 2, "contradict" },
	{ "run --dma-bits 64", 0, "dma_bits=64" },
	{ "run --dma-bits 65", 2, "from 1 to 64" },
	{ "run --attrs skip_cpu_sync,no_warn", 0, "attrs=skip_cpu_sync+no_warn" },
	{ "run --attrs none", 0, "single" },
	{ "run --attrs fast", 2, "valid: skip_cpu_sync, weak_ordering, no_warn, none" },
	{ "run --cpus 0-3,7", 0, "cpus=0-3,7" },
	{ "run --cpus 3-0", 2, "list of CPUs" },
	{ "run --irqs-off", 0, "irqs_off=yes" },
	{ "run --irqs-off=no", 0, "single" },
	{ "run --irqs-off=maybe", 2, "valid: no, yes" },
	{ "run --irqs-off --size 64K --mode sg --entries 1025", 1, "at most 64M" },
	{ "run --size 64K --mode sg", 0, "size=64K" },
	{ "run --size 65537 --mode sg", 1, "longest segment" },
	{ "run --sample-cap 5", 0, "single" },
	{ "run --sample-cap 16777217", 2, "to 16777216" },

	/* How options are given. */
	{ "run --size=64", 0, "size=64" },
	{ "run --size", 2, "a value is missing" },
	{ "run --sise 64", 2, BAD },
	{ "run --dry-run=1", 2, BAD },
	{ "run -s 1", 2, BAD },
	{ "run --size 1 --size 2", 2, "given twice" },
	{ "run --size 1,2", 2, "use 'dma_map_benchmark sweep'" },
	{ "run --dir all", 2, "use 'dma_map_benchmark sweep'" },
	{ "run --format csv", 0, "name,phase,mode" },
	{ "run --format html", 2, "valid: text, md, csv, json, ktap" },
	{ "run --json /no/such/folder/x.json", 1, "cannot be written" },
	{ "run --json=", 2, "no file name" },
	{ "run --dry-run", 0, "single/size=4096/dir=to_device/state=dirty" },

	{ "sweep --size 64..256 --dry-run", 0, "single/size=128/" },
	{ "sweep --size 256..64", 2, "ends below" },
	{ "sweep --state all", 0, "cold" },
	{ "sweep frob", 2, "options only" },

	{ "scenario", 2, "takes one FILE or NAME" },
	{ "scenario a b", 2, "takes one FILE or NAME" },
	{ "scenario nope", 2, "there are: default, reference-1, reference-2" },
	{ "scenario ./nope.ini", 2, "./nope.ini: No such file" },
	{ "scenario default", 0, "entries" },
	{ "scenario default --size 4K", 2, BAD },

	{ "devices", 0, "hypothetical non-coherent device" },
	{ "devices --json", 0, "\"coherence\": \"hypothetical non-coherent device\"" },
	{ "devices --yaml", 2, "--json and --help only" },
	{ "devices x", 2, "--json and --help only" },

	{ "report", 2, "give one FILE" },
	{ "report a b", 2, "takes one" },
	{ "report /no/such", 1, "/no/such: No such file" },
	{ "report x --json y", 2, BAD },

	{ "attach", 2, "takes two" },
	{ "attach a", 2, "takes two" },
	{ "attach /no/such x", 1, "/no/such: No such file" },
	{ "attach x y --format csv", 2, BAD },
	{ "run --iterations 2 --count", 0, "map" },
	{ "scenario default --count --dry-run", 0, "entries" },
};

FIXTURE(tool) {
};

FIXTURE_SETUP(tool)
{
	machine_make();
}

FIXTURE_TEARDOWN(tool)
{
	unsetenv("FAKE");
	machine_drop();
}

/* Some 130 processes with sanitizers: more than the harness's 30 s if busy. */
TEST_F_TIMEOUT(tool, command_lines_have_their_status, 300)
{
	const char *where;
	struct ran ran;
	size_t i;

	for (i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		tool_run(&ran, rows[i].words);
		EXPECT_EQ(rows[i].status, ran.status)
			TH_LOG("'%s': %s", rows[i].words, ran.err);
		where = rows[i].status ? ran.err : ran.out;
		EXPECT_NE(NULL, strstr(where, rows[i].says))
			TH_LOG("'%s' does not say '%s': %s", rows[i].words, rows[i].says,
			       where);
		if (rows[i].status == 2) {
			EXPECT_STREQ("", ran.out) TH_LOG("'%s'", rows[i].words);
		}
		ran_free(&ran);
	}
}

TEST_F(tool, help_needs_neither_root_nor_module)
{
	struct ran ran;

	machine_remove("/sys");
	machine_remove("/proc");
	setenv("FAKE", "euid=1000 open=13", 1);
	tool_run(&ran, "run --help");
	EXPECT_EQ(0, ran.status);
	ran_free(&ran);
	tool_run(&ran, "scenario default --dry-run");
	EXPECT_EQ(0, ran.status);
	ran_free(&ran);
}

TEST_F(tool, help_fits_a_terminal)
{
	static const char *const verbs[] = {
		"help", "run --help", "sweep --help", "scenario --help",
		"devices --help", "report --help", "attach --help",
	};
	char *rest, *line;
	struct ran ran;
	size_t i;

	for (i = 0; i < sizeof(verbs) / sizeof(*verbs); i++) {
		tool_run(&ran, verbs[i]);
		EXPECT_NE(NULL, strstr(ran.out, "Examples:"));
		for (rest = ran.out; (line = strsep(&rest, "\n"));) {
			EXPECT_LE(strlen(line), 80) TH_LOG("%s: %s", verbs[i], line);
		}
		ran_free(&ran);
	}
}

TEST_HARNESS_MAIN
