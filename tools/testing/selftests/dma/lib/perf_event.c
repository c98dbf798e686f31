// SPDX-License-Identifier: GPL-2.0-only
/* What perf is told to sample. */
#include <stddef.h>
#include <string.h>

#include "perf_event.h"

/*
 * Arm Architecture Reference Manual (DDI 0487), the PMU events that are recommended to
 * implementations; the kernel has the same numbers in include/linux/perf/arm_pmuv3.h.
 */
static const struct {
	const char *name, *raw;
} arm[] = {
	{ "isb_spec", "r7c" },
	{ "dsb_spec", "r7d" },
	{ "dmb_spec", "r7e" },
	{ "l1d_cache_wb_victim", "r46" },
	{ "l1d_cache_wb_clean", "r47" },
	{ "l1d_cache_inval", "r48" },
	{ "l2d_cache_wb_victim", "r56" },
	{ "l2d_cache_wb_clean", "r57" },
	{ "l2d_cache_inval", "r58" },
};

const char *db_perf_event(const char *event, const char *arch)
{
	size_t i;

	for (i = 0; !strcmp(arch, "aarch64") && i < sizeof(arm) / sizeof(*arm); i++)
		if (!strcmp(event, arm[i].name))
			return arm[i].raw;
	return event;
}
