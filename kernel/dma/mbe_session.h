/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Building blocks: what a session (an open file) holds, and the functions that
 * the files of the building blocks offer each other.
 *
 * A *session* owns *buffers* and *mappings*, both named by handles. A mapping
 * is made of *segments* of buffers. A *backend* acts as the device on it.
 *
 * Locks: the session's own lock is held through each building block. The
 * bench's lock may be taken inside it, for what sessions share.
 */
#ifndef _MBE_SESSION_H
#define _MBE_SESSION_H

#include <linux/mutex.h>
#include <linux/scatterlist.h>
#include <linux/xarray.h>

#include "mbe.h"

/**
 * struct mbe_session - an open file
 * @bench: the device; holds a reference
 * @link: in mbe_bench.sessions
 * @lock: one building block at a time; guards @buffers and @mappings
 * @buffers: struct mbe_buffer by handle
 * @mappings: struct mbe_mapping by handle
 * @mapped: live mappings, under the bench's lock
 * @memory_cap: see mbe_memory_charge(); taken anew at each allocation
 */
struct mbe_session {
	struct mbe_bench *bench;
	struct list_head link;
	struct mutex lock; /* one building block at a time */
	struct xarray buffers;
	struct xarray mappings;
	unsigned int mapped;
};

/* ---- mbe_session.c: life of a session ---- */

struct mbe_session *mbe_session_new(struct mbe_bench *bench);
/* The file closes: unmaps, frees, gives the settings back. */
void mbe_session_end(struct mbe_session *session);
/* The device goes: unmaps and gives the settings back; the buffers stay. */
void mbe_session_leave_device(struct mbe_session *session);

/*
 * A mapping is about to be made: 0, -ENODEV, or -EBUSY when another session has
 * settings. Undone by mbe_session_unclaim(), also when it is unmapped.
 */
int mbe_session_claim(struct mbe_session *session);
void mbe_session_unclaim(struct mbe_session *session);

/* ---- mbe_buffer.c: memory ---- */

/**
 * struct mbe_buffer - memory that can be mapped
 * @kind: enum mbe_buffer_kind
 * @mapped: mappings that use it
 * @bytes: its length
 * @offset_bytes: where it begins in its first page (KMALLOC: as it came)
 * @guard_pages: on either side
 * @charged: bytes on the memory account
 * @object: KMALLOC, VMALLOC: the address of the allocation
 * @page_count: pages in @pages; guard pages included
 * @pages: every page of it, in order; for KMALLOC NULL
 */
struct mbe_buffer {
	u32 kind;
	unsigned int mapped;
	u64 bytes;
	unsigned int offset_bytes;
	unsigned int guard_pages;
	u64 charged;
	void *object;
	unsigned int page_count;
	struct page **pages;
};

/* NULL when there is none. */
struct mbe_buffer *mbe_buffer_find(struct mbe_session *session, u32 handle);

/**
 * mbe_buffer_part - where a range of a buffer lies
 * @buffer: not MBE_BUFFER_VMALLOC
 * @offset: first byte
 * @bytes: at least 1
 * @page: its page
 * @page_offset: its place there, less than PAGE_SIZE
 *
 * Return: 0, or -EINVAL when the range is outside the buffer or not physically
 * contiguous (SCATTERED: two pages that happen to be adjacent do not count).
 */
int mbe_buffer_part(const struct mbe_buffer *buffer, u64 offset, u64 bytes,
		    struct page **page, unsigned int *page_offset);

/* Kernel address of a byte; NULL in highmem. VMALLOC too. */
void *mbe_buffer_address(const struct mbe_buffer *buffer, u64 offset);

void mbe_buffers_free(struct mbe_session *session);
u32 mbe_buffer_kinds(void);

/* ---- mbe_map.c: map and unmap, one row of a table per enum mbe_map_kind ---- */

/**
 * struct mbe_mapping - what MBE_IOCTL_MAP made
 * @ops: the row of its kind
 * @dir: direction
 * @entries: segments handed to the map call
 * @dma_segments: after merging
 * @bytes: sum over the segments
 * @addr: DMA address of SINGLE, PAGE, PHYS, RESOURCE, IOVA
 * @phys: physical address of what is mapped there (RESOURCE: as given)
 * @table: SG, SGTABLE
 * @segments: as user space gave them: what @table must still hold
 */
struct mbe_map_ops;
struct mbe_iova;
struct mbe_mapping {
	const struct mbe_map_ops *ops;
	enum dma_data_direction dir;
	unsigned int entries;
	unsigned int dma_segments;
	u64 bytes;
	dma_addr_t addr;
	phys_addr_t phys;
	struct sg_table table;
	struct mbe_segment *segments;
	struct mbe_iova *iova;
};

struct mbe_mapping *mbe_mapping_find(struct mbe_session *session, u32 handle);
/* DMA segment @index; false when there is none. */
bool mbe_mapping_segment(const struct mbe_mapping *mapping, unsigned int index,
			 dma_addr_t *addr, u64 *bytes);
void mbe_mappings_undo(struct mbe_session *session);
u32 mbe_map_kinds(struct device *dev);

/* ---- mbe_view.c: acting as the device; mbe_edu.c: QEMU's edu device ---- */

u32 mbe_backends(struct mbe_bench *bench);

struct mbe_edu;
/* NULL when the device is not an edu; an errno when it does not work. */
struct mbe_edu *mbe_edu_probe(struct device *dev);
void mbe_edu_remove(struct mbe_edu *edu);
int mbe_edu_transfer(struct mbe_edu *edu, dma_addr_t addr, void *data,
		     size_t bytes, bool write);

/* ---- mbe_settings.c ---- */

/* Under the bench's lock: gives back what the session has set. */
void mbe_settings_give_back(struct mbe_session *session);
u32 mbe_settings(const struct mbe_bench *bench);

/* ---- the ioctls: 0 or a negative errno; @user is the struct's address ---- */

int mbe_ioctl_buffer_alloc(struct mbe_session *session, u64 user);
int mbe_ioctl_buffer_free(struct mbe_session *session, u64 user);
int mbe_ioctl_cpu_access(struct mbe_session *session, u64 user);
int mbe_ioctl_map(struct mbe_session *session, u64 user);
int mbe_ioctl_sync(struct mbe_session *session, u64 user);
int mbe_ioctl_unmap(struct mbe_session *session, u64 user);
int mbe_ioctl_describe(struct mbe_session *session, u64 user);
int mbe_ioctl_device_access(struct mbe_session *session, u64 user);
int mbe_ioctl_settings(struct mbe_session *session, u64 user);

#endif /* _MBE_SESSION_H */
