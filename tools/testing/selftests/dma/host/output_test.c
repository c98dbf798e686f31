// SPDX-License-Identifier: GPL-2.0-only
/* Where results go and come from: nothing that is there is lost. */
#include <sys/stat.h>

#include "kselftest_harness.h"
#include "document.h"
#include "err.h"
#include "helper.h"

FIXTURE(output) {
	struct ran ran;
	char *file;
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
