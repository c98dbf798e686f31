/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Building blocks: what a session (an open file) holds, and the functions that
 * the files of the building blocks offer each other.
 *
 * A *session* owns *buffers* and *mappings*, both named by handles. A mapping
 * is made of *segments* of buffers. A *backend* acts as the device on it.
 *
 * Locks, outermost first: mbe_bench.life keeps the closing of a file and the
 * unbinding of the device apart; a session's own lock is held through each
 * building block; mbe_bench.lock guards what sessions share.
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
 * @lock: one building block at a time; guards all below but @mapped
 * @buffers: struct mbe_buffer by handle (1 and up)
 * @buffer_count: how many
 * @next_buffer: for xa_alloc_cyclic(): a handle is not soon given again, so
 *	that a stale one is noticed
 * @mappings: struct mbe_mapping by handle (1 and up)
 * @next_mapping: the same for them
 * @mapped: claims of mappings, under the bench's lock
 */
struct mbe_session {
	struct mbe_bench *bench;
	struct list_head link;
	struct mutex lock; /* one building block at a time */
	struct xarray buffers;
	unsigned int buffer_count;
	u32 next_buffer;
	struct xarray mappings;
	u32 next_mapping;
	unsigned int mapped;
};

/* ---- mbe_session.c: life of a session ---- */

struct mbe_session *mbe_session_new(struct mbe_bench *bench);
/* The file closes: unmaps, frees, gives the settings back. */
void mbe_session_end(struct mbe_session *session);
/* The device goes: unmaps and gives the settings back; the buffers stay. */
void mbe_session_leave_device(struct mbe_session *session);

/* Around each building block: takes the session's lock, or -ENODEV, -EINTR. */
int mbe_session_begin(struct mbe_session *session);
void mbe_session_done(struct mbe_session *session);

/*
 * A mapping is about to be made: 0; -ENODEV; -EBUSY when another session has
 * settings or a run with another DMA mask is in progress; -ENOBUFS beyond
 * MBE_MAPPINGS_MAX. Undone by mbe_session_unclaim(), also when it is unmapped.
 */
int mbe_session_claim(struct mbe_session *session);
void mbe_session_unclaim(struct mbe_session *session);

/* ---- mbe_buffer.c: memory; mbe_buffer_kinds.c: what it is made of ---- */

/**
 * struct mbe_buffer - memory that can be mapped
 * @kind: row of its kind
 * @mapped: mappings that use it
 * @bytes: its length
 * @offset_bytes: where it begins in its first page (KMALLOC: as it came)
 * @guard_pages: before it; behind it are as many or more
 * @charged: bytes on the memory account
 * @object: KMALLOC: the address of the allocation; VMALLOC: of the first page
 * @page_count: pages in @pages
 * @pages: every page of it, in order, guards included; for KMALLOC NULL
 */
struct mbe_buffer {
	const struct mbe_buffer_ops *kind;
	unsigned int mapped;
	u64 bytes;
	unsigned int offset_bytes;
	unsigned int guard_pages;
	u64 charged;
	void *object;
	unsigned int page_count;
	struct page **pages;
};

/**
 * struct mbe_buffer_ops - a kind of buffer, a row of the table
 * @id: enum mbe_buffer_kind
 * @offset: takes @offset_bytes
 * @guards: takes @guard_pages
 * @contiguous: a range may cross pages
 * @present: does this machine have it? NULL: always
 * @bytes_max: largest buffer with its offset and guards
 * @footprint: sets @page_count; the bytes of memory it will take
 * @alloc: fills @pages or @object; a failure leaves nothing behind
 * @free: undoes @alloc
 */
struct mbe_buffer_ops {
	u32 id;
	bool offset;
	bool guards;
	bool contiguous;
	bool (*present)(void);
	u64 (*bytes_max)(void);
	u64 (*footprint)(struct mbe_buffer *buffer);
	int (*alloc)(struct mbe_buffer *buffer, int node);
	void (*free)(struct mbe_buffer *buffer);
};

const struct mbe_buffer_ops *mbe_buffer_kind(u32 id);
u32 mbe_buffer_kinds(void);

/* Bytes of its pages before the first byte of the buffer. */
static inline u64 mbe_buffer_lead(const struct mbe_buffer *buffer)
{
	return ((u64)buffer->guard_pages << PAGE_SHIFT) + buffer->offset_bytes;
}

/* NULL when there is none. */
struct mbe_buffer *mbe_buffer_find(struct mbe_session *session, u32 handle);

/* Is the range inside the buffer, and not empty? */
bool mbe_buffer_holds(const struct mbe_buffer *buffer, u64 offset, u64 bytes);

/* The page of a byte, and the byte's place in it. */
struct page *mbe_buffer_page(const struct mbe_buffer *buffer, u64 offset,
			     unsigned int *page_offset);

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

/* ---- mbe_guard.c: what lies around a buffer ---- */

/* Zeroes the buffer, lays the pattern around it: 0 or -EINTR. */
int mbe_guard_lay(struct mbe_buffer *buffer);
/* 0 or -EINTR; @access tells of the first difference. */
int mbe_guard_check(const struct mbe_buffer *buffer,
		    struct mbe_cpu_access *access);
/* A step of a long loop over memory: -EINTR when the caller is being killed. */
int mbe_breathe(void);

/* ---- mbe_map.c: mappings; mbe_map.h has the rest ---- */

struct mbe_mapping;

/* NULL when there is none. */
struct mbe_mapping *mbe_mapping_find(struct mbe_session *session, u32 handle);
/* Under the session's lock, the device bound: unmaps all there is. */
void mbe_mappings_undo(struct mbe_session *session);
/* Mask of 1 << enum mbe_map_kind that work on the device. */
u32 mbe_map_kinds(struct device *dev);

/* ---- mbe_view.c: acting as the device; mbe_edu.c: QEMU's edu device ---- */

/* Mask of 1 << enum mbe_backend. */
u32 mbe_backends(const struct mbe_bench *bench);

/*
 * NULL when the device is not an edu behind an IOMMU that translates; an errno
 * when it is one and does not work.
 */
struct mbe_edu *mbe_edu_probe(struct device *dev);
/* NULL is fine. No transfer may be in progress. */
void mbe_edu_remove(struct mbe_edu *edu);

/* ---- mbe_settings.c ---- */

/* Gives back what the session has set, if it has. */
void mbe_settings_give_back(struct mbe_session *session);
/* MBE_SETTING_* that the device takes. */
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
