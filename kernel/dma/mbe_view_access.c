// SPDX-License-Identifier: GPL-2.0-only
/*
 * MBE_IOCTL_DEVICE_ACCESS: the device writes or reads what is mapped.
 */
#include <linux/sched/signal.h>
#include <linux/slab.h>
#include <linux/uaccess.h>

#include "mbe_map.h"
#include "mbe_view.h"

static_assert(sizeof(struct mbe_device_access) == MBE_DEVICE_ACCESS_SIZE_VER1);

#define ACCESS_BYTES_MAX	SZ_64M
/* It takes 200 ms for each 4 KiB, and nobody else can use the session. */
#define EDU_BYTES_MAX		SZ_1M

/**
 * struct transfer - an access in progress
 * @session: whose
 * @backend: who acts
 * @user: where the next byte comes from or goes to
 * @write: the device writes
 * @chunk: MBE_VIEW_BYTES on their way
 */
struct transfer {
	struct mbe_session *session;
	const struct mbe_backend_ops *backend;
	void __user *user;
	bool write;
	void *chunk;
};

/* A step; @raw: the address is the caller's own. */
static int step(struct transfer *t, dma_addr_t addr, size_t bytes, bool raw)
{
	struct mbe_bench *bench = t->session->bench;
	int ret;

	/* The unbinding waits for us, and edu takes its time. */
	ret = READ_ONCE(bench->dead) ? -ENODEV : mbe_breathe();
	if (ret)
		return ret;
	if (t->write && copy_from_user(t->chunk, t->user, bytes))
		return -EFAULT;
	if (raw)
		ret = mbe_raw_transfer(t->session, t->backend, addr, t->chunk,
				       bytes, t->write);
	else
		ret = t->backend->transfer(bench, addr, t->chunk, bytes,
					   t->write);
	if (ret)
		return ret;
	if (!t->write && copy_to_user(t->user, t->chunk, bytes))
		return -EFAULT;
	t->user += bytes;
	return 0;
}

static int transfer_range(struct transfer *t, dma_addr_t addr, u64 bytes,
			  bool raw)
{
	int ret = 0;

	while (bytes && !ret) {
		size_t now = t->backend->bytes_max;

		if (t->backend->by_page)
			now -= addr & (now - 1);
		now = min_t(u64, now, bytes);
		ret = step(t, addr, now, raw);
		addr += now;
		bytes -= now;
	}
	return ret;
}

static int transfer_mapping(struct transfer *t, const struct mbe_mapping *m,
			    u64 offset, u64 bytes)
{
	struct mbe_cursor c;
	int ret = 0;

	mbe_cursor_first(&c, m);
	do {
		u64 skip = offset - c.offset, now;

		if (skip >= c.bytes)
			continue;
		now = min(c.bytes - skip, bytes);
		ret = transfer_range(t, c.addr + skip, now, false);
		offset += now;
		bytes -= now;
	} while (bytes && !ret && mbe_cursor_next(&c));
	/* Segments that are shorter than what was mapped would be a bug. */
	return bytes && !ret ? -ENXIO : ret;
}

/* ---- the ioctl ---- */

static int check_raw(const struct mbe_device_access *a)
{
	const dma_addr_t addr = a->dma_addr;

	if (a->backend != MBE_BACKEND_IOMMU && a->backend != MBE_BACKEND_EDU)
		return -EINVAL;
	if (a->mapping || a->offset || a->bytes > MBE_VIEW_BYTES)
		return -EINVAL;
	if (addr != a->dma_addr || (dma_addr_t)(addr + a->bytes - 1) < addr)
		return -EINVAL;
	return 0;
}

static u64 bytes_max(const struct mbe_device_access *a)
{
	return a->backend == MBE_BACKEND_EDU ? EDU_BYTES_MAX : ACCESS_BYTES_MAX;
}

/* What can be said without the mapping. */
static int check(const struct mbe_device_access *a)
{
	if (a->op != MBE_DEVICE_WRITE && a->op != MBE_DEVICE_READ)
		return -EINVAL;
	if (a->backend < MBE_BACKEND_AUTO || a->backend > MBE_BACKEND_EDU)
		return -EINVAL;
	if (a->flags & ~MBE_MISUSE || !a->bytes || a->bytes > bytes_max(a))
		return -EINVAL;
	if (a->flags & MBE_MISUSE) {
		if (check_raw(a))
			return -EINVAL;
	} else if (a->dma_addr) {
		return -EINVAL;
	}
	if (!mbe_user_address(a->data_ptr) ||
	    !access_ok(u64_to_user_ptr(a->data_ptr), a->bytes))
		return -EFAULT;
	return 0;
}

static int check_mapping(const struct mbe_mapping *m,
			 const struct mbe_device_access *a)
{
	if (!m)
		return -ENOENT;
	if (m->ops->address || a->offset >= m->bytes ||
	    a->bytes > m->bytes - a->offset)
		return -EINVAL;
	return 0;
}

static int act(struct transfer *t, const struct mbe_mapping *m,
	       const struct mbe_device_access *a)
{
	int ret;

	t->chunk = kmalloc(MBE_VIEW_BYTES, GFP_KERNEL);
	if (!t->chunk)
		return -ENOMEM;
	if (m)
		ret = transfer_mapping(t, m, a->offset, a->bytes);
	else
		ret = transfer_range(t, a->dma_addr, a->bytes, true);
	kfree(t->chunk);
	return ret;
}

static int access(struct mbe_session *session, struct mbe_device_access *a)
{
	const struct mbe_mapping *m = NULL;
	struct transfer t = {
		.session = session,
		.backend = mbe_backend_find(session->bench, a->backend),
		.user = u64_to_user_ptr(a->data_ptr),
		.write = a->op == MBE_DEVICE_WRITE,
	};
	int ret = 0;

	if (!(a->flags & MBE_MISUSE)) {
		m = mbe_mapping_find(session, a->mapping);
		ret = check_mapping(m, a);
	}
	if (!ret && !t.backend)
		ret = -EOPNOTSUPP;
	if (!ret)
		ret = act(&t, m, a);
	if (!ret)
		a->used = t.backend->id;
	return ret;
}

int mbe_ioctl_device_access(struct mbe_session *session, u64 user)
{
	struct mbe_device_access a;
	int ret;

	ret = mbe_copy_in(&a, sizeof(a), MBE_DEVICE_ACCESS_SIZE_VER1, user);
	if (!ret)
		ret = check(&a);
	if (!ret)
		ret = mbe_session_begin(session);
	if (ret)
		return ret;
	ret = access(session, &a);
	if (!ret)
		ret = mbe_copy_out(user, &a, sizeof(a));
	mbe_session_done(session);
	return ret;
}
