// SPDX-License-Identifier: GPL-2.0-only
/* The whole tool before the fake device: result files, failures, exit status. */
#include "kselftest_harness.h"
#include "document.h"
#include "err.h"
#include "helper.h"
#include "json.h"

FIXTURE(run) {
	struct ran ran;
	struct json_object *doc;
};

FIXTURE_SETUP(run)
{
	memset(self, 0, sizeof(*self));
	machine_make();
}

FIXTURE_TEARDOWN(run)
{
	json_object_put(self->doc);
	ran_free(&self->ran);
	unsetenv("FAKE");
	machine_drop();
}

/* Run, and read the file it wrote (NULL if there is none). */
static void run(FIXTURE_DATA(run) *self, const char *fake, const char *words)
{
	char *line = db_printf("%s --json %s", words, machine_path("/r.json"));
	struct db_err err;

	ran_free(&self->ran);
	json_object_put(self->doc);
	machine_remove("/r.json");
	setenv("FAKE", fake, 1);
	tool_run(&self->ran, line);
	self->doc = db_document_read(machine_path("/r.json"), &err);
	free(line);
}

static struct json_object *result(FIXTURE_DATA(run) *self, size_t i)
{
	return json_object_array_get_idx(db_json_get(self->doc, "results"), i);
}

TEST_F(run, result_file_has_the_schema)
{
	run(self, "", "run --iterations 100 --threads 2");
	ASSERT_EQ(0, self->ran.status) TH_LOG("%s", self->ran.err);
	ASSERT_NE(NULL, self->doc);
	EXPECT_EQ(1, db_json_get_count(self->doc, "schema"));
	EXPECT_STREQ("single/size=4096/dir=to_device/state=dirty/threads=2",
		     db_json_get_text(result(self, 0), "name"));
	EXPECT_STREQ("single", db_json_get_text(result(self, 0), "params.mode"));
	EXPECT_EQ(4096, db_json_get_count(result(self, 0), "params.size"));
	EXPECT_EQ(200, db_json_get_count(result(self, 0), "phases.map.n"));
	EXPECT_EQ(200, db_json_get_count(result(self, 0), "phases.unmap.n"));
	EXPECT_STREQ("ns", db_json_get_text(result(self, 0), "phases.sync_for_cpu.unit"));
	EXPECT_STREQ("samples", db_json_get_text(result(self, 0),
						 "phases.map.representation"));
	EXPECT_EQ(1000, db_json_get_number(result(self, 0), "phases.map.min"));
	EXPECT_NE(NULL, db_json_get(result(self, 0), "empty.median"));
	EXPECT_NE(NULL, db_json_get(result(self, 0), "set_state.median"));
	EXPECT_EQ(NULL, db_json_get(result(self, 0), "phases.round_trip"));
	EXPECT_EQ(NULL, db_json_get(result(self, 0), "phases.empty"));
}

TEST_F(run, environment_tells_the_circumstances)
{
	static const char *const members[] = {
		"time", "tool.version", "tool.commit", "tool.command_line",
		"kernel.release", "kernel.arch", "cpu.online", "cpu.model",
		"page_bytes", "emulated.value", "emulated.how",
	};
	struct json_object *env, *devices, *device = NULL;
	size_t i;

	run(self, "", "scenario reference-3 --format md");
	ASSERT_NE(NULL, self->doc);
	env = db_json_get(self->doc, "environment");
	for (i = 0; i < sizeof(members) / sizeof(*members); i++) {
		EXPECT_NE(NULL, db_json_get(env, members[i])) TH_LOG("%s", members[i]);
	}
	EXPECT_NE(NULL, strstr(db_json_get_text(env, "tool.command_line"),
			       "scenario reference-3 --format md --json"));
	devices = db_json_get(env, "devices");
	json_object_object_get_ex(devices, "dma_map_benchmark_ext.0", &device);
	EXPECT_STREQ("direct", db_json_get_text(device, "path"));
	EXPECT_EQ(16, db_json_get_count(device, "clock_resolution_ns"));
}

