// SPDX-License-Identifier: GPL-2.0-only
/*
 * MBE_IOCTL_CPU_ACCESS: the CPU's side of a buffer, page by page through the
 * ordinary mapping, so that highmem and a gigabyte take no room.
 */
#include <linux/highmem.h>
#include <linux/mm.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/uaccess.h>

#include "mbe_session.h"

static_assert(sizeof(struct mbe_cpu_access) == MBE_CPU_ACCESS_SIZE_VER1);

/**
 * struct chunk - bytes of a buffer that lie in one page
 * @vaddr: their address
 * @phys: physical
 * @bytes: how many
 * @done: bytes of the access before them
 * @user: user memory for them, where the operation has any
 * @scratch: a page of ours, if the operation wants one
 */
struct chunk {
	void *vaddr;
	phys_addr_t phys;
	size_t bytes;
	u64 done;
	void __user *user;
	void *scratch;
};

static int do_write(struct mbe_cpu_access *access, const struct chunk *chunk)
{
	return copy_from_user(chunk->vaddr, chunk->user, chunk->bytes) ?
	       -EFAULT : 0;
}

static int do_read(struct mbe_cpu_access *access, const struct chunk *chunk)
{
	return copy_to_user(chunk->user, chunk->vaddr, chunk->bytes) ?
	       -EFAULT : 0;
}

static int do_fill(struct mbe_cpu_access *access, const struct chunk *chunk)
{
	memset(chunk->vaddr, access->value, chunk->bytes);
	return 0;
}

static int do_compare(struct mbe_cpu_access *access, const struct chunk *chunk)
{
	const u8 *found = chunk->vaddr, *wanted = chunk->scratch;
	size_t i = 0;

	if (copy_from_user(chunk->scratch, chunk->user, chunk->bytes))
		return -EFAULT;
	while (i < chunk->bytes && found[i] == wanted[i])
		i++;
	if (i == chunk->bytes)
		return 0;
	access->mismatch = 1;
	access->mismatch_value = found[i];
	access->mismatch_offset = access->offset + chunk->done + i;
	return 0;
}

static int do_set_state(struct mbe_cpu_access *access,
			const struct chunk *chunk)
{
	mbe_state_settle(access->value, chunk->vaddr, chunk->phys,
			 chunk->bytes);
	return 0;
}

/* DIRTY is what a write does, and UNTOUCHED is no access. */
static int check_state(u32 state)
{
	if (state != MBE_STATE_CLEAN && state != MBE_STATE_COLD)
		return -EINVAL;
	return mbe_states() & BIT(state) ? 0 : -EOPNOTSUPP;
}

static int check_byte(u32 value)
{
	return value > U8_MAX ? -EINVAL : 0;
}

/**
 * struct cpu_op - what the CPU does, a row of the table
 * @data: takes user memory
 * @scratch: wants a page of ours beside it
 * @check: validates @value; NULL: it must be 0
 * @work: does it to a chunk; NULL: MBE_CPU_CHECK_GUARD, which has no range
 */
struct cpu_op {
	bool data;
	bool scratch;
	int (*check)(u32 value);
	int (*work)(struct mbe_cpu_access *access, const struct chunk *chunk);
};

static const struct cpu_op ops[] = {
	[MBE_CPU_WRITE] = { .data = true, .work = do_write },
	[MBE_CPU_READ] = { .data = true, .work = do_read },
	[MBE_CPU_FILL] = { .check = check_byte, .work = do_fill },
	[MBE_CPU_COMPARE] = { .data = true, .scratch = true,
			      .work = do_compare },
	[MBE_CPU_CHECK_GUARD] = { },
	[MBE_CPU_SET_STATE] = { .check = check_state, .work = do_set_state },
};

static int check(const struct mbe_cpu_access *access)
{
	const struct cpu_op *op;

	if (access->op < MBE_CPU_WRITE || access->op >= ARRAY_SIZE(ops))
		return -EINVAL;
	op = &ops[access->op];
	if (!op->data && access->data_ptr)
		return -EINVAL;
	if (!op->work && (access->offset || access->bytes))
		return -EINVAL;
	if (op->check)
		return op->check(access->value);
	return access->value ? -EINVAL : 0;
}

/* The user memory: an address of this kernel from end to end. */
static int check_data(const struct mbe_cpu_access *access)
{
	u64 last = access->data_ptr + access->bytes - 1;

	if (!ops[access->op].data)
		return 0;
	if (last < access->data_ptr || !mbe_user_address(last))
		return -EFAULT;
	return 0;
}

static int do_chunk(const struct mbe_buffer *buffer,
		    struct mbe_cpu_access *access, struct chunk *chunk)
{
	unsigned int page_offset;
	struct page *page = mbe_buffer_page(buffer, access->offset + chunk->done,
					    &page_offset);
	void *mapped = kmap_local_page(page);
	int ret;

	chunk->vaddr = mapped + page_offset;
	chunk->phys = page_to_phys(page) + page_offset;
	chunk->bytes = min_t(u64, access->bytes - chunk->done,
			     PAGE_SIZE - page_offset);
	chunk->user = u64_to_user_ptr(access->data_ptr + chunk->done);
	ret = ops[access->op].work(access, chunk);
	kunmap_local(mapped);
	chunk->done += chunk->bytes;
	return ret;
}

static int walk(const struct mbe_buffer *buffer, struct mbe_cpu_access *access)
{
	struct chunk chunk = { };
	int ret = 0;

	if (ops[access->op].scratch) {
		chunk.scratch = kmalloc(PAGE_SIZE, GFP_KERNEL);
		if (!chunk.scratch)
			return -ENOMEM;
	}
	while (!ret && !access->mismatch && chunk.done < access->bytes) {
		ret = do_chunk(buffer, access, &chunk);
		if (!ret)
			ret = mbe_breathe();
	}
	kfree(chunk.scratch);
	return ret;
}

static int cpu_access(struct mbe_session *session,
		      struct mbe_cpu_access *access)
{
	const struct mbe_buffer *buffer;
	int ret;

	buffer = mbe_buffer_find(session, access->buffer);
	if (!buffer)
		return -ENOENT;
	access->mismatch = 0;
	access->mismatch_value = 0;
	access->mismatch_offset = 0;
	if (!ops[access->op].work) {
		/* There is nothing around it that is ours to look at. */
		if (!buffer->pages)
			return -EINVAL;
		return mbe_guard_check(buffer, access);
	}
	if (!mbe_buffer_holds(buffer, access->offset, access->bytes))
		return -EINVAL;
	ret = check_data(access);
	return ret ?: walk(buffer, access);
}

int mbe_ioctl_cpu_access(struct mbe_session *session, u64 user)
{
	struct mbe_cpu_access access;
	int ret;

	ret = mbe_copy_in(&access, sizeof(access), MBE_CPU_ACCESS_SIZE_VER1,
			  user);
	if (!ret)
		ret = check(&access);
	if (!ret)
		ret = mbe_session_begin(session);
	if (ret)
		return ret;
	ret = cpu_access(session, &access);
	mbe_session_done(session);
	if (ret)
		return ret;
	return mbe_copy_out(user, &access, sizeof(access));
}
