/* SPDX-License-Identifier: GPL-2.0-only */
/* A file that appears whole or not at all, under the name that somebody gave. */
#ifndef DB_WHOLE_FILE_H
#define DB_WHOLE_FILE_H

#include <stdio.h>

#include "err.h"

/* Before there is anything to write: will db_file_write() be able to? */
int db_file_writable(const char *path, struct db_err *err);

/* Writes it; DB_OK, or a status with a message. What @file itself says is not its to ask. */
typedef int (*db_file_content)(FILE *file, void *data, struct db_err *err);

/*
 * "-" is standard output. A regular file keeps what it has until the new content is on
 * the disk; symbolic links stay; a device or a pipe is written to.
 */
int db_file_write(const char *path, db_file_content content, void *data, struct db_err *err);

#endif
