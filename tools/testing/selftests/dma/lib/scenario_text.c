// SPDX-License-Identifier: GPL-2.0-only
/* The text of a scenario file, or why it is none. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "scenario.h"
#include "sys.h"

static int cannot_open(const char *path, struct db_err *err)
{
	int why = errno;
	char *names;

	if (why != ENOENT)
		return db_err_set(err, DB_USAGE, "%s: cannot be read: %s", path,
				  strerror(why));
	names = db_scenario_names();
	db_err_set(err, DB_USAGE, "%s: %s; by their names there are: %s", path,
		   strerror(why), names);
	free(names);
	return DB_USAGE;
}

static int check_kind(const char *path, int fd, struct db_err *err)
{
	struct stat found;

	if (fstat(fd, &found))
		return cannot_open(path, err);
	if (S_ISDIR(found.st_mode))
		return db_err_set(err, DB_USAGE,
				  "%s: is a folder, but a scenario is a file; name one in it",
				  path);
	if (!S_ISREG(found.st_mode))
		return db_err_set(err, DB_USAGE,
				  "%s: is a %s, but a scenario is a regular file, to be there when it is asked what was measured; copy it into one",
				  path, S_ISFIFO(found.st_mode) ? "pipe" : "device");
	return DB_OK;
}

static int check_text(const char *path, const char *text, size_t bytes,
		      struct db_err *err)
{
	size_t length = strlen(text), i;
	int line = 1;

	if (!strncmp(text, "\xff\xfe", 2) || !strncmp(text, "\xfe\xff", 2))
		return db_err_set(err, DB_USAGE,
				  "%s:1: the file is UTF-16; save it as UTF-8", path);
	if (length == bytes)
		return DB_OK;
	for (i = 0; i < length; i++)
		line += text[i] == '\n';
	return db_err_set(err, DB_USAGE,
			  "%s:%d: a NUL byte; a scenario is plain text, remove it", path,
			  line);
}

char *db_scenario_text(const char *path, struct db_err *err)
{
	/* O_NONBLOCK: a pipe that nobody writes to is refused, not waited for. */
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	char *text = NULL;
	size_t bytes;

	if (fd < 0) {
		cannot_open(path, err);
		return NULL;
	}
	if (!check_kind(path, fd, err)) {
		text = db_read_fd(fd, &bytes);
		if (!text)
			cannot_open(path, err);
	}
	close(fd);
	if (text && check_text(path, text, bytes, err)) {
		free(text);
		text = NULL;
	}
	return text;
}
