// SPDX-License-Identifier: GPL-2.0-only
/*
 * The limits that Query reports are the limits that Run keeps: the largest
 * value is accepted, the next one refused, what is not offered is EOPNOTSUPP.
 */
#include <errno.h>

#include "mbe_path.h"
#include "mbe_test.h"
#include "mbe_device.h"

#define MEMORY_CAP	"/sys/module/" MBE_MODULE "/parameters/memory_cap_mib"

FIXTURE(limits) {
	struct mbe_session s;
	struct mbe_run *run;
	const struct mbe_query *q;
};

FIXTURE_SETUP(limits)
{
	MBE_SESSION_SETUP(&self->s);
	self->run = &self->s.run;
	self->q = &self->s.query;
	self->run->iterations = 2;
}

FIXTURE_TEARDOWN(limits)
{
	__mbe_write(MEMORY_CAP, "0");
	mbe_session_close(&self->s);
}

/* Whether a buffer of @bytes fits the module's memory cap with room to spare. */
static bool affordable(const struct mbe_query *q, __u64 bytes)
{
	return bytes < q->memory_cap_bytes / 2;
}

TEST_F(limits, offset_within_a_page)
{
	self->run->offset_bytes = self->q->page_bytes - 1;
	mbe_run(&self->s);
	self->run->offset_bytes = self->q->page_bytes;
	mbe_run_err(EINVAL, &self->s);
}

TEST_F(limits, single_bytes)
{
	self->run->bytes = self->q->single_bytes_max + 1;
	mbe_run_err(EINVAL, &self->s);
	self->run->bytes = self->q->single_bytes_max;
	self->run->offset_bytes = 1;
	mbe_run_err(EINVAL, &self->s);
	self->run->offset_bytes = 0;
	if (!affordable(self->q, self->run->bytes))
		SKIP(return, "memory cap below twice the largest buffer");
	mbe_run(&self->s);
}

TEST_F(limits, entry_bytes)
{
	mbe_sg(&self->s);
	self->run->entries = 1;
	self->run->iterations = 2;
	self->run->bytes = self->q->entry_bytes_max + 1;
	mbe_run_err(EINVAL, &self->s);
	self->run->bytes = self->q->entry_bytes_max;
	self->run->offset_bytes = 1;
	mbe_run_err(EINVAL, &self->s);
	self->run->offset_bytes = 0;
	if (!affordable(self->q, self->run->bytes))
		SKIP(return, "memory cap below twice the largest entry");
	mbe_run(&self->s);
}

TEST_F(limits, entries)
{
	char cap[24];
	__u64 bytes;

	mbe_sg(&self->s);
	self->run->iterations = 2;
	self->run->bytes = 1;
	self->run->entries = self->q->entries_max + 1;
	mbe_run_err(EINVAL, &self->s);
	self->run->entries = self->q->entries_max;
	if (self->q->dev_flags & MBE_DEV_SWIOTLB_FORCED &&
	    mbe_config("CONFIG_SWIOTLB_DYNAMIC") == 1)
		SKIP(return, "each entry gets a pool of its own, and all pools are searched for it");
	bytes = (__u64)self->run->entries * self->q->page_bytes;
	if (bytes > self->q->memory_cap_bytes * 2)
		SKIP(return, "no memory for the longest list");
	/* The cap is a quarter of what is free: more will do for a moment. */
	snprintf(cap, sizeof(cap), "%llu", (unsigned long long)(bytes >> 20) + 16);
	ASSERT_EQ(0, __mbe_write(MEMORY_CAP, cap));
	mbe_run(&self->s);
}

TEST_F(limits, data_area)
{
	ASSERT_EQ(0, __mbe_data(&self->s, self->q->data_bytes_min));
	mbe_run(&self->s);
	self->run->data_bytes = self->q->data_bytes_min - 1;
	mbe_run_err(ENOSPC, &self->s);
	self->run->data_bytes = 0;
	self->run->data_ptr = 0;
	mbe_run(&self->s);
}

TEST_F(limits, sample_cap)
{
	self->run->sample_cap = self->q->sample_cap_max;
	mbe_run(&self->s);
}

TEST_F(limits, states_not_offered)
{
	__u32 state, refused = 0;

	for (state = MBE_STATE_DIRTY; state <= MBE_STATE_COLD; state++) {
		if (self->q->states & 1u << state)
			continue;
		self->run->state = state;
		mbe_run_err(EOPNOTSUPP, &self->s);
		refused++;
	}
	if (!refused)
		SKIP(return, "this architecture makes every state");
}

TEST_F(limits, states_offered)
{
	__u32 state;

	for (state = MBE_STATE_DIRTY; state <= MBE_STATE_COLD; state++) {
		if (!(self->q->states & 1u << state))
			continue;
		self->run->state = state;
		mbe_run(&self->s);
	}
}

TEST_F(limits, attributes_offered)
{
	__u32 bit;

	for (bit = 1; bit && bit <= self->q->attrs; bit <<= 1) {
		if (!(self->q->attrs & bit))
			continue;
		self->run->attrs = bit;
		mbe_run(&self->s);
	}
}

TEST_F(limits, irqs_off_not_offered)
{
	if (self->q->run_flags & MBE_RUN_IRQS_OFF)
		SKIP(return, "this kernel can turn interrupts off around a mapping");
	self->run->flags = MBE_RUN_IRQS_OFF;
	mbe_run_err(EOPNOTSUPP, &self->s);
}

TEST_F(limits, count_not_offered)
{
	if (self->q->run_flags & MBE_RUN_COUNT)
		SKIP(return, "there are marks for this architecture");
	self->run->flags = MBE_RUN_COUNT;
	self->run->count_run = 1;
	mbe_run_err(EOPNOTSUPP, &self->s);
}

TEST_F(limits, irqs_off_bytes)
{
	if (!(self->q->run_flags & MBE_RUN_IRQS_OFF))
		SKIP(return, "no interrupts off in this kernel");
	mbe_sg(&self->s);
	self->run->iterations = 1;
	self->run->flags = MBE_RUN_IRQS_OFF;
	self->run->bytes = self->q->page_bytes;
	self->run->entries = self->q->irqs_off_bytes_max / self->q->page_bytes;
	ASSERT_LE(self->run->entries, self->q->entries_max);
	self->run->bytes++;
	mbe_run_err(EINVAL, &self->s);
	self->run->bytes--;
	if (!affordable(self->q, self->run->bytes * self->run->entries))
		SKIP(return, "memory cap below twice the largest operation");
	mbe_run(&self->s);
}

TEST_F(limits, dma_mask_the_device_refuses)
{
	struct mbe_query after;

	/* Behind an IOMMU any mask may be right, with dma-direct one bit never is. */
	if (self->q->domain != MBE_DOMAIN_NONE || self->q->dev_flags & MBE_DEV_DMA_OPS)
		SKIP(return, "not dma-direct: the device may take any mask");
	self->run->dma_bits = 1;
	mbe_run_err(EIO, &self->s);
	ASSERT_EQ(0, __mbe_query(self->s.fd, &after));
	EXPECT_EQ(self->q->dma_mask, after.dma_mask);
}

TEST_F(limits, memory_cap)
{
	mbe_sg(&self->s);
	self->run->entries = self->q->entries_max;
	self->run->bytes = self->q->entry_bytes_max;
	self->run->threads = self->q->threads_max;
	mbe_run_err(ENOBUFS, &self->s);
	EXPECT_EQ(0, mbe_memory_used(self->s.fd));
}

TEST_HARNESS_MAIN
