/* SPDX-License-Identifier: GPL-2.0-only */
/* gnuplot as a child: commands in, a drawing out. */
#ifndef DB_GNUPLOT_H
#define DB_GNUPLOT_H

#include <stdio.h>

#include "err.h"

/* @script, from its beginning; what gnuplot draws goes to @drawing. DB_FAILED says why not. */
int db_gnuplot(FILE *script, FILE *drawing, struct db_err *err);

#endif
