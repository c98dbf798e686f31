// SPDX-License-Identifier: GPL-2.0-only
/* Query: every fact is plausible, agrees with the header and with the machine. */
#include <dirent.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "mbe_path.h"
#include "mbe_test.h"

FIXTURE(query) {
	struct mbe_session s;
	const struct mbe_query *q;
};

FIXTURE_SETUP(query)
{
	MBE_SESSION_SETUP(&self->s);
	self->q = &self->s.query;
}

FIXTURE_TEARDOWN(query)
{
	mbe_session_close(&self->s);
}

static bool power_of_two(__u64 value)
{
	return value && !(value & (value - 1));
}

TEST_F(query, version)
{
	EXPECT_EQ(sizeof(struct mbe_query), self->q->size);
	EXPECT_EQ(MBE_ABI_VERSION, self->q->abi_version);
	EXPECT_EQ(0, self->q->__reserved);
}

/* A tool built against version 1 gets what it knows, and no byte more. */
TEST_F(query, version_1_struct_is_not_written_past)
{
	struct mbe_query old;

	memset(&old, 0xa5, sizeof(old));
	old.size = MBE_QUERY_SIZE_VER1;
	old.__reserved = 0;
	ASSERT_EQ(0, ioctl(self->s.fd, MBE_IOCTL_QUERY, &old));
	EXPECT_EQ(MBE_QUERY_SIZE_VER1, old.size);
	EXPECT_EQ(self->q->dma_mask, old.dma_mask);
	EXPECT_EQ(0xa5a5a5a5, old.buffer_kinds);
	EXPECT_EQ(0xa5a5a5a5, old.settings);
	EXPECT_EQ(0xa5a5a5a5a5a5a5a5, old.iommu_page_bytes);
}

TEST_F(query, building_blocks_that_every_machine_has)
{
	__u32 kinds = 1u << MBE_BUFFER_PAGES | 1u << MBE_BUFFER_KMALLOC |
		      1u << MBE_BUFFER_SCATTERED | 1u << MBE_BUFFER_VMALLOC;
	__u32 maps = 1u << MBE_MAP_SINGLE | 1u << MBE_MAP_PAGE | 1u << MBE_MAP_SG |
		     1u << MBE_MAP_SGTABLE | 1u << MBE_MAP_RESOURCE | 1u << MBE_MAP_STACK;

	EXPECT_EQ(kinds, self->q->buffer_kinds & ~(1u << MBE_BUFFER_HIGHMEM));
	EXPECT_EQ(maps, self->q->map_kinds & ~(1u << MBE_MAP_PHYS | 1u << MBE_MAP_IOVA));
	EXPECT_EQ(MBE_SETTING_DMA_MASK | MBE_SETTING_MIN_ALIGN_MASK |
		  MBE_SETTING_MAX_SEG_BYTES | MBE_SETTING_SEG_BOUNDARY_MASK,
		  self->q->settings & ~MBE_SETTING_COHERENT);
}

TEST_F(query, backends_fit_the_domain)
{
	bool translated = self->q->domain == MBE_DOMAIN_DMA_STRICT ||
			  self->q->domain == MBE_DOMAIN_DMA_LAZY;

	EXPECT_EQ(translated, !!(self->q->backends & 1u << MBE_BACKEND_IOMMU));
	EXPECT_EQ(translated, !!self->q->iommu_page_bytes);
	if (self->q->domain == MBE_DOMAIN_NONE && !(self->q->dev_flags & MBE_DEV_DMA_OPS)) {
		EXPECT_NE(0, self->q->backends & 1u << MBE_BACKEND_DIRECT);
	}
}

TEST_F(query, everything_the_header_names_is_offered)
{
	EXPECT_EQ(1u << MBE_MODE_SINGLE | 1u << MBE_MODE_SG, self->q->modes);
	EXPECT_EQ(1u << MBE_DIR_TO_DEVICE | 1u << MBE_DIR_FROM_DEVICE |
		  1u << MBE_DIR_BIDIRECTIONAL, self->q->dirs);
	EXPECT_EQ(MBE_PHASES_APART | MBE_PHASES_ROUND_TRIP, self->q->phases);
	/* A kernel with PREEMPT_RT maps with sleeping locks: no interrupts off. */
	EXPECT_EQ(0, self->q->run_flags & ~(MBE_RUN_IRQS_OFF | MBE_RUN_COUNT));
	EXPECT_EQ(MBE_ATTR_SKIP_CPU_SYNC | MBE_ATTR_WEAK_ORDERING | MBE_ATTR_NO_WARN,
		  self->q->attrs);
	EXPECT_EQ(1u << MBE_TIMING_AUTO | 1u << MBE_TIMING_PER_OP | 1u << MBE_TIMING_BATCH,
		  self->q->timings);
}

