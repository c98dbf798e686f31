// SPDX-License-Identifier: GPL-2.0-only
/* How far a matrix is, by a clock of the test's own. */
#include <fcntl.h>
#include <sys/ioctl.h>

#include "kselftest_harness.h"
#include "err.h"
#include "helper.h"
#include "progress.h"

#define SECOND	1000000000ull
#define CLEAR	"\r\033[K"

/* One case a second after another, all of the same name; free() it. */
static char *show(int terminal, size_t cases, unsigned int seconds, const char *name)
{
	struct db_progress progress;
	size_t bytes, i;
	char *text;
	FILE *out = open_memstream(&text, &bytes);

	db_progress_begin(&progress, out, terminal, cases, 5 * SECOND);
	for (i = 0; i < cases; i++)
		db_progress_case(&progress, i, name, (5 + i * seconds) * SECOND);
	db_progress_end(&progress);
	fclose(out);
	return text;
}

TEST(a_terminal_has_one_line_that_rewrites_itself)
{
	char *text = show(1, 3, 50, "x");

	EXPECT_STREQ(CLEAR "case 1 of 3, elapsed 0:00: x"
		     CLEAR "case 2 of 3, elapsed 0:50: x"
		     CLEAR "case 3 of 3, elapsed 1:40: x" CLEAR, text);
	free(text);
}

/* A line that wraps could not be rewritten. */
TEST(a_line_fits_the_terminal)
{
	char *text = show(1, 2, 4000, "single/size=4096/dir=to_device/state=dirty/threads=4/offset=64/phases=map+unmap");

	EXPECT_EQ(2 * (4 + 79) + 4, strlen(text)) TH_LOG("%s", text);
	EXPECT_NE(NULL, strstr(text, "case 2 of 2, elapsed 1:06:40: single/"));
	free(text);
}

TEST(a_log_has_a_line_every_ten_seconds)
{
	char *text = show(0, 25, 1, "x");

	EXPECT_STREQ("dma_map_benchmark: case 11 of 25, elapsed 0:10: x\n"
		     "dma_map_benchmark: case 21 of 25, elapsed 0:20: x\n", text);
	free(text);
	text = show(0, 3, 60, "x");
	EXPECT_STREQ("dma_map_benchmark: case 2 of 3, elapsed 1:00: x\n"
		     "dma_map_benchmark: case 3 of 3, elapsed 2:00: x\n", text);
	free(text);
}

TEST(one_case_has_no_progress)
{
	char *text = show(1, 1, 0, "x");

	EXPECT_STREQ("", text);
	free(text);
}

/* Standard error of a sweep, with nothing but a terminal there. */
TEST(a_sweep_shows_it_on_a_terminal)
{
	int terminal = posix_openpt(O_RDWR | O_NOCTTY);
	char text[4096], *command;
	ssize_t n, used = 0;

	machine_make();
	ASSERT_LE(0, terminal);
	ASSERT_EQ(0, grantpt(terminal) | unlockpt(terminal));
	command = db_printf("%s/fake_dma_map_benchmark sweep --size 1..8 --iterations 1 >/dev/null 2>%s",
			    DB_HOST_DIR, ptsname(terminal));
	/* Held open, so that what was written stays to be read. */
	ASSERT_LE(0, open(ptsname(terminal), O_RDWR | O_NOCTTY));
	EXPECT_EQ(0, system(command));
	ASSERT_EQ(0, fcntl(terminal, F_SETFL, O_NONBLOCK));
	while ((n = read(terminal, text + used, sizeof(text) - 1 - used)) > 0)
		used += n;
	text[used] = 0;
	EXPECT_NE(NULL, strstr(text, "case 4 of 4, elapsed 0:")) TH_LOG("%s", text);
	free(command);
	machine_drop();
}

TEST_HARNESS_MAIN