TEST_F(run, environment_tells_the_leaf_sizes_of_the_iommu)
{
	struct json_object *device = NULL;

	run(self, "iommu", "run --iterations 1");
	json_object_object_get_ex(db_json_get(self->doc, "environment.devices"),
				  "dma_map_benchmark_ext.0", &device);
	device = db_json_get(device, "iommu_page_bytes");
	EXPECT_STREQ("[4096,2097152]", json_object_to_json_string_ext(device, 0));
}

TEST_F(run, one_sample_has_no_dispersion)
{
	run(self, "", "run --iterations 1");
	ASSERT_NE(NULL, self->doc);
	EXPECT_EQ(1, db_json_get_count(result(self, 0), "phases.map.n"));
	EXPECT_EQ(NULL, db_json_get(result(self, 0), "phases.map.stddev"));
	EXPECT_EQ(NULL, db_json_get(result(self, 0), "phases.map.sem"));
	EXPECT_NE(NULL, db_json_get(result(self, 0), "phases.map.mean"));
}

TEST_F(run, histogram_and_samples_agree)
{
	double samples, bins;

	run(self, "", "run --iterations 5000");
	ASSERT_NE(NULL, self->doc);
	samples = db_json_get_number(result(self, 0), "phases.unmap.p99");
	run(self, "histogram", "run --iterations 5000");
	ASSERT_NE(NULL, self->doc);
	EXPECT_STREQ("histogram", db_json_get_text(result(self, 0),
						   "phases.unmap.representation"));
	bins = db_json_get_number(result(self, 0), "phases.unmap.p99");
	EXPECT_LE(bins, samples * (1 + 1.0 / 512));
	EXPECT_LE(samples, bins * (1 + 1.0 / 512));
	EXPECT_NE(NULL, strstr(self->ran.out, "percentiles come from a histogram"));
}

TEST_F(run, batches_count_operations)
{
	run(self, "", "run --timing batch --batch-ops 10 --iterations 100");
	ASSERT_NE(NULL, self->doc);
	EXPECT_EQ(10, db_json_get_count(result(self, 0), "phases.round_trip.n"));
	EXPECT_EQ(500, db_json_get_number(result(self, 0), "phases.round_trip.min"));
	EXPECT_STREQ("batch", db_json_get_text(result(self, 0), "timing"));
}

TEST_F(run, all_failed_is_a_failure)
{
	run(self, "allfail", "run --iterations 8");
	EXPECT_EQ(1, self->ran.status);
	EXPECT_NE(NULL, strstr(self->ran.err, "all 8 mappings failed"));
	ASSERT_NE(NULL, self->doc);
	EXPECT_EQ(8, db_json_get_count(result(self, 0), "failed"));
	EXPECT_EQ(NULL, db_json_get(result(self, 0), "phases.map.mean"));
	EXPECT_EQ(NULL, db_json_get(result(self, 0), "phases.map.min"));
	run(self, "empty", "run --iterations 8");
	EXPECT_EQ(1, self->ran.status);
	run(self, "somefail", "run --iterations 8");
	EXPECT_EQ(0, self->ran.status);
	EXPECT_NE(NULL, strstr(self->ran.out, "mappings failed"));
}

TEST_F(run, bounces_merges_and_the_unknown_are_told_apart)
{
	run(self, "bounced", "run --iterations 8");
	EXPECT_EQ(8, db_json_get_count(result(self, 0), "bounced"));
	EXPECT_NE(NULL, strstr(self->ran.out, "bounce pool"));
	run(self, "unknown", "run --iterations 8");
	EXPECT_EQ(NULL, db_json_get(result(self, 0), "bounced"));
	run(self, "merged", "run --iterations 8 --mode sg");
	EXPECT_NE(NULL, strstr(self->ran.out, "512 entries in 8 segments"));
	run(self, "coarse", "run --iterations 8");
	EXPECT_NE(NULL, strstr(self->ran.out, "clock's step is coarse"));
}