TEST_F(query, states_hold_those_every_machine_can_make)
{
	__u32 always = 1u << MBE_STATE_DIRTY | 1u << MBE_STATE_UNTOUCHED;
	__u32 known = always | 1u << MBE_STATE_CLEAN | 1u << MBE_STATE_COLD;

	EXPECT_EQ(always, self->q->states & always);
	EXPECT_EQ(0, self->q->states & ~known);
#ifdef __aarch64__
	/* dc cvac and dc civac are there for a module as for anyone. */
	EXPECT_EQ(known, self->q->states);
#endif
}

TEST_F(query, fixed_limits_are_those_of_the_header)
{
	EXPECT_EQ(MBE_THREADS_MAX, self->q->threads_max);
	EXPECT_EQ(MBE_ENTRIES_MAX, self->q->entries_max);
	EXPECT_EQ(MBE_BATCH_OPS_MAX, self->q->batch_ops_max);
	EXPECT_EQ(MBE_WARMUP_MAX, self->q->warmup_max);
	EXPECT_EQ(MBE_TRANSFER_NS_MAX, self->q->transfer_ns_max);
	EXPECT_EQ(self->q->dev_flags & MBE_DEV_SWIOTLB_FORCED &&
		  mbe_config("CONFIG_SWIOTLB_DYNAMIC") == 1 ?
		  MBE_IRQS_OFF_BYTES_GROWS_MAX : MBE_IRQS_OFF_BYTES_MAX,
		  self->q->irqs_off_bytes_max);
	EXPECT_EQ(MBE_ITERATIONS_MAX, self->q->iterations_max);
	EXPECT_EQ(MBE_DURATION_NS_MAX, self->q->duration_ns_max);
	EXPECT_EQ(MBE_SAMPLE_CAP_DEFAULT, self->q->sample_cap_default);
	EXPECT_EQ(MBE_SAMPLE_CAP_MAX, self->q->sample_cap_max);
}

TEST_F(query, facts_of_the_machine)
{
	EXPECT_EQ(sysconf(_SC_PAGESIZE), self->q->page_bytes);
	EXPECT_TRUE(power_of_two(self->q->cache_line_bytes));
	EXPECT_TRUE(power_of_two(self->q->dma_align_bytes));
	EXPECT_LE(self->q->dma_align_bytes, self->q->page_bytes);
	EXPECT_GT(self->q->clock_resolution_ns, 0);
	EXPECT_LT(self->q->clock_resolution_ns, 100000000);
	EXPECT_GE(self->q->single_bytes_max, self->q->page_bytes);
	EXPECT_GE(self->q->entry_bytes_max, self->q->page_bytes);
}

TEST_F(query, facts_of_the_device)
{
	EXPECT_NE(0, self->q->dev_flags & MBE_DEV_SYNTHETIC);
	EXPECT_GE(self->q->domain, MBE_DOMAIN_NONE);
	EXPECT_LE(self->q->domain, MBE_DOMAIN_OTHER);
	EXPECT_GE(self->q->node, -1);
	EXPECT_NE(0, self->q->dma_mask);
	EXPECT_TRUE(power_of_two(self->q->dma_mask + 1) || !(self->q->dma_mask + 1));
	EXPECT_NE(0, self->q->coherent_mask);
	EXPECT_GE(self->q->max_seg_bytes, self->q->page_bytes);
	EXPECT_GE(self->q->max_mapping_bytes, self->q->page_bytes);
	EXPECT_TRUE(!self->q->min_align_mask || power_of_two(self->q->min_align_mask + 1ull));
}

TEST_F(query, memory_accounting_starts_empty)
{
	EXPECT_GT(self->q->memory_cap_bytes, self->q->single_bytes_max);
	EXPECT_EQ(0, self->q->memory_used_bytes);
}

TEST_F(query, data_minimum_holds_a_histogram_of_every_phase)
{
	EXPECT_EQ(0, self->q->data_bytes_min % sizeof(__u64));
	EXPECT_GT(self->q->data_bytes_min, sizeof(struct mbe_bin) * MBE_PHASE_EMPTY);
}

TEST_F(query, opening_does_not_change_what_another_session_sees)
{
	struct mbe_session other;
	struct mbe_query again;

	ASSERT_EQ(0, __mbe_session_open(&other, MBE_DEVICE));
	ASSERT_EQ(0, __mbe_query(self->s.fd, &again));
	/* Measured and counted anew by each call. */
	again.clock_resolution_ns = self->q->clock_resolution_ns;
	again.memory_cap_bytes = self->q->memory_cap_bytes;
	EXPECT_EQ(0, memcmp(&again, self->q, sizeof(again)));
	mbe_session_close(&other);
}

TEST_F(query, every_device_has_a_file)
{
	DIR *dir = opendir(MBE_DEBUGFS);
	struct dirent *entry;
	int devices = 0;

	ASSERT_NE(NULL, dir);
	while ((entry = readdir(dir))) {
		struct mbe_session s;

		if (entry->d_name[0] == '.')
			continue;
		ASSERT_EQ(0, __mbe_session_open(&s, entry->d_name));
		mbe_session_close(&s);
		devices++;
	}
	closedir(dir);
	EXPECT_GT(devices, 0);
}

TEST_HARNESS_MAIN
