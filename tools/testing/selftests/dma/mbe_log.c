// SPDX-License-Identifier: GPL-2.0-only
/* What the kernel says while a test runs; see mbe_log.h. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "mbe_device.h"
#include "mbe_log.h"
#include "mbe_path.h"

#define RECORD_BYTES	8192

static int tell(const struct mbe_log *log, const char *what, const char *text)
{
	char line[512];
	int bytes = snprintf(line, sizeof(line), "dma-selftest %s: %s\n", what, text);

	return write(log->fd, line, bytes) < 0 ? -errno : 0;
}

int __mbe_log_begin(struct mbe_log *log, const char *test)
{
	memset(log, 0, sizeof(*log));
	log->test = test;
	log->fd = open("/dev/kmsg", O_RDWR | O_NONBLOCK | O_CLOEXEC);
	if (log->fd < 0)
		return -errno;
	if (lseek(log->fd, 0, SEEK_END) < 0)
		return -errno;
	return tell(log, "begin", test);
}

int __mbe_log_expect(struct mbe_log *log, const char *pattern)
{
	if (log->count == MBE_LOG_EXPECT_MAX ||
	    regcomp(&log->pattern[log->count], pattern, REG_EXTENDED | REG_NOSUB))
		return -EINVAL;
	log->text[log->count++] = pattern;
	return tell(log, "expect", pattern);
}

static bool matches(struct mbe_log *log, const char *message)
{
	bool any = false;
	unsigned int i;

	for (i = 0; i < log->count; i++) {
		if (!regexec(&log->pattern[i], message, 0, NULL, 0)) {
			log->seen[i]++;
			any = true;
		}
	}
	return any;
}

/* The next message's text, NULL when there is no more; @lost: some are gone. */
static char *next_message(const struct mbe_log *log, char *record, bool *lost)
{
	ssize_t bytes;
	char *text;

	do {
		bytes = read(log->fd, record, RECORD_BYTES - 1);
		if (bytes < 0 && errno == EPIPE)
			*lost = true;
	} while (bytes < 0 && errno == EPIPE);
	if (bytes <= 0)
		return NULL;
	record[bytes] = '\0';
	text = strchr(record, ';');
	text = text ? text + 1 : record;
	text[strcspn(text, "\n")] = '\0';
	return text;
}

const char *__mbe_log_read(struct mbe_log *log)
{
	static char record[RECORD_BYTES], first[200], wrong[300];
	bool in_warning = false, expected = false, lost = false;
	unsigned int unexpected = 0;
	char *text;

	first[0] = '\0';
	while ((text = next_message(log, record, &lost))) {
		if (!strncmp(text, "dma-selftest ", 13))
			continue;
		if (strstr(text, "[ cut here ]")) {
			in_warning = true;
			expected = false;
			continue;
		}
		expected |= matches(log, text);
		if (in_warning && !expected && strstr(text, "WARNING: "))
			snprintf(first, sizeof(first), "%.190s", text);
		if (in_warning && strstr(text, "---[ end trace")) {
			unexpected += !expected;
			in_warning = false;
		}
	}
	if (lost)
		return "the kernel log overflowed";
	if (!unexpected)
		return NULL;
	snprintf(wrong, sizeof(wrong), "%u unexpected kernel warnings, the last: %s",
		 unexpected, first);
	return wrong;
}

const char *__mbe_log_end(struct mbe_log *log)
{
	const char *wrong = __mbe_log_read(log);

	tell(log, "end", log->test);
	close(log->fd);
	log->fd = -1;
	return wrong;
}

const char *mbe_misuse_forbidden(void)
{
	const char *allowed = getenv("MBE_MISUSE");

	if (mbe_read_long("/proc/sys/kernel/panic_on_warn") != 0)
		return "a kernel warning panics here: boot a guest that expects warnings";
	if ((allowed && !strcmp(allowed, "1")) ||
	    mbe_command_line_has("dma_bench.warnings=expected"))
		return NULL;
	return "kernel warnings would taint the kernel: set MBE_MISUSE=1 where that is fine";
}

void mbe_warn_once_again(void)
{
	__mbe_write("/sys/kernel/debug/clear_warn_once", "1\n");
}

#define DMA_DEBUG	"/sys/kernel/debug/dma-api/"

const char *mbe_dma_debug_missing(void)
{
	FILE *file = fopen(DMA_DEBUG "disabled", "r");
	int disabled;

	if (!file)
		return "no CONFIG_DMA_API_DEBUG in this kernel";
	disabled = fgetc(file);
	fclose(file);
	return disabled == 'N' ? NULL : "DMA_API_DEBUG has switched itself off";
}

long mbe_dma_debug_errors(void)
{
	__mbe_write(DMA_DEBUG "all_errors", "1\n");
	return mbe_read_long(DMA_DEBUG "error_count");
}