TEST_F(run, a_state_the_device_cannot_make)
{
	run(self, "few", "run --state cold --iterations 1");
	EXPECT_EQ(1, self->ran.status);
	EXPECT_NE(NULL, strstr(self->ran.err, "they can: dirty, untouched"));
	run(self, "few", "sweep --state dirty,cold --iterations 1");
	EXPECT_EQ(1, self->ran.status);
	EXPECT_NE(NULL, strstr(self->ran.err, "state cold"));
	EXPECT_EQ(NULL, self->doc);
	run(self, "few", "sweep --state all --iterations 1");
	EXPECT_EQ(0, self->ran.status) TH_LOG("%s", self->ran.err);
	EXPECT_EQ(2, json_object_array_length(db_json_get(self->doc, "results")));
	EXPECT_NE(NULL, strstr(self->ran.out, "note: left out: state cold"));
}

TEST_F(run, a_refused_case_does_not_hide_the_others)
{
	run(self, "run=105", "sweep --size 1..2 --iterations 1");
	EXPECT_EQ(1, self->ran.status);
	ASSERT_NE(NULL, self->doc);
	EXPECT_EQ(0, json_object_array_length(db_json_get(self->doc, "results")));
	EXPECT_EQ(2, json_object_array_length(db_json_get(self->doc, "errors")));
	EXPECT_NE(NULL, strstr(self->ran.err, "memory_cap_mib"));
	/* The device is gone: no use to go on. */
	run(self, "run=19", "sweep --size 1..2 --iterations 1");
	EXPECT_EQ(1, self->ran.status);
	EXPECT_NE(NULL, strstr(self->ran.err, "2 of 2 cases were not run"));
}

TEST_F(run, a_file_that_cannot_be_written_is_told_first)
{
	setenv("FAKE", "run=5", 1);
	tool_run(&self->ran, "run --iterations 1 --json /nowhere/x.json");
	EXPECT_EQ(1, self->ran.status);
	EXPECT_NE(NULL, strstr(self->ran.err, "/nowhere/x.json: cannot be written"));
	/* Nothing ran that could have been refused. */
	EXPECT_EQ(NULL, strstr(self->ran.err, "refuses such a mask"));
}

TEST_F(run, lost_output_is_a_failure)
{
	static const char *const words[] = {
		"--version", "help", "devices", "devices --json", "run --dry-run",
		"run --help", "run --iterations 1",
	};
	static const char *const to[] = { ">/dev/full", ">&-" };
	char *line;
	size_t i;

	for (i = 0; i < 2 * sizeof(words) / sizeof(*words); i++) {
		line = db_printf("%s/fake_dma_map_benchmark %s 2>/dev/null %s",
				 DB_HOST_DIR, words[i / 2], to[i % 2]);
		EXPECT_EQ(1 << 8, system(line)) TH_LOG("%s", line);
		free(line);
	}
}

TEST_F(run, json_on_standard_output_is_alone_there)
{
	struct json_object *doc;

	setenv("FAKE", "run=5", 1);
	tool_run(&self->ran, "run --iterations 1 --json -");
	EXPECT_EQ(1, self->ran.status);
	doc = json_tokener_parse(self->ran.out);
	EXPECT_NE(NULL, doc);
	EXPECT_EQ(1, json_object_array_length(db_json_get(doc, "errors")));
	EXPECT_NE(NULL, strstr(self->ran.err, "refuses such a mask"));
	json_object_put(doc);
	ran_free(&self->ran);

	/* Not even a device: a program still gets a document. */
	machine_remove(DEVICE_FILE);
	tool_run(&self->ran, "run --format json");
	EXPECT_EQ(1, self->ran.status);
	doc = json_tokener_parse(self->ran.out);
	EXPECT_EQ(1, json_object_array_length(db_json_get(doc, "errors")));
	json_object_put(doc);
}

TEST_HARNESS_MAIN
