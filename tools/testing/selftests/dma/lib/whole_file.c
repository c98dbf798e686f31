// SPDX-License-Identifier: GPL-2.0-only
/* A file that appears whole or not at all. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "whole_file.h"

static int cannot_write(const char *path, struct db_err *err)
{
	return db_err_set(err, DB_FAILED, "%s: cannot be written: %s", path,
			  strerror(errno));
}

/* A device, a pipe, a folder: rename() must not put a file in its place. */
static int is_special(const char *path)
{
	struct stat found;

	return !stat(path, &found) && !S_ISREG(found.st_mode);
}

/* The file behind symbolic links, so that these stay; free() it. */
static char *behind_links(const char *path)
{
	char *real = realpath(path, NULL);

	return real ? real : db_strdup(path);
}

/* Whatever may keep a file from being there, try it: a new one beside it. */
static char *temporary_beside(const char *real)
{
	const char *slash = strrchr(real, '/');

	/* In the same folder: rename() is atomic only within a file system. */
	return db_printf("%.*s.dma_map_benchmark.%d.tmp",
			 slash ? (int)(slash + 1 - real) : 0, real, (int)getpid());
}

static int try_folder(const char *path, struct db_err *err)
{
	char *real = behind_links(path), *temporary = temporary_beside(real);
	int fd = open(temporary, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
	struct stat found;
	int bad = fd < 0 || (lstat(real, &found) && errno != ENOENT);

	if (fd < 0)
		db_err_set(err, DB_FAILED,
			   "%s: cannot be written: its folder takes no file: %s",
			   path, strerror(errno));
	else if (bad)
		cannot_write(path, err);
	if (fd >= 0) {
		close(fd);
		unlink(temporary);
	}
	free(temporary);
	free(real);
	return bad ? DB_FAILED : DB_OK;
}

int db_file_writable(const char *path, struct db_err *err)
{
	struct stat found;

	if (!strcmp(path, "-"))
		return DB_OK;
	if (stat(path, &found))
		return try_folder(path, err);
	if (S_ISDIR(found.st_mode))
		return db_err_set(err, DB_FAILED,
				  "%s: cannot be written: it is a folder; name a file in it, like %s/results.json",
				  path, path);
	if (S_ISREG(found.st_mode))
		return try_folder(path, err);
	return access(path, W_OK) ? cannot_write(path, err) : DB_OK;
}

/* What the content could not say comes after what it did. */
static int fill(FILE *file, const char *path, db_file_content content, void *data,
		struct db_err *err)
{
	int status = content(file, data, err);

	if (!status && (fflush(file) || ferror(file)))
		status = cannot_write(path, err);
	return status;
}

static int write_special(const char *path, db_file_content content, void *data,
			 struct db_err *err)
{
	FILE *file = fopen(path, "we");
	int status;

	if (!file)
		return cannot_write(path, err);
	status = fill(file, path, content, data, err);
	if (fclose(file) && !status)
		status = cannot_write(path, err);
	return status;
}

static int write_beside(const char *path, const char *real, const char *temporary,
			db_file_content content, void *data, struct db_err *err)
{
	FILE *file = fopen(temporary, "we");
	int status;

	if (!file)
		return cannot_write(path, err);
	status = fill(file, path, content, data, err);
	if (!status && fsync(fileno(file)))
		status = cannot_write(path, err);
	if (fclose(file) && !status)
		status = cannot_write(path, err);
	if (!status && rename(temporary, real))
		status = cannot_write(path, err);
	if (status)
		unlink(temporary);
	return status;
}

int db_file_write(const char *path, db_file_content content, void *data, struct db_err *err)
{
	char *temporary, *real;
	int status;

	if (!strcmp(path, "-"))
		return fill(stdout, "standard output", content, data, err);
	if (is_special(path))
		return write_special(path, content, data, err);
	real = behind_links(path);
	temporary = temporary_beside(real);
	status = write_beside(path, real, temporary, content, data, err);
	free(temporary);
	free(real);
	return status;
}
