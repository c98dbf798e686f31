// SPDX-License-Identifier: GPL-2.0-only
/* A gnuplot that draws nothing: what is said of why. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "kselftest_harness.h"
#include "gnuplot.h"
#include "sys.h"
#include "helper.h"

FIXTURE(gnuplot) {
	char *path;
	FILE *script, *drawing;
	struct db_err err;
};

FIXTURE_SETUP(gnuplot)
{
	machine_make();
	self->path = db_strdup(getenv("PATH"));
	setenv("PATH", machine_path("/bin"), 1);
	self->script = tmpfile();
	self->drawing = tmpfile();
	ASSERT_NE(NULL, self->script);
	ASSERT_NE(NULL, self->drawing);
}

FIXTURE_TEARDOWN(gnuplot)
{
	setenv("PATH", self->path, 1);
	free(self->path);
	fclose(self->script);
	fclose(self->drawing);
	machine_drop();
}

static int draw(FIXTURE_DATA(gnuplot) *self, const char *program, mode_t mode)
{
	machine_write("/bin/gnuplot", program);
	chmod(machine_path("/bin/gnuplot"), mode);
	return db_gnuplot(self->script, self->drawing, &self->err);
}

TEST_F(gnuplot, one_that_may_not_be_run_is_not_called_missing)
{
	EXPECT_EQ(DB_FAILED, draw(self, "#!/bin/sh\n", 0644));
	EXPECT_STREQ("gnuplot failed: exit status 126: gnuplot: Permission denied", self->err.text);
}

TEST_F(gnuplot, silent_failure_is_told_by_its_status)
{
	EXPECT_EQ(DB_FAILED, draw(self, "#!/bin/sh\nexit 3\n", 0755));
	EXPECT_STREQ("gnuplot failed: exit status 3: it said nothing", self->err.text);
}

TEST_F(gnuplot, killed_one_is_told_by_its_signal)
{
	EXPECT_EQ(DB_FAILED, draw(self, "#!/bin/sh\nkill -9 $$\n", 0755));
	EXPECT_STREQ("gnuplot failed: ended by signal 9: it said nothing", self->err.text);
}

TEST_HARNESS_MAIN
