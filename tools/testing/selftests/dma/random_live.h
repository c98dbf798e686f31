/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * For random_blocks_test.c: a live mapping with its model, and what may be done
 * to it.
 */
#ifndef RANDOM_LIVE_H
#define RANDOM_LIVE_H

#include <string.h>

#include "mbe_block.h"
#include "mbe_model.h"

#define LIVE		6
#define BYTES_MAX	20000u

struct live {
	bool mapped;
	__u32 attrs;
	struct mbe_memory m;
	struct mbe_dma d;
	struct mbe_model model;
};

#define DOING(self, live, fmt, ...) \
	snprintf((self)->doing, sizeof((self)->doing),			\
		 "mapping %d (kind %u, dir %u, %u bytes at %u): " fmt,	\
		 (int)((live) - (self)->live), (live)->d.kind, (live)->model.dir, \
		 (live)->model.bytes, (live)->m.offset, ##__VA_ARGS__)

static bool is_list(const struct live *live)
{
	return live->d.kind == MBE_MAP_SG || live->d.kind == MBE_MAP_SGTABLE;
}

/*
 * What a driver may not do where both sides write: give the device a range that
 * the device owns, or take for the CPU one that the CPU has written. Either would
 * bring old data back, by right.
 */
static bool allowed(const struct live *live, struct mbe_range range, enum mbe_owner to)
{
	const struct mbe_model *model = &live->model;

	if (model->dir != MBE_DIR_BIDIRECTIONAL)
		return true;
	if (to == MBE_OWNER_DEVICE)
		return mbe_model_owns(model, range, MBE_OWNER_CPU);
	return !memchr(model->unsynced + range.offset, 1, range.bytes);
}

#endif /* RANDOM_LIVE_H */
