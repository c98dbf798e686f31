// SPDX-License-Identifier: GPL-2.0-only
/* Long lines, for a mail. */
#include <stdlib.h>
#include <string.h>

#include "err.h"
#include "wrap.h"

void db_wrapped(const char *text, const char *first, FILE *out)
{
	char *copy = db_strdup(text), *rest = copy, *word;
	size_t used = fprintf(out, "%s", first), length;
	int begun = 0;

	while ((word = strsep(&rest, " "))) {
		length = strlen(word);
		if (begun && used + 1 + length > DB_MAIL_COLUMNS) {
			used = fprintf(out, "\n      ") - 1;
			begun = 0;
		}
		used += fprintf(out, "%s%s", begun ? " " : "", word);
		begun = 1;
	}
	fputc('\n', out);
	free(copy);
}
