// SPDX-License-Identifier: GPL-2.0-only
/*
 * Buffers of a session: MBE_IOCTL_BUFFER_ALLOC and _FREE, and where the bytes
 * of one lie.
 */
#include <linux/highmem.h>
#include <linux/mm.h>
#include <linux/slab.h>
#include <linux/uaccess.h>

#include "mbe_session.h"

static_assert(sizeof(struct mbe_buffer_alloc) == MBE_BUFFER_ALLOC_SIZE_VER1);
static_assert(sizeof(struct mbe_buffer_free) == MBE_BUFFER_FREE_SIZE_VER1);

/* ---- where a byte lies ---- */

struct mbe_buffer *mbe_buffer_find(struct mbe_session *session, u32 handle)
{
	return xa_load(&session->buffers, handle);
}

bool mbe_buffer_holds(const struct mbe_buffer *buffer, u64 offset, u64 bytes)
{
	return bytes && offset < buffer->bytes &&
	       bytes <= buffer->bytes - offset;
}

struct page *mbe_buffer_page(const struct mbe_buffer *buffer, u64 offset,
			     unsigned int *page_offset)
{
	u64 at = mbe_buffer_lead(buffer) + offset;

	*page_offset = offset_in_page(at);
	if (buffer->pages)
		return buffer->pages[at >> PAGE_SHIFT];
	return virt_to_page(buffer->object + offset);
}

int mbe_buffer_part(const struct mbe_buffer *buffer, u64 offset, u64 bytes,
		    struct page **page, unsigned int *page_offset)
{
	if (!mbe_buffer_holds(buffer, offset, bytes))
		return -EINVAL;
	*page = mbe_buffer_page(buffer, offset, page_offset);
	if (!buffer->kind->contiguous && bytes > PAGE_SIZE - *page_offset)
		return -EINVAL;
	return 0;
}

void *mbe_buffer_address(const struct mbe_buffer *buffer, u64 offset)
{
	unsigned int page_offset;
	struct page *page;

	if (buffer->kind->id == MBE_BUFFER_VMALLOC)
		return buffer->object + buffer->offset_bytes + offset;
	page = mbe_buffer_page(buffer, offset, &page_offset);
	return PageHighMem(page) ? NULL : page_address(page) + page_offset;
}

/* ---- allocate and free ---- */

static int check_alloc(const struct mbe_buffer_alloc *a)
{
	const struct mbe_buffer_ops *kind = mbe_buffer_kind(a->kind);
	u64 around;

	if (!kind || !mbe_node_valid(a->node))
		return -EINVAL;
	if (a->offset_bytes && (!kind->offset || a->offset_bytes >= PAGE_SIZE))
		return -EINVAL;
	if (a->guard_pages && (!kind->guards ||
			       a->guard_pages > MBE_GUARD_PAGES_MAX))
		return -EINVAL;
	around = a->offset_bytes + 2 * ((u64)a->guard_pages << PAGE_SHIFT);
	/* On a machine with small blocks the guards alone can be too much. */
	if (!a->bytes || around >= kind->bytes_max() ||
	    a->bytes > kind->bytes_max() - around)
		return -EINVAL;
	return kind->present && !kind->present() ? -EOPNOTSUPP : 0;
}

static u64 own_bytes(const struct mbe_buffer *buffer)
{
	return sizeof(*buffer) +
	       (u64)buffer->page_count * sizeof(*buffer->pages);
}

/*
 * Write the zeroes and the pattern back. Otherwise a mapping for a device that
 * is not coherent may throw them away in the cache, and show what the memory
 * held before (32-bit ARM does so, FROM_DEVICE).
 */
static int settle(const struct mbe_buffer *buffer)
{
	unsigned int i;
	int ret = 0;

	if (!(mbe_states() & BIT(MBE_STATE_CLEAN)))
		return 0;
	if (!buffer->pages)
		mbe_state_settle(MBE_STATE_CLEAN, buffer->object,
				 virt_to_phys(buffer->object), buffer->bytes);
	for (i = 0; !ret && i < buffer->page_count; i++) {
		struct page *page = buffer->pages[i];
		void *vaddr = kmap_local_page(page);

		mbe_state_settle(MBE_STATE_CLEAN, vaddr, page_to_phys(page),
				 PAGE_SIZE);
		kunmap_local(vaddr);
		ret = mbe_breathe();
	}
	return ret;
}

