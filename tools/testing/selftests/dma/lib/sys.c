// SPDX-License-Identifier: GPL-2.0-only
/* The real system calls, and reading below a root that a test can choose. */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
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

static int real_write(const char *path, const char *text)
{
	int fd = open(path, O_WRONLY | O_CLOEXEC), ret = 0;

	if (fd < 0)
		return -errno;
	if (write(fd, text, strlen(text)) < 0)
		ret = -errno;
	close(fd);
	return ret;
}

static const struct db_sys real_sys = {
	.open = real_open,
	.ioctl = real_ioctl,
	.geteuid = geteuid,
	.write = real_write,
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

/* EAGAIN ends a log: /dev/kmsg gives one record a read, and that after the last. */
static int read_all(int fd, char **text, size_t *used)
{
	size_t room = 4096;
	ssize_t n;

	*used = 0;
	*text = db_alloc(room + 1);
	while ((n = read(fd, *text + *used, room - *used)) != 0) {
		if (n < 0 && (errno == EPIPE || errno == EINTR))
			continue;	/* EPIPE: a record was overwritten */
		if (n < 0)
			return errno == EAGAIN ? 0 : -1;
		*used += n;
		if (*used > DB_READ_MAX) {
			errno = EFBIG;
			return -1;
		}
		/* A record must fit. */
		if (room - *used < 8192) {
			room = 2 * room + 8192;
			*text = db_grow(*text, room + 1);
		}
	}
	return 0;
}

char *db_read_fd(int fd, size_t *bytes)
{
	struct stat found;
	size_t used;
	char *text;

	if (!fstat(fd, &found) && found.st_size > (off_t)DB_READ_MAX) {
		errno = EFBIG;
		return NULL;
	}
	if (read_all(fd, &text, &used)) {
		int keep = errno;

		free(text);
		errno = keep;
		return NULL;
	}
	text[used] = 0;
	if (bytes)
		*bytes = used;
	return text;
}

static char *read_path(const char *path, int flags, size_t *bytes)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC | flags), keep;
	char *text;

	if (fd < 0)
		return NULL;
	text = db_read_fd(fd, bytes);
	keep = errno;
	close(fd);
	errno = keep;
	return text;
}

char *db_read_file(const char *path, size_t *bytes)
{
	return read_path(path, 0, bytes);
}

char *db_read_log(const char *path)
{
	return read_path(path, O_NONBLOCK, NULL);
}

char *db_read_line(const char *path)
{
	char *text = db_read_file(db_path(path), NULL);

	if (text)
		text[strcspn(text, "\n")] = 0;
	return text;
}
