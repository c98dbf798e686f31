// SPDX-License-Identifier: GPL-2.0-only
/* Known failures of unmodified kernels; see mbe_known.h. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "mbe_known.h"
#include "mbe_path.h"

enum { CASE, PATH, ARCH, FIRST, LAST, FIXED_BY, WHY, COLUMNS };

/* "-" is an open end. */
static unsigned int version(const char *text, unsigned int open_end)
{
	unsigned int major, minor;

	return sscanf(text, "%u.%u", &major, &minor) == 2 ?
		MBE_KERNEL(major, minor) : open_end;
}

static bool split(char *line, char *column[COLUMNS])
{
	int i;

	line[strcspn(line, "\n")] = '\0';
	for (i = 0; i < COLUMNS; i++)
		column[i] = strsep(&line, "\t");
	return column[WHY] && !line;
}

static bool applies(char *column[COLUMNS], unsigned int case_number, const char *path,
		    unsigned int kernel, const char *arch)
{
	return (unsigned int)atoi(column[CASE]) == case_number &&
		!strcmp(column[PATH], path) &&
		(!strcmp(column[ARCH], "-") ||
		 !strncmp(column[ARCH], arch, strlen(column[ARCH]))) &&
		kernel >= version(column[FIRST], 0) &&
		kernel <= version(column[LAST], UINT_MAX);
}

const char *mbe_known_in(const char *table, unsigned int case_number, const char *path,
			 unsigned int kernel, const char *arch)
{
	static char why[300];
	const char *found = NULL;
	char line[600], *column[COLUMNS];
	FILE *file = fopen(table, "r");

	if (!file)
		return "";
	while (!found && fgets(line, sizeof(line), file)) {
		if (line[0] == '#' || !strncmp(line, "case\t", 5))
			continue;
		if (!split(line, column)) {
			found = "";
		} else if (applies(column, case_number, path, kernel, arch)) {
			snprintf(why, sizeof(why), "known failure of this kernel: %.250s",
				 column[WHY]);
			found = why;
		}
	}
	fclose(file);
	return found;
}

const char *mbe_known_failure(unsigned int case_number, const char *path)
{
	char table[PATH_MAX];
	struct utsname name;
	ssize_t bytes = readlink("/proc/self/exe", table, sizeof(table) - 32);
	char *slash;

	if (bytes < 0 || uname(&name))
		return "";
	table[bytes] = '\0';
	slash = strrchr(table, '/');
	snprintf(slash + 1, table + sizeof(table) - slash - 1, "known-failures.tsv");
	return mbe_known_in(table, case_number, path, mbe_kernel(), name.machine);
}
