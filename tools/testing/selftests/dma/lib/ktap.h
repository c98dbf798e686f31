/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A number among KTAP's diagnostic lines, as "# dmabench-metric name=... value=...
 * units=... n=...". KTAP has no line for numbers of its own.
 */
#ifndef DB_KTAP_H
#define DB_KTAP_H

#include <stddef.h>
#include <stdio.h>

/* Nothing is printed for NAN. @n: how many samples, or boots, it stands for. */
void db_ktap_metric(FILE *out, const char *case_name, const char *phase, const char *what,
		    double value, const char *units, size_t n);

#endif