/* Of @pages and what is in them; the account is settled by the caller. */
static int fill(struct mbe_buffer *buffer, int node)
{
	int ret;

	if (buffer->page_count) {
		buffer->pages = kvcalloc(buffer->page_count,
					 sizeof(*buffer->pages), MBE_GFP);
		if (!buffer->pages)
			return -ENOMEM;
	}
	ret = buffer->kind->alloc(buffer, node);
	if (!ret) {
		ret = mbe_guard_lay(buffer);
		if (!ret)
			ret = settle(buffer);
		if (ret)
			buffer->kind->free(buffer);
	}
	if (ret)
		kvfree(buffer->pages);
	return ret;
}

static struct mbe_buffer *buffer_new(const struct mbe_buffer_alloc *a)
{
	struct mbe_buffer *buffer = kzalloc(sizeof(*buffer), GFP_KERNEL);
	int ret;

	if (!buffer)
		return ERR_PTR(-ENOMEM);
	buffer->kind = mbe_buffer_kind(a->kind);
	buffer->bytes = a->bytes;
	buffer->offset_bytes = a->offset_bytes;
	buffer->guard_pages = a->guard_pages;
	buffer->charged = buffer->kind->footprint(buffer);
	buffer->charged += own_bytes(buffer);
	ret = mbe_memory_charge(mbe_memory_cap(), buffer->charged);
	if (ret)
		goto out_free;
	ret = fill(buffer, a->node);
	if (!ret)
		return buffer;
	mbe_memory_uncharge(buffer->charged);
out_free:
	kfree(buffer);
	return ERR_PTR(ret);
}

static void buffer_free(struct mbe_buffer *buffer)
{
	buffer->kind->free(buffer);
	kvfree(buffer->pages);
	mbe_memory_uncharge(buffer->charged);
	kfree(buffer);
}

/* Return: a handle is in *@handle, or a negative errno. */
static int add(struct mbe_session *session, struct mbe_buffer *buffer,
	       u32 *handle)
{
	/* 1 would say that the numbers began anew. */
	int ret = xa_alloc_cyclic(&session->buffers, handle, buffer,
				  XA_LIMIT(1, INT_MAX), &session->next_buffer,
				  GFP_KERNEL);

	if (ret < 0)
		return ret;
	session->buffer_count++;
	return 0;
}

static void drop(struct mbe_session *session, u32 handle)
{
	struct mbe_buffer *buffer = xa_erase(&session->buffers, handle);

	session->buffer_count--;
	buffer_free(buffer);
}

static int alloc(struct mbe_session *session, struct mbe_buffer_alloc *a)
{
	struct mbe_buffer *buffer;
	unsigned int page_offset;
	struct page *page;
	int ret;

	if (session->buffer_count >= MBE_BUFFERS_MAX)
		return -ENOBUFS;
	buffer = buffer_new(a);
	if (IS_ERR(buffer))
		return PTR_ERR(buffer);
	ret = add(session, buffer, &a->buffer);
	if (ret) {
		buffer_free(buffer);
		return ret;
	}
	page = mbe_buffer_page(buffer, 0, &page_offset);
	a->phys = page_to_phys(page) + page_offset;
	return 0;
}

int mbe_ioctl_buffer_alloc(struct mbe_session *session, u64 user)
{
	struct mbe_buffer_alloc a;
	int ret;

	ret = mbe_copy_in(&a, sizeof(a), MBE_BUFFER_ALLOC_SIZE_VER1, user);
	if (!ret)
		ret = check_alloc(&a);
	if (!ret)
		ret = mbe_session_begin(session);
	if (ret)
		return ret;
	ret = alloc(session, &a);
	if (!ret) {
		ret = mbe_copy_out(user, &a, sizeof(a));
		if (ret)
			drop(session, a.buffer);
	}
	mbe_session_done(session);
	return ret;
}

int mbe_ioctl_buffer_free(struct mbe_session *session, u64 user)
{
	struct mbe_buffer_free f;
	struct mbe_buffer *buffer;
	int ret;

	ret = mbe_copy_in(&f, sizeof(f), MBE_BUFFER_FREE_SIZE_VER1, user);
	if (!ret)
		ret = mbe_session_begin(session);
	if (ret)
		return ret;
	buffer = mbe_buffer_find(session, f.buffer);
	if (!buffer)
		ret = -ENOENT;
	else if (buffer->mapped)
		ret = -EBUSY;
	else
		drop(session, f.buffer);
	mbe_session_done(session);
	return ret;
}

/* The session ends; nothing of them is mapped any more. */
void mbe_buffers_free(struct mbe_session *session)
{
	struct mbe_buffer *buffer;
	unsigned long handle;

	xa_for_each(&session->buffers, handle, buffer)
		drop(session, handle);
}
