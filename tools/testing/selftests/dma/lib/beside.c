// SPDX-License-Identifier: GPL-2.0-only
/* Where the program lies. */
#include <limits.h>
#include <string.h>
#include <unistd.h>

#include "beside.h"
#include "err.h"

char *db_beside_program(const char *name)
{
	char program[PATH_MAX];
	ssize_t n = readlink("/proc/self/exe", program, sizeof(program) - 1);
	char *slash;

	if (n < 0)
		return db_strdup(name);
	program[n] = 0;
	slash = strrchr(program, '/');
	if (slash)
		*slash = 0;
	return db_printf("%s/%s", program, name);
}
