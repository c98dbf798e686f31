// SPDX-License-Identifier: GPL-2.0-only
/* Sessions and valid requests for the guest tests; mbe_session.h says how to use them. */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/magic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/vfs.h>
#include <time.h>
#include <unistd.h>

#include "mbe_session.h"

#define TEST_BYTES	4096
#define TEST_ITERATIONS	100

const char *mbe_missing(void)
{
	struct statfs debugfs;

	if (geteuid())
		return "not root: run as root";
	if (statfs("/sys/kernel/debug", &debugfs) || debugfs.f_type != DEBUGFS_MAGIC)
		return "no debugfs: mount -t debugfs none /sys/kernel/debug";
	if (access("/sys/module/" MBE_MODULE, F_OK))
		return "module not loaded: insmod " MBE_MODULE ".ko";
	return NULL;
}

int __mbe_open(const char *device)
{
	char path[PATH_MAX];
	int fd;

	snprintf(path, sizeof(path), MBE_DEBUGFS "/%s", device);
	fd = open(path, O_RDWR | O_CLOEXEC);
	return fd < 0 ? -errno : fd;
}

int __mbe_query(int fd, struct mbe_query *query)
{
	memset(query, 0, sizeof(*query));
	query->size = sizeof(*query);
	return ioctl(fd, MBE_IOCTL_QUERY, query) ? -errno : 0;
}

int __mbe_data(struct mbe_session *s, size_t bytes)
{
	free(s->data);
	s->data = bytes ? malloc(bytes) : NULL;
	if (bytes && !s->data)
		return -ENOMEM;
	if (bytes)
		memset(s->data, MBE_PATTERN, bytes);
	s->data_bytes = bytes;
	s->run.data_ptr = (uintptr_t)s->data;
	s->run.data_bytes = bytes;
	return 0;
}

static void fill_out(struct mbe_session *s)
{
	memset(&s->out, MBE_PATTERN, sizeof(s->out));
	s->out.result.size = sizeof(s->out.result);
}

int __mbe_session_open(struct mbe_session *s, const char *device)
{
	int err;

	memset(s, 0, sizeof(*s));
	s->fd = __mbe_open(device);
	if (s->fd < 0)
		return s->fd;
	err = __mbe_query(s->fd, &s->query);
	if (!err)
		err = __mbe_data(s, s->query.data_bytes_min);
	if (err) {
		mbe_session_close(s);
		return err;
	}
	fill_out(s);
	mbe_single(s);
	return 0;
}

void mbe_session_close(struct mbe_session *s)
{
	if (s->fd >= 0)
		close(s->fd);
	s->fd = -1;
	free(s->data);
	s->data = NULL;
}

void mbe_single(struct mbe_session *s)
{
	s->run = (struct mbe_run) {
		.size = sizeof(s->run),
		.mode = MBE_MODE_SINGLE,
		.dir = MBE_DIR_TO_DEVICE,
		.state = MBE_STATE_DIRTY,
		.timing = MBE_TIMING_PER_OP,
		.phases = MBE_PHASE_BIT(MBE_PHASE_MAP) |
			  MBE_PHASE_BIT(MBE_PHASE_UNMAP),
		.bytes = TEST_BYTES,
		.threads = 1,
		.iterations = TEST_ITERATIONS,
		.node = -1,
		.data_ptr = (uintptr_t)s->data,
		.data_bytes = s->data_bytes,
		.result_ptr = (uintptr_t)&s->out.result,
	};
}

void mbe_sg(struct mbe_session *s)
{
	mbe_single(s);
	s->run.mode = MBE_MODE_SG;
	s->run.entries = 16;
}

void mbe_round_trip(struct mbe_session *s)
{
	mbe_single(s);
	s->run.phases = MBE_PHASES_ROUND_TRIP;
}

void mbe_batch(struct mbe_session *s)
{
	mbe_round_trip(s);
	s->run.timing = MBE_TIMING_BATCH;
	s->run.batch_ops = 10;
}

void mbe_irqs_off(struct mbe_session *s)
{
	mbe_single(s);
	s->run.flags = MBE_RUN_IRQS_OFF;
}

int __mbe_run(struct mbe_session *s)
{
	fill_out(s);
	return ioctl(s->fd, MBE_IOCTL_RUN, &s->run) ? -errno : 0;
}

static bool is_pattern(const void *data, size_t bytes)
{
	const unsigned char *byte = data;

	return !bytes || (byte[0] == MBE_PATTERN &&
			  !memcmp(byte, byte + 1, bytes - 1));
}

const char *mbe_refusal(struct mbe_session *s, int err)
{
	static char wrong[120];
	const struct mbe_run before = s->run;
	struct mbe_out out;
	int ret;

	if (s->data)
		memset(s->data, MBE_PATTERN, s->data_bytes);
	fill_out(s);
	out = s->out;
	ret = ioctl(s->fd, MBE_IOCTL_RUN, &s->run) ? errno : 0;
	if (ret != err) {
		snprintf(wrong, sizeof(wrong), "errno %d (%s), expected %d (%s)",
			 ret, strerrorname_np(ret), err, strerrorname_np(err));
		return wrong;
	}
	if (memcmp(&before, &s->run, sizeof(before)))
		return "a failed call modified the request";
	if (memcmp(&out, &s->out, sizeof(out)))
		return "a failed call modified the result";
	if (!is_pattern(s->data, s->data_bytes))
		return "a failed call modified the data area";
	return NULL;
}

const struct mbe_phase *mbe_phase(const struct mbe_session *s, __u32 phase)
{
	const struct mbe_result *result = &s->out.result;
	__u32 i;

	for (i = 0; i < result->phase_count && i < MBE_PHASE_SLOTS; i++) {
		if (result->phase[i].phase == phase)
			return &result->phase[i];
	}
	return NULL;
}

bool mbe_fits_bounce_pool(const struct mbe_session *s)
{
	__u64 parts = s->run.entries ?: 1;
	unsigned long long slots = 0;
	FILE *file;

	if (!(s->query.dev_flags & MBE_DEV_SWIOTLB_FORCED))
		return true;
	if (s->run.bytes > s->query.max_mapping_bytes)
		return false;
	file = fopen("/sys/kernel/debug/swiotlb/io_tlb_nslabs", "r");
	if (!file)
		return true;
	if (fscanf(file, "%llu", &slots) != 1)
		slots = 0;
	fclose(file);
	/* Half: slots of 2 KiB are found in aligned runs, and others bounce too. */
	return s->run.bytes * parts * s->run.threads <= slots * 2048 / 2;
}

__u64 mbe_now_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec * 1000000000ull + now.tv_nsec;
}

__u64 mbe_memory_used(int fd)
{
	struct mbe_query query;

	return __mbe_query(fd, &query) ? ~0ull : query.memory_used_bytes;
}

int mbe_cpus_online(void)
{
	return sysconf(_SC_NPROCESSORS_ONLN);
}

/* The first online node; a kernel without NUMA knows only node 0. */
int mbe_node_online(void)
{
	FILE *file = fopen("/sys/devices/system/node/online", "r");
	int node = 0;

	if (!file)
		return 0;
	if (fscanf(file, "%d", &node) != 1)
		node = 0;
	fclose(file);
	return node;
}
