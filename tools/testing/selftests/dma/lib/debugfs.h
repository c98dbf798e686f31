/* SPDX-License-Identifier: GPL-2.0-only */
/* Where debugfs is, and why a file in it cannot be opened. */
#ifndef DB_DEBUGFS_H
#define DB_DEBUGFS_H

#include "err.h"

/* The path of @name in debugfs, below db_path(); free() it. */
char *db_debugfs_path(const char *name);

/*
 * Explain why @path could not be opened (@error is its errno): not root, no
 * debugfs, lockdown, or neither of them: then @otherwise is the message.
 */
int db_debugfs_explain(const char *path, int error, struct db_err *err,
		       const char *otherwise);

#endif
