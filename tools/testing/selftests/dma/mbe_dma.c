// SPDX-License-Identifier: GPL-2.0-only
/* Building blocks, the raw layer: mappings and the device. See mbe_block.h. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "mbe_block.h"

static bool is_list(__u32 kind)
{
	return kind == MBE_MAP_SG || kind == MBE_MAP_SGTABLE || kind == MBE_MAP_IOVA;
}

void mbe_dma_forget(struct mbe_dma *d)
{
	free(d->segment);
	d->segment = NULL;
}

static int map(struct mbe_session *s, struct mbe_map *request, struct mbe_dma *d)
{
	int err;

	request->size = sizeof(*request);
	err = __mbe_ioctl(s, MBE_IOCTL_MAP, request);
	if (err)
		return err;
	d->mapping = request->mapping;
	d->api_error = request->api_error;
	d->dma_segments = request->dma_segments;
	d->entries_changed = request->entries_changed;
	return 0;
}

int __mbe_map_segments(struct mbe_session *s, __u32 kind,
		       const struct mbe_segment *segment, __u32 count,
		       __u32 dir, __u32 attrs, struct mbe_dma *d)
{
	struct mbe_map request = {
		.kind = kind,
		.dir = dir,
		.attrs = attrs,
		.segment_count = count,
		.segments_ptr = (uintptr_t)segment,
	};
	__u32 i;
	int err;

	*d = (struct mbe_dma) { .kind = kind, .dir = dir, .count = count };
	d->segment = calloc(count, sizeof(*segment));
	if (!d->segment)
		return -ENOMEM;
	memcpy(d->segment, segment, count * sizeof(*segment));
	for (i = 0; i < count; i++)
		d->bytes += segment[i].bytes;
	err = map(s, &request, d);
	if (err || !d->mapping)
		mbe_dma_forget(d);
	return err;
}

/* One entry for each page that the memory touches. */
static __u32 split(const struct mbe_memory *m, __u32 page_bytes,
		   struct mbe_segment *segment)
{
	__u64 done = 0, room = page_bytes - m->offset;
	__u32 count = 0;

	while (done < m->bytes) {
		__u64 bytes = m->bytes - done < room ? m->bytes - done : room;

		segment[count++] = (struct mbe_segment) {
			.buffer = m->buffer, .offset = done, .bytes = bytes,
		};
		done += bytes;
		room = page_bytes;
	}
	return count;
}

int __mbe_map(struct mbe_session *s, __u32 kind, const struct mbe_memory *m,
	      __u32 dir, __u32 attrs, struct mbe_dma *d)
{
	struct mbe_segment one = { .buffer = m->buffer, .bytes = m->bytes };
	struct mbe_segment *many;
	__u32 page_bytes = s->query.page_bytes;
	int err;

	if (!is_list(kind))
		return __mbe_map_segments(s, kind, &one, 1, dir, attrs, d);
	many = calloc(m->bytes / page_bytes + 2, sizeof(*many));
	if (!many)
		return -ENOMEM;
	err = __mbe_map_segments(s, kind, many, split(m, page_bytes, many),
				 dir, attrs, d);
	free(many);
	return err;
}

int __mbe_map_resource(struct mbe_session *s, __u64 phys, __u64 bytes, __u32 dir,
		       struct mbe_dma *d)
{
	struct mbe_map request = {
		.kind = MBE_MAP_RESOURCE,
		.dir = dir,
		.phys = phys,
		.bytes = bytes,
	};

	*d = (struct mbe_dma) { .kind = MBE_MAP_RESOURCE, .dir = dir, .bytes = bytes };
	return map(s, &request, d);
}

int __mbe_sync(struct mbe_session *s, const struct mbe_dma *d, __u32 target,
	       __u64 offset, __u64 bytes)
{
	struct mbe_sync sync = {
		.size = sizeof(sync),
		.mapping = d->mapping,
		.target = target,
		.offset = offset,
		.bytes = bytes,
	};

	return __mbe_ioctl(s, MBE_IOCTL_SYNC, &sync);
}

int __mbe_unmap(struct mbe_session *s, struct mbe_dma *d, __u32 attrs)
{
	struct mbe_unmap unmap = {
		.size = sizeof(unmap),
		.mapping = d->mapping,
		.attrs = attrs,
	};
	int err = __mbe_ioctl(s, MBE_IOCTL_UNMAP, &unmap);

	if (err)
		return err;
	d->entries_changed = unmap.entries_changed;
	d->mapping = 0;
	mbe_dma_forget(d);
	return 0;
}

