// SPDX-License-Identifier: GPL-2.0-only
/*
 * Where debugfs is, and why a file in it cannot be opened. Four causes look
 * alike (EACCES, EPERM, ENOENT) and need four different remedies.
 */
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "debugfs.h"
#include "sys.h"

#define USUAL_PLACE	"/sys/kernel/debug"

/* First mount of type debugfs; the usual place when it is among them. */
static int find_mount(char *where, size_t room)
{
	char *mounts = db_read_file(db_path("/proc/mounts"), NULL);
	char *rest = mounts, *line, place[PATH_MAX], type[64];
	int found = 0;

	snprintf(where, room, "%s", USUAL_PLACE);
	while (mounts && (line = strsep(&rest, "\n"))) {
		if (sscanf(line, "%*s %4095s %63s", place, type) != 2 ||
		    strcmp(type, "debugfs"))
			continue;
		if (!found || !strcmp(place, USUAL_PLACE))
			snprintf(where, room, "%s", place);
		found = 1;
	}
	free(mounts);
	return found;
}

char *db_debugfs_path(const char *name)
{
	char where[PATH_MAX];

	find_mount(where, sizeof(where));
	return db_printf("%s%s%s", db_path(where), *name ? "/" : "", name);
}

/* "none [integrity] confidentiality", the word in brackets, or NULL. */
static char *locked_level(void)
{
	char *text = db_read_line("/sys/kernel/security/lockdown"), *word = NULL;
	char *open = text ? strchr(text, '[') : NULL;

	if (open && strchr(open, ']')) {
		*strchr(open, ']') = 0;
		if (strcmp(open + 1, "none"))
			word = db_strdup(open + 1);
	}
	free(text);
	return word;
}

int db_debugfs_explain(const char *path, int error, struct db_err *err,
		       const char *otherwise)
{
	int root = !db_sys->geteuid();
	char where[PATH_MAX], *locked;

	if (!root && (error == EACCES || error == EPERM || error == ENOENT))
		return db_err_set(err, DB_FAILED,
				  "%s: not root (user id %u), but debugfs is open to root only; run it with sudo",
				  path, (unsigned int)db_sys->geteuid());
	if (!find_mount(where, sizeof(where)))
		return db_err_set(err, DB_FAILED,
				  "%s: debugfs is not mounted; mount -t debugfs none %s (the kernel needs CONFIG_DEBUG_FS=y)",
				  path, USUAL_PLACE);
	if (error == EPERM || error == EACCES) {
		locked = locked_level();
		db_err_set(err, DB_FAILED,
			   "%s: the kernel is locked down (%s), which closes debugfs even to root; boot without lockdown= and with Secure Boot off",
			   path, locked ? locked : "its level cannot be read");
		free(locked);
		return DB_FAILED;
	}
	return db_err_set(err, DB_FAILED, "%s: %s", path, otherwise);
}
