// SPDX-License-Identifier: GPL-2.0-only
/* Where results go and come from: nothing that is there is lost. */
#include <sys/stat.h>

#include "kselftest_harness.h"
#include "document.h"
#include "err.h"
#include "helper.h"
#include "json.h"
#include "sys.h"
#include "whole_file.h"

FIXTURE(output) {
	struct ran ran;
	char *file, *before;
};

FIXTURE_SETUP(output)
{
	memset(self, 0, sizeof(*self));
	machine_make();
	self->file = db_strdup(machine_path("/r.json"));
}

FIXTURE_TEARDOWN(output)
{
	free(self->file);
	free(self->before);
	ran_free(&self->ran);
	unsetenv("FAKE");
	machine_drop();
}

static void run(FIXTURE_DATA(output) *self, const char *fake, const char *words,
		const char *json)
{
	char *line = db_printf("%s --iterations 1 --json %s", words, json);

	ran_free(&self->ran);
	setenv("FAKE", fake, 1);
	tool_run(&self->ran, line);
	free(line);
}

/* Had it run, the message of the failed case would be there. */
TEST_F(output, a_place_that_takes_no_file_is_told_before_anything_runs)
{
	char *long_name = db_printf("%s/%0300d.json", machine_path(""), 1);
	char *missing = db_strdup(machine_path("/no/such/r.json"));
	char *folder = db_strdup(machine_path("/proc"));
	const struct { const char *json, *says; } rows[] = {
		{ folder, "it is a folder; name a file in it, like" },
		{ missing, "its folder takes no file: No such file" },
		/* Not even root can, and access() does not know. */
		{ "/proc/r.json", "its folder takes no file" },
		{ "/dev/null/r.json", "its folder takes no file" },
		{ long_name, "cannot be written: File name too long" },
	};
	size_t i;

	for (i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		run(self, "run=5", "run", rows[i].json);
		EXPECT_EQ(1, self->ran.status);
		EXPECT_TRUE(strstr(self->ran.err, rows[i].says) &&
			    strstr(self->ran.err, rows[i].json))
			TH_LOG("%s", self->ran.err);
		EXPECT_EQ(NULL, strstr(self->ran.err, "refuses such a mask"));
	}
	free(long_name);
	free(missing);
	free(folder);
}

TEST_F(output, trying_the_place_leaves_nothing_there)
{
	struct db_err err;

	EXPECT_EQ(DB_OK, db_file_writable(self->file, &err));
	EXPECT_NE(0, access(self->file, F_OK));
	machine_remove("/proc");
	machine_remove("/sys");
	EXPECT_EQ(0, rmdir(machine_path("")));
}

TEST_F(output, a_name_as_long_as_can_be_is_written)
{
	char *name = db_printf("%s/%0250d.json", machine_path(""), 1);

	run(self, "", "run", name);
	EXPECT_EQ(0, self->ran.status) TH_LOG("%s", self->ran.err);
	EXPECT_EQ(0, access(name, R_OK));
	free(name);
}

TEST_F(output, a_failed_run_leaves_the_old_result_and_stands_beside_it)
{
	static const char *const fakes[] = { "run=105", "allfail", "run=19" };
	char *beside = db_printf("%s.failed", self->file), *after;
	struct json_object *doc;
	struct db_err err;
	size_t i;

	run(self, "", "sweep --size 1,2", self->file);
	ASSERT_EQ(0, self->ran.status) TH_LOG("%s", self->ran.err);
	self->before = db_read_file(self->file, NULL);
	for (i = 0; i < sizeof(fakes) / sizeof(*fakes); i++) {
		run(self, fakes[i], "sweep --size 1,2", self->file);
		EXPECT_EQ(1, self->ran.status);
		after = db_read_file(self->file, NULL);
		EXPECT_STREQ(self->before, after);
		free(after);
		EXPECT_NE(NULL, strstr(self->ran.err, "r.json: left as it was"));
		EXPECT_NE(NULL, strstr(self->ran.err, "is in"));
		doc = db_document_read(beside, &err);
		EXPECT_NE(NULL, doc) TH_LOG("%s", err.text);
		EXPECT_NE(0, json_object_array_length(db_json_get(doc, "errors")));
		json_object_put(doc);
		unlink(beside);
	}
	free(beside);
}

TEST_F(output, what_holds_no_result_is_replaced)
{
	machine_write("/r.json", "");
	run(self, "run=105", "run", self->file);
	EXPECT_EQ(1, self->ran.status);
	self->before = db_read_file(self->file, NULL);
	EXPECT_NE(NULL, strstr(self->before, "\"errors\""));
	machine_write("/r.json", "old");
	run(self, "", "run", self->file);
	EXPECT_EQ(0, self->ran.status) TH_LOG("%s", self->ran.err);
	EXPECT_NE(NULL, strstr(self->ran.out, "map"));
}

/* The writer waits until the tool waits for it, or is gone. */
#define SLOW_WRITER \
	"{ until [ -s %s.pid ]; do :; done; pid=$(cat %s.pid); " \
	"while kill -0 $pid && ! grep -q '^State:.S' /proc/$pid/status; do :; done; " \
	"cat %s; } 2>/dev/null"
#define READER	"sh -c 'echo $$ >%s.pid; exec %s/fake_dma_map_benchmark report -' >/dev/null"

TEST_F(output, report_waits_for_a_slow_pipe)
{
	char *line = db_printf(SLOW_WRITER " | " READER, self->file, self->file,
			       self->file, self->file, DB_HOST_DIR);

	run(self, "", "run", self->file);
	ASSERT_EQ(0, self->ran.status);
	EXPECT_EQ(0, system(line));
	free(line);
}

TEST_F(output, report_waits_for_the_writer_of_a_named_pipe)
{
	char *fifo = db_strdup(machine_path("/fifo"));
	char *line = db_printf("cat %s >%s & %s/fake_dma_map_benchmark report %s >/dev/null",
			       self->file, fifo, DB_HOST_DIR, fifo);

	run(self, "", "run", self->file);
	ASSERT_EQ(0, self->ran.status);
	ASSERT_EQ(0, mkfifo(fifo, 0600));
	EXPECT_EQ(0, system(line));
	free(line);
	free(fifo);
}

TEST_F(output, a_command_line_that_is_no_utf8_can_be_read_again)
{
	struct json_object *doc;
	struct db_err err;
	char *odd = db_strdup(machine_path("/\xff\x1b.json"));

	run(self, "", "run", odd);
	EXPECT_EQ(0, self->ran.status) TH_LOG("%s", self->ran.err);
	doc = db_document_read(odd, &err);
	EXPECT_NE(NULL, doc) TH_LOG("%s", err.text);
	json_object_put(doc);
	free(odd);
}

TEST_HARNESS_MAIN
