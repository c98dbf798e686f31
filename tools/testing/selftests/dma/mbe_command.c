// SPDX-License-Identifier: GPL-2.0-only
/* Valid requests for every command; mbe_command.h says what for. */
#include <errno.h>
#include <sys/ioctl.h>

#include "mbe_command.h"

#define BUFFER_BYTES	4096

/* What the requests point to; a test program runs one session at a time. */
static struct mbe_segment segment;
static unsigned char data[BUFFER_BYTES];

static int call(const struct mbe_session *s, unsigned long cmd, void *at)
{
	return ioctl(s->fd, cmd, at) ? -errno : 0;
}

static struct mbe_buffer_alloc buffer_request(void)
{
	return (struct mbe_buffer_alloc) {
		.size = sizeof(struct mbe_buffer_alloc),
		.kind = MBE_BUFFER_PAGES,
		.bytes = BUFFER_BYTES,
		.guard_pages = 1,
		.node = -1,
	};
}

static int buffer_made(struct mbe_session *s, __u32 *handle)
{
	struct mbe_buffer_alloc alloc = buffer_request();
	int err = call(s, MBE_IOCTL_BUFFER_ALLOC, &alloc);

	*handle = alloc.buffer;
	return err;
}

static int map_request(struct mbe_session *s, struct mbe_map *map)
{
	segment = (struct mbe_segment) { .bytes = BUFFER_BYTES };
	*map = (struct mbe_map) {
		.size = sizeof(*map),
		.kind = MBE_MAP_SINGLE,
		.dir = MBE_DIR_BIDIRECTIONAL,
		.segment_count = 1,
		.segments_ptr = (uintptr_t)&segment,
	};
	return buffer_made(s, &segment.buffer);
}

static int mapping_made(struct mbe_session *s, __u32 *handle)
{
	struct mbe_map map;
	int err = map_request(s, &map);

	if (!err)
		err = call(s, MBE_IOCTL_MAP, &map);
	if (!err)
		err = map.api_error;
	*handle = map.mapping;
	return err;
}

static int valid_query(struct mbe_session *s, void *at)
{
	struct mbe_query *query = at;

	(void)s;
	*query = (struct mbe_query) { .size = sizeof(*query) };
	return 0;
}

static int valid_run(struct mbe_session *s, void *at)
{
	struct mbe_run *run = at;

	*run = s->run;
	run->iterations = 1;
	return 0;
}

static int valid_buffer_alloc(struct mbe_session *s, void *at)
{
	struct mbe_buffer_alloc *alloc = at;

	(void)s;
	*alloc = buffer_request();
	return 0;
}

static int valid_buffer_free(struct mbe_session *s, void *at)
{
	struct mbe_buffer_free *request = at;

	*request = (struct mbe_buffer_free) { .size = sizeof(*request) };
	return buffer_made(s, &request->buffer);
}

static int valid_cpu_access(struct mbe_session *s, void *at)
{
	struct mbe_cpu_access *access = at;

	*access = (struct mbe_cpu_access) {
		.size = sizeof(*access),
		.op = MBE_CPU_COMPARE,
		.bytes = BUFFER_BYTES,
		.data_ptr = (uintptr_t)data,
	};
	return buffer_made(s, &access->buffer);
}

static int valid_map(struct mbe_session *s, void *at)
{
	return map_request(s, at);
}

static int valid_sync(struct mbe_session *s, void *at)
{
	struct mbe_sync *sync = at;

	*sync = (struct mbe_sync) {
		.size = sizeof(*sync),
		.target = MBE_SYNC_FOR_CPU,
	};
	return mapping_made(s, &sync->mapping);
}

static int valid_unmap(struct mbe_session *s, void *at)
{
	struct mbe_unmap *unmap = at;

	*unmap = (struct mbe_unmap) { .size = sizeof(*unmap) };
	return mapping_made(s, &unmap->mapping);
}

static int valid_describe(struct mbe_session *s, void *at)
{
	struct mbe_describe *describe = at;

	*describe = (struct mbe_describe) { .size = sizeof(*describe) };
	return mapping_made(s, &describe->mapping);
}

static int valid_device_access(struct mbe_session *s, void *at)
{
	struct mbe_device_access *access = at;

	*access = (struct mbe_device_access) {
		.size = sizeof(*access),
		.op = MBE_DEVICE_READ,
		.backend = MBE_BACKEND_AUTO,
		.bytes = BUFFER_BYTES,
		.data_ptr = (uintptr_t)data,
	};
	return mapping_made(s, &access->mapping);
}

static int valid_settings(struct mbe_session *s, void *at)
{
	struct mbe_settings *settings = at;

	*settings = (struct mbe_settings) {
		.size = sizeof(*settings),
		.which = MBE_SETTING_MAX_SEG_BYTES,
		.max_seg_bytes = 1u << 20,
	};
	(void)s;
	return 0;
}

const struct mbe_command mbe_commands[MBE_COMMANDS] = {
	[MBE_COMMAND_QUERY] = {
		MBE_IOCTL_QUERY, sizeof(struct mbe_query),
		MBE_QUERY_SIZE_VER1, true, valid_query },
	[MBE_COMMAND_RUN] = {
		MBE_IOCTL_RUN, sizeof(struct mbe_run),
		MBE_RUN_SIZE_VER1, false, valid_run },
	[MBE_COMMAND_BUFFER_ALLOC] = {
		MBE_IOCTL_BUFFER_ALLOC, sizeof(struct mbe_buffer_alloc),
		MBE_BUFFER_ALLOC_SIZE_VER1, true, valid_buffer_alloc },
	[MBE_COMMAND_BUFFER_FREE] = {
		MBE_IOCTL_BUFFER_FREE, sizeof(struct mbe_buffer_free),
		MBE_BUFFER_FREE_SIZE_VER1, false, valid_buffer_free },
	[MBE_COMMAND_CPU_ACCESS] = {
		MBE_IOCTL_CPU_ACCESS, sizeof(struct mbe_cpu_access),
		MBE_CPU_ACCESS_SIZE_VER1, true, valid_cpu_access },
	[MBE_COMMAND_MAP] = {
		MBE_IOCTL_MAP, sizeof(struct mbe_map),
		MBE_MAP_SIZE_VER1, true, valid_map },
	[MBE_COMMAND_SYNC] = {
		MBE_IOCTL_SYNC, sizeof(struct mbe_sync),
		MBE_SYNC_SIZE_VER1, false, valid_sync },
	[MBE_COMMAND_UNMAP] = {
		MBE_IOCTL_UNMAP, sizeof(struct mbe_unmap),
		MBE_UNMAP_SIZE_VER1, true, valid_unmap },
	[MBE_COMMAND_DESCRIBE] = {
		MBE_IOCTL_DESCRIBE, sizeof(struct mbe_describe),
		MBE_DESCRIBE_SIZE_VER1, true, valid_describe },
	[MBE_COMMAND_DEVICE_ACCESS] = {
		MBE_IOCTL_DEVICE_ACCESS, sizeof(struct mbe_device_access),
		MBE_DEVICE_ACCESS_SIZE_VER1, true, valid_device_access },
	[MBE_COMMAND_SETTINGS] = {
		MBE_IOCTL_SETTINGS, sizeof(struct mbe_settings),
		MBE_SETTINGS_SIZE_VER1, false, valid_settings },
};

int mbe_submit(const struct mbe_session *s, const struct mbe_command *command,
	       void *at)
{
	return -call(s, command->cmd, at);
}
