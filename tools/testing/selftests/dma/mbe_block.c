// SPDX-License-Identifier: GPL-2.0-only
/* Building blocks, the raw layer: memory and the CPU. See mbe_block.h. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ioctl.h>

#include "mbe_block.h"

int __mbe_ioctl(struct mbe_session *s, unsigned long command, void *arg)
{
	return ioctl(s->fd, command, arg) ? -errno : 0;
}

int __mbe_alloc_kind(struct mbe_session *s, __u32 buffer_kind, __u64 bytes,
		     __u32 offset, __u32 guard_pages, struct mbe_memory *m)
{
	struct mbe_buffer_alloc alloc = {
		.size = sizeof(alloc),
		.kind = buffer_kind,
		.bytes = bytes,
		.offset_bytes = offset,
		.guard_pages = guard_pages,
		.node = -1,
	};
	int err = __mbe_ioctl(s, MBE_IOCTL_BUFFER_ALLOC, &alloc);

	if (err)
		return err;
	*m = (struct mbe_memory) {
		.buffer = alloc.buffer,
		.kind = buffer_kind,
		.offset = alloc.phys & (s->query.page_bytes - 1),
		.bytes = bytes,
		.phys = alloc.phys,
	};
	return 0;
}

int __mbe_alloc(struct mbe_session *s, __u32 map_kind, __u64 bytes, __u32 offset,
		struct mbe_memory *m)
{
	if (map_kind == MBE_MAP_SG || map_kind == MBE_MAP_SGTABLE ||
	    map_kind == MBE_MAP_IOVA)
		return __mbe_alloc_kind(s, MBE_BUFFER_SCATTERED, bytes, offset, 0, m);
	return __mbe_alloc_kind(s, MBE_BUFFER_PAGES, bytes, offset, 1, m);
}

int __mbe_free(struct mbe_session *s, struct mbe_memory *m)
{
	struct mbe_buffer_free free = { .size = sizeof(free), .buffer = m->buffer };

	return __mbe_ioctl(s, MBE_IOCTL_BUFFER_FREE, &free);
}

static int cpu_access(struct mbe_session *s, const struct mbe_memory *m, __u32 op,
		      __u32 value, __u64 offset, const void *data, __u64 bytes)
{
	struct mbe_cpu_access access = {
		.size = sizeof(access),
		.op = op,
		.buffer = m->buffer,
		.value = value,
		.offset = offset,
		.bytes = bytes,
		.data_ptr = (uintptr_t)data,
	};

	return __mbe_ioctl(s, MBE_IOCTL_CPU_ACCESS, &access);
}

int __mbe_cpu_write(struct mbe_session *s, const struct mbe_memory *m,
		    __u64 offset, const void *data, __u64 bytes)
{
	return cpu_access(s, m, MBE_CPU_WRITE, 0, offset, data, bytes);
}

int __mbe_cpu_read(struct mbe_session *s, const struct mbe_memory *m,
		   __u64 offset, void *data, __u64 bytes)
{
	return cpu_access(s, m, MBE_CPU_READ, 0, offset, data, bytes);
}

int __mbe_cpu_state(struct mbe_session *s, const struct mbe_memory *m, __u32 state)
{
	return cpu_access(s, m, MBE_CPU_SET_STATE, state, 0, NULL, m->bytes);
}

int __mbe_cpu_inks(struct mbe_session *s, const struct mbe_memory *m,
		   __u64 offset, __u64 bytes, enum mbe_ink ink)
{
	void *data = malloc(bytes);
	int err;

	if (!data)
		return -ENOMEM;
	mbe_ink(data, m->buffer, offset, bytes, ink);
	err = __mbe_cpu_write(s, m, offset, data, bytes);
	free(data);
	return err;
}

static const char *errno_text(const char *call, int err)
{
	static char text[80];

	snprintf(text, sizeof(text), "%s: %s", call, strerrorname_np(-err));
	return text;
}

const char *mbe_cpu_wrong(struct mbe_session *s, const struct mbe_memory *m,
			  __u64 offset, __u64 bytes, enum mbe_ink ink)
{
	const char *wrong;
	void *data;
	int err;

	if (!bytes)
		return NULL;
	data = malloc(bytes);
	if (!data)
		return "no memory";
	err = __mbe_cpu_read(s, m, offset, data, bytes);
	wrong = err ? errno_text("CPU read", err) :
		mbe_ink_wrong(data, m->buffer, offset, bytes, ink);
	free(data);
	return wrong;
}

const char *mbe_guard_wrong(struct mbe_session *s, const struct mbe_memory *m)
{
	static char wrong[100];
	struct mbe_cpu_access access = {
		.size = sizeof(access),
		.op = MBE_CPU_CHECK_GUARD,
		.buffer = m->buffer,
	};
	int err = __mbe_ioctl(s, MBE_IOCTL_CPU_ACCESS, &access);

	if (err)
		return errno_text("guard check", err);
	if (!access.mismatch)
		return NULL;
	snprintf(wrong, sizeof(wrong), "outside the buffer, byte %lld was overwritten with 0x%02x",
		 (long long)access.mismatch_offset, access.mismatch_value);
	return wrong;
}

int __mbe_settings(struct mbe_session *s, const struct mbe_settings *settings)
{
	struct mbe_settings copy = *settings;
	int err;

	copy.size = sizeof(copy);
	err = __mbe_ioctl(s, MBE_IOCTL_SETTINGS, &copy);
	/* Limits that the tests ask for change with it. */
	return err ?: __mbe_query(s->fd, &s->query);
}
