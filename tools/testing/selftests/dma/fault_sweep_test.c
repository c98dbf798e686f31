// SPDX-License-Identifier: GPL-2.0-only
/*
 * Each allocation of each building block fails in turn (/proc/thread-self/fail-nth):
 * the call must say so and leave nothing behind, neither memory nor slots of the
 * bounce pool nor a mapping. The kernel log is judged as ever.
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "mbe_block_test.h"
#include "mbe_device.h"
#include "fault_sweep_blocks.h"

#define FAULTS_MAX	400
#define LIST_BYTES	(200 * 4096)	/* more entries than one table holds */

FIXTURE(sweep) {
	struct mbe_session s;
	const char *known;
	struct context c;
	int fail_nth;
	unsigned int faults;
};

/* The injector looks at every allocation, and says nothing about it. */
static void arm_injector(void)
{
	__mbe_write("/sys/kernel/debug/failslab/ignore-gfp-wait", "N\n");
	__mbe_write("/sys/kernel/debug/failslab/verbose", "0\n");
	__mbe_write("/sys/kernel/debug/fail_page_alloc/ignore-gfp-wait", "N\n");
	__mbe_write("/sys/kernel/debug/fail_page_alloc/ignore-gfp-highmem", "N\n");
	__mbe_write("/sys/kernel/debug/fail_page_alloc/min-order", "0\n");
	__mbe_write("/sys/kernel/debug/fail_page_alloc/verbose", "0\n");
}

FIXTURE_SETUP(sweep)
{
	struct mbe_session *s = &self->s;
	struct context *c = &self->c;

	MBE_BLOCKS_SETUP(self);
	self->fail_nth = open("/proc/thread-self/fail-nth", O_RDWR | O_CLOEXEC);
	if (self->fail_nth < 0)
		SKIP(return, "no CONFIG_FAULT_INJECTION in this kernel");
	if (access("/sys/kernel/debug/failslab", F_OK))
		SKIP(return, "no CONFIG_FAILSLAB in this kernel");
	arm_injector();
	c->s = s;
	mbe_alloc(s, MBE_MAP_SINGLE, 5000, 100, &c->m);
	mbe_alloc(s, MBE_MAP_SG, LIST_BYTES, 0, &c->list);
	mbe_alloc(s, MBE_MAP_SINGLE, 5000, 100, &c->fresh);
	mbe_map(s, MBE_MAP_SINGLE, &c->fresh, MBE_DIR_BIDIRECTIONAL, 0, &c->mapped);
}

FIXTURE_TEARDOWN(sweep)
{
	MBE_BLOCKS_TEARDOWN(self);
}

/* Fails the @nth allocation of a call; false when there is none. */
static bool inject(FIXTURE_DATA(sweep) *self, const struct block *block,
		   unsigned int nth, int *err)
{
	char text[16];
	ssize_t bytes;

	snprintf(text, sizeof(text), "%u", nth);
	if (pwrite(self->fail_nth, text, strlen(text), 0) < 0)
		return false;
	*err = block->call(&self->c);
	bytes = pread(self->fail_nth, text, sizeof(text) - 1, 0);
	if (pwrite(self->fail_nth, "0", 1, 0) < 0 || bytes < 0)
		return false;
	text[bytes] = '\0';
	return !atoi(text);
}

/* Everything that a failed call could have kept. */
struct held {
	__u64 memory;
	long slots;
};

static struct held held(FIXTURE_DATA(sweep) *self)
{
	return (struct held) {
		.memory = mbe_memory_used(self->s.fd),
		.slots = mbe_pool_used(),
	};
}

/* -EFAULT: copying from and to user space; -EIO: what the DMA API makes of it. */
static bool is_lack_of_memory(int err)
{
	return !err || err == -ENOMEM || err == -EIO || err == -EFAULT || err == -EAGAIN;
}

static void sweep_one(struct __test_metadata *_metadata, FIXTURE_DATA(sweep) *self,
		      const struct block *block)
{
	struct held before = held(self), after;
	unsigned int nth;
	bool injected;
	int err = 0;

	for (nth = 1; nth < FAULTS_MAX; nth++) {
		injected = inject(self, block, nth, &err);
		if (!err)
			err = block->undo(&self->c);
		EXPECT_TRUE(is_lack_of_memory(err))
			TH_LOG("%s, allocation %u: %d", block->name, nth, err);
		after = held(self);
		EXPECT_TRUE(before.memory == after.memory && before.slots == after.slots)
			TH_LOG("%s, allocation %u: %llu bytes and %ld slots became %llu and %ld",
			       block->name, nth, (unsigned long long)before.memory,
			       before.slots, (unsigned long long)after.memory, after.slots);
		if (!injected)
			break;
		self->faults++;
	}
	EXPECT_EQ(0, err) TH_LOG("%s fails without a fault", block->name);
	EXPECT_GT(FAULTS_MAX, nth) TH_LOG("%s does not come to an end", block->name);
}

TEST_F_TIMEOUT(sweep, each_allocation_of_each_block, 120)
{
	static const __u32 kinds[] = { MBE_MAP_PHYS, MBE_MAP_IOVA };
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(blocks); i++) {
		if (blocks[i].call == map_phys && !mbe_has_map_kind(&self->s, kinds[0]))
			continue;
		if (blocks[i].call == map_iova && !mbe_has_map_kind(&self->s, kinds[1]))
			continue;
		sweep_one(_metadata, self, &blocks[i]);
	}
	TH_LOG("%u faults", self->faults);
	EXPECT_LT(20, self->faults);
	mbe_session_close(&self->s);
	EXPECT_TRUE(mbe_pool_back_to(0) || mbe_translated(&self->s));
}

MBE_BLOCKS_MAIN
