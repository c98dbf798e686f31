// SPDX-License-Identifier: GPL-2.0-only
/* What the whole machine executed; see window.h. */
#include <string.h>

#include "../../include/uapi/linux/map_benchmark_mark.h"
#include "window.h"

static struct window *open_window(struct windows *all, uint32_t number)
{
	unsigned int i;

	for (i = 0; i < all->used; i++)
		if (all->item[i].open && all->item[i].number == number)
			return &all->item[i];
	return NULL;
}

bool windows_mark(struct windows *all, unsigned int kind, uint64_t word,
		  const uint64_t *sum, unsigned int counters)
{
	struct window *window = open_window(all, MBE_MARK_RUN(word));
	unsigned int i;

	if (kind == MBE_MARK_WINDOW_BEGIN && !window && all->used < WINDOWS_MAX) {
		window = &all->item[all->used++];
		window->number = MBE_MARK_RUN(word);
		window->open = true;
		memset(window->count, 0, sizeof(window->count));
		memcpy(window->count, sum, counters * sizeof(*sum));
		return true;
	}
	if (kind != MBE_MARK_WINDOW_END || !window)
		return false;
	/* A counter that is new since the begin was 0 then. */
	for (i = 0; i < counters; i++)
		window->count[i] = sum[i] - window->count[i];
	window->open = false;
	return true;
}
