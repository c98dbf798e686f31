/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What the DMA API promises about a mapping, byte by byte: who owns each byte
 * now, and what the owner must find there. The rules are those of the API's
 * documentation, so the model is the same for every path:
 *
 * - map gives all bytes to the device, unmap gives them back;
 * - a sync gives a range to the CPU or to the device;
 * - the owner finds what was last written by whoever was allowed to write;
 * - the device writes unless the direction is TO_DEVICE, the CPU unless it is
 *   FROM_DEVICE, each only what it owns.
 *
 * What the CPU wrote must be given to the device before unmap.
 */
#ifndef MBE_MODEL_H
#define MBE_MODEL_H

#include <stdbool.h>
#include <stddef.h>
#include <linux/types.h>

/* A generator that gives the same numbers for the same seed everywhere. */
struct mbe_random {
	__u64 state;
};

__u64 mbe_random(struct mbe_random *r);
/* 0 to @below - 1 */
__u32 mbe_random_below(struct mbe_random *r, __u32 below);
void mbe_random_fill(struct mbe_random *r, void *data, size_t bytes);
/* MBE_SEED of the environment, else a new one. */
__u64 mbe_seed(void);

enum mbe_owner {
	MBE_OWNER_CPU		= 1,
	MBE_OWNER_DEVICE	= 2,
};

struct mbe_model {
	__u32 dir;
	__u32 bytes;
	/* Ranges begin and end at multiples of it, counted from @phase before. */
	__u32 unit;
	__u32 phase;
	unsigned char *value;	/* what the owner finds */
	unsigned char *owner;	/* enum mbe_owner */
	unsigned char *unsynced; /* written by the CPU, not yet given to the device */
};

struct mbe_range {
	__u32 offset, bytes;
};

/* false: no memory. All of it is the CPU's, and zero. */
bool mbe_model_init(struct mbe_model *model, __u32 dir, __u32 bytes, __u32 unit,
		    __u32 phase);
void mbe_model_free(struct mbe_model *model);

/* A range of whole units. */
struct mbe_range mbe_model_range(const struct mbe_model *model, struct mbe_random *r);
bool mbe_model_owns(const struct mbe_model *model, struct mbe_range range,
		    enum mbe_owner owner);
void mbe_model_give(struct mbe_model *model, struct mbe_range range,
		    enum mbe_owner owner);
void mbe_model_write(struct mbe_model *model, struct mbe_range range,
		     const void *data, enum mbe_owner by);
/* First byte of @data that is not as expected; -1: none. */
long mbe_model_differs(const struct mbe_model *model, struct mbe_range range,
		       const void *data);

#endif /* MBE_MODEL_H */
