/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The few system calls that a test wants to answer by itself, and the root
 * directory below which /proc, /sys and /boot are looked for.
 */
#ifndef DB_SYS_H
#define DB_SYS_H

#include <stddef.h>
#include <sys/types.h>

struct db_sys {
	int (*open)(const char *path, int flags);
	int (*ioctl)(int fd, unsigned long command, void *argument);
	uid_t (*geteuid)(void);
	/* One write to a file that is there, as sysfs wants it; 0 or -errno. */
	int (*write)(const char *path, const char *text);
};

/* The kernel, unless a test has put its own answers here. */
extern const struct db_sys *db_sys;

/*
 * @path below the root that DMA_BENCH_ROOT names (for tests; "" otherwise).
 * Lives until the next call but seven.
 */
const char *db_path(const char *path);

/*
 * A whole file, or NULL with errno; a NUL stands behind it. More than
 * DB_READ_MAX bytes are none: somebody named a device. free() it.
 */
#define DB_READ_MAX	(256ul << 20)
char *db_read_file(const char *path, size_t *bytes);
char *db_read_fd(int fd, size_t *bytes);

/* What is there without waiting for more: a log. */
char *db_read_log(const char *path);

/* The first line of db_path(@path) without its newline, or NULL; free() it. */
char *db_read_line(const char *path);

#endif
