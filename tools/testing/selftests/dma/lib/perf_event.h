/* SPDX-License-Identifier: GPL-2.0-only */
/* What perf is told to sample. */
#ifndef DB_PERF_EVENT_H
#define DB_PERF_EVENT_H

/*
 * @event as perf takes it with -e. A barrier or a cache operation of 64-bit Arm has a number
 * that perf knows by name only where it was built with the tables of the CPU: such a name
 * becomes its raw code on @arch "aarch64" (`uname -m`). Everything else is left as it is. Which
 * of these events a CPU counts is its maker's choice, and a CPU that does not counts nothing.
 */
const char *db_perf_event(const char *event, const char *arch);

#endif
