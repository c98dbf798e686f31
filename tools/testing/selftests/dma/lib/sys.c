// SPDX-License-Identifier: GPL-2.0-only
/* The real system calls, and reading below a root that a test can choose. */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "err.h"
#include "sys.h"

static int real_open(const char *path, int flags)
{
	return open(path, flags | O_CLOEXEC);
}

static int real_ioctl(int fd, unsigned long command, void *argument)
{
	return ioctl(fd, command, argument);
}

static const struct db_sys real_sys = {
	.open = real_open,
	.ioctl = real_ioctl,
	.geteuid = geteuid,
};

const struct db_sys *db_sys = &real_sys;

const char *db_path(const char *path)
{
	static char ring[8][PATH_MAX];
	static unsigned int next;
	const char *root = getenv("DMA_BENCH_ROOT");
	char *full = ring[next++ % 8];

	snprintf(full, PATH_MAX, "%s%s", root ? root : "", path);
	return full;
}

char *db_read_file(const char *path, size_t *bytes)
{
	size_t used = 0, room = 4096;
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	char *text;
	ssize_t n;

	if (fd < 0)
		return NULL;
	text = db_alloc(room + 1);
	/* /dev/kmsg gives one record a read, and EAGAIN after the last. */
	while ((n = read(fd, text + used, room - used)) != 0) {
		if (n < 0 && errno == EPIPE)
			continue;	/* a record was overwritten: go on */
		if (n < 0)
			break;
		used += n;
		if (room - used < 8192) {
			room *= 2;
			if (room - used < 8192)
				room += 8192;
			text = db_grow(text, room + 1);
		}
	}
	if (n < 0 && errno != EAGAIN) {
		int keep = errno;

		close(fd);
		free(text);
		errno = keep;
		return NULL;
	}
	close(fd);
	text[used] = 0;
	if (bytes)
		*bytes = used;
	return text;
}

char *db_read_line(const char *path)
{
	char *text = db_read_file(db_path(path), NULL);

	if (text)
		text[strcspn(text, "\n")] = 0;
	return text;
}
