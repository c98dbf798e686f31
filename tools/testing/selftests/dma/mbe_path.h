/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Which way a device's mappings take, and what can be proved there.
 *
 * A path is one word, and the same word stands in known-failures.tsv:
 *	direct		dma-direct, nothing bounces that need not
 *	forced		dma-direct with swiotlb=force
 *	iommu		behind an IOMMU's translation
 *	untrusted	the same, for a device that is not trusted: parts of pages
 *			bounce
 *	dma-ops		an architecture's own operations
 */
#ifndef MBE_PATH_H
#define MBE_PATH_H

#include "mbe_block.h"

/* The device under test: MBE_DEVICE of the environment, else a synthetic one. */
const char *mbe_device_name(void);
const char *mbe_path(const struct mbe_session *s);
bool mbe_translated(const struct mbe_session *s);
bool mbe_untrusted(const struct mbe_session *s);
bool mbe_forced(const struct mbe_session *s);
bool mbe_coherent(const struct mbe_session *s);
bool mbe_has_backend(const struct mbe_session *s, __u32 backend);
bool mbe_has_map_kind(const struct mbe_session *s, __u32 kind);

/*
 * Smallest piece that CPU and device may own apart from each other: a byte where
 * nothing but copies happens, else what cache maintenance works on.
 */
__u32 mbe_ownership_bytes(const struct mbe_session *s);

/* Prints what device, path and backend are, and what a PASS proves there. */
void mbe_print_proof(void);

/*
 * Makes mappings bounce for this session: nothing to do where all do, else by
 * a mask of 32 bits, which helps where memory lies above. @settings are the
 * session's other ones, applied as well. NULL, or why not.
 */
const char *mbe_bounce_all(struct mbe_session *s, struct mbe_settings settings);

/*
 * NULL where a test may take the whole bounce pool or all addresses; elsewhere
 * other devices would starve.
 */
const char *mbe_exhaustion_forbidden(void);

/* The bounce pool, in slots of 2 KiB; -1: not told. */
#define MBE_SLOT_BYTES	2048u
long mbe_pool_slots(void);
long mbe_pool_used(void);
/* Waits up to a second for others to return what they use: pool use is @slots. */
bool mbe_pool_back_to(long slots);

/* ---- facts of the kernel ---- */

/* Its release, as major * 1000 + minor. */
unsigned int mbe_kernel(void);
#define MBE_KERNEL(major, minor)	((major) * 1000u + (minor))
/* 1: set (y or m), 0: not, -1: the kernel does not tell (/proc/config.gz). */
int mbe_config(const char *option);
/* Reads a number; -1: not there. */
long mbe_read_long(const char *path);
bool mbe_command_line_has(const char *word);
/* Where the last RAM ends; 0: the kernel does not tell (who is not root sees zeros). */
__u64 mbe_ram_end(void);
/* An emulator keeps memory's content whatever the caches should have done to it. */
bool mbe_emulated(void);

#endif /* MBE_PATH_H */