int __mbe_describe(struct mbe_session *s, const struct mbe_dma *d, __u32 segment,
		   struct mbe_describe *what)
{
	*what = (struct mbe_describe) {
		.size = sizeof(*what),
		.mapping = d->mapping,
		.segment = segment,
	};
	return __mbe_ioctl(s, MBE_IOCTL_DESCRIBE, what);
}

bool mbe_bounced(struct mbe_session *s, const struct mbe_dma *d)
{
	struct mbe_describe what;
	__u32 i;

	for (i = 0; i < d->dma_segments; i++) {
		if (!__mbe_describe(s, d, i, &what) &&
		    what.flags & MBE_MAPPING_BOUNCED)
			return true;
	}
	return false;
}

static int device_access(struct mbe_session *s, struct mbe_device_access *access)
{
	access->size = sizeof(*access);
	return __mbe_ioctl(s, MBE_IOCTL_DEVICE_ACCESS, access);
}

int __mbe_device(struct mbe_session *s, __u32 op, __u32 backend,
		 const struct mbe_dma *d, __u64 offset, void *data, __u64 bytes)
{
	return device_access(s, &(struct mbe_device_access) {
		.op = op,
		.mapping = d->mapping,
		.backend = backend,
		.offset = offset,
		.bytes = bytes,
		.data_ptr = (uintptr_t)data,
	});
}

int __mbe_device_at(struct mbe_session *s, __u32 op, __u32 backend, __u64 dma_addr,
		    void *data, __u64 bytes)
{
	return device_access(s, &(struct mbe_device_access) {
		.op = op,
		.backend = backend,
		.flags = MBE_MISUSE,
		.bytes = bytes,
		.data_ptr = (uintptr_t)data,
		.dma_addr = dma_addr,
	});
}

/* What of [offset, offset + bytes) lies in segment @i, whose first byte is at @base. */
static bool overlap(const struct mbe_dma *d, __u32 i, __u64 base, __u64 offset,
		    __u64 bytes, __u64 *from, __u64 *to)
{
	__u64 end = base + d->segment[i].bytes;

	*from = offset > base ? offset : base;
	*to = offset + bytes < end ? offset + bytes : end;
	return *from < *to;
}

int __mbe_device_inks(struct mbe_session *s, __u32 backend, const struct mbe_dma *d,
		      __u64 offset, __u64 bytes, enum mbe_ink ink)
{
	__u64 base = 0, from, to;
	unsigned char *data = malloc(bytes);
	__u32 i;
	int err;

	if (!data)
		return -ENOMEM;
	for (i = 0; i < d->count; base += d->segment[i++].bytes) {
		const struct mbe_segment *part = &d->segment[i];

		if (overlap(d, i, base, offset, bytes, &from, &to))
			mbe_ink(data + from - offset, part->buffer,
				part->offset + from - base, to - from, ink);
	}
	err = __mbe_device(s, MBE_DEVICE_WRITE, backend, d, offset, data, bytes);
	free(data);
	return err;
}

const char *mbe_device_wrong(struct mbe_session *s, __u32 backend,
			     const struct mbe_dma *d, __u64 offset, __u64 bytes,
			     enum mbe_ink ink)
{
	static char text[80];
	unsigned char *data;
	const char *wrong = NULL;
	__u64 base = 0, from, to;
	__u32 i;
	int err;

	if (!bytes)
		return NULL;
	data = malloc(bytes);
	if (!data)
		return "no memory";
	err = __mbe_device(s, MBE_DEVICE_READ, backend, d, offset, data, bytes);
	if (err) {
		snprintf(text, sizeof(text), "device read: %s", strerrorname_np(-err));
		wrong = text;
	}
	for (i = 0; i < d->count && !wrong; base += d->segment[i++].bytes) {
		const struct mbe_segment *part = &d->segment[i];

		if (overlap(d, i, base, offset, bytes, &from, &to))
			wrong = mbe_ink_wrong(data + from - offset, part->buffer,
					      part->offset + from - base,
					      to - from, ink);
	}
	free(data);
	return wrong;
}
