/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The building blocks of map_benchmark_ext.h as functions, the raw layer: 0 or
 * a negative errno, nothing is printed or judged. mbe_block_test.h adds the
 * assertions.
 *
 * A test allocates *memory*, maps all of it or some segments (*a mapping*), and
 * acts as CPU and as device on it:
 *
 *	struct mbe_memory m;
 *	struct mbe_dma d;
 *
 *	__mbe_alloc(s, MBE_MAP_SINGLE, 4096, 0, &m);
 *	__mbe_cpu_inks(s, &m, 0, m.bytes, MBE_INK_CPU);
 *	__mbe_map(s, MBE_MAP_SINGLE, &m, MBE_DIR_FROM_DEVICE, 0, &d);
 *	__mbe_device_inks(s, &d, 0, 64, MBE_INK_DEVICE);
 *	__mbe_unmap(s, &d, 0);
 */
#ifndef MBE_BLOCK_H
#define MBE_BLOCK_H

#include "mbe_ink.h"
#include "mbe_session.h"

struct mbe_memory {
	__u32 buffer;		/* handle */
	__u32 kind;		/* enum mbe_buffer_kind */
	__u32 offset;		/* in its first page */
	__u64 bytes;
	__u64 phys;		/* of the first byte */
};

/*
 * A mapping. @api_error is what the DMA API said; then there is no mapping.
 * @segment are the parts that were mapped, in the order that the device sees.
 */
struct mbe_dma {
	__u32 mapping;		/* handle, 0: the API refused */
	__u32 kind;		/* enum mbe_map_kind */
	__u32 dir;
	__s32 api_error;
	__u32 dma_segments;
	__u32 entries_changed;
	__u32 count;
	__u64 bytes;
	struct mbe_segment *segment;
};

/* ---- memory ---- */

/* As asked; nothing is chosen. */
int __mbe_alloc_kind(struct mbe_session *s, __u32 buffer_kind, __u64 bytes,
		     __u32 offset, __u32 guard_pages, struct mbe_memory *m);
/* Memory that suits a map call: scattered pages for lists, else guarded pages. */
int __mbe_alloc(struct mbe_session *s, __u32 map_kind, __u64 bytes, __u32 offset,
		struct mbe_memory *m);
int __mbe_free(struct mbe_session *s, struct mbe_memory *m);

int __mbe_cpu_write(struct mbe_session *s, const struct mbe_memory *m,
		    __u64 offset, const void *data, __u64 bytes);
int __mbe_cpu_read(struct mbe_session *s, const struct mbe_memory *m,
		   __u64 offset, void *data, __u64 bytes);
int __mbe_cpu_inks(struct mbe_session *s, const struct mbe_memory *m,
		   __u64 offset, __u64 bytes, enum mbe_ink ink);
/* MBE_STATE_CLEAN or _COLD; DIRTY is what writing has left. */
int __mbe_cpu_state(struct mbe_session *s, const struct mbe_memory *m, __u32 state);
/* NULL, or what is wrong; an errno is told as such. */
const char *mbe_cpu_wrong(struct mbe_session *s, const struct mbe_memory *m,
			  __u64 offset, __u64 bytes, enum mbe_ink ink);
/* What surrounds the buffer: NULL when it is intact. */
const char *mbe_guard_wrong(struct mbe_session *s, const struct mbe_memory *m);

/* ---- mappings ---- */

/* All of @m; a list gets an entry for each page. */
int __mbe_map(struct mbe_session *s, __u32 kind, const struct mbe_memory *m,
	      __u32 dir, __u32 attrs, struct mbe_dma *d);
int __mbe_map_segments(struct mbe_session *s, __u32 kind,
		       const struct mbe_segment *segment, __u32 count,
		       __u32 dir, __u32 attrs, struct mbe_dma *d);
int __mbe_map_resource(struct mbe_session *s, __u64 phys, __u64 bytes, __u32 dir,
		       struct mbe_dma *d);
/* Everything, or for kinds of one segment @bytes from @offset on (0: to the end). */
int __mbe_sync(struct mbe_session *s, const struct mbe_dma *d, __u32 target,
	       __u64 offset, __u64 bytes);
int __mbe_unmap(struct mbe_session *s, struct mbe_dma *d, __u32 attrs);
int __mbe_describe(struct mbe_session *s, const struct mbe_dma *d, __u32 segment,
		   struct mbe_describe *what);
/* Any segment of it bounced. */
bool mbe_bounced(struct mbe_session *s, const struct mbe_dma *d);
/* What the handle does not need: the segments. */
void mbe_dma_forget(struct mbe_dma *d);

/* ---- the device ---- */

/* @backend: enum mbe_backend; positions are of the mapping. */
int __mbe_device(struct mbe_session *s, __u32 op, __u32 backend,
		 const struct mbe_dma *d, __u64 offset, void *data, __u64 bytes);
/* The ink of the places in the buffers that the positions stand for. */
int __mbe_device_inks(struct mbe_session *s, __u32 backend, const struct mbe_dma *d,
		      __u64 offset, __u64 bytes, enum mbe_ink ink);
const char *mbe_device_wrong(struct mbe_session *s, __u32 backend,
			     const struct mbe_dma *d, __u64 offset, __u64 bytes,
			     enum mbe_ink ink);
/* Any DMA address, mapped or not; misuse. */
int __mbe_device_at(struct mbe_session *s, __u32 op, __u32 backend, __u64 dma_addr,
		    void *data, __u64 bytes);

int __mbe_settings(struct mbe_session *s, const struct mbe_settings *settings);

/* Each is one struct and one ioctl: for tests of misuse and of the ABI. */
int __mbe_ioctl(struct mbe_session *s, unsigned long command, void *arg);

#endif /* MBE_BLOCK_H */
