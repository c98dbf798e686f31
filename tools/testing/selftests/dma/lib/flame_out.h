/* SPDX-License-Identifier: GPL-2.0-only */
/* One or two sides into a folder: stacks.folded, hotspots.txt, flamegraph.html. */
#ifndef DB_FLAME_OUT_H
#define DB_FLAME_OUT_H

#include "err.h"

struct db_flame_request {
	const char *a, *b;		/* files or folders; @b may be NULL */
	const char *threads, *event;	/* or NULL */
	const char *template;		/* or NULL: the one beside the program, if any */
	const char *output;		/* folder, made where it is missing */
};

#define DB_FLAME_TEMPLATE	"flamegraph-template.html"

/* What stands in hotspots.txt goes to standard output as well. */
int db_flame_out(const struct db_flame_request *request, struct db_err *err);

#endif
