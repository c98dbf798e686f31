// SPDX-License-Identifier: GPL-2.0-only
/*
 * The cap on the memory that all runs of all devices hold together: buffers,
 * scatterlists, samples and histograms. Without it a typing error in a size
 * could bring the OOM killer.
 */
#include <linux/mm.h>
#include <linux/module.h>

#include "mbe.h"

static unsigned int memory_cap_mib;
module_param(memory_cap_mib, uint, 0644);
MODULE_PARM_DESC(memory_cap_mib,
		 "most memory all runs may hold together, in MiB (0: a quarter of what is available)");

static atomic64_t memory_used = ATOMIC64_INIT(0);

u64 mbe_memory_used(void)
{
	return atomic64_read(&memory_used);
}

u64 mbe_memory_cap(void)
{
	unsigned int mib = READ_ONCE(memory_cap_mib);
	u64 available;

	if (mib)
		return (u64)mib << 20;
	/* What runs hold already would be available without them. */
	available = (u64)max(si_mem_available(), 0L) << PAGE_SHIFT;
	return (available + mbe_memory_used()) / 4;
}

/* Return: 0, or -ENOBUFS when the run's cap would be exceeded. */
int mbe_memory_charge(struct mbe_run_state *run, u64 bytes)
{
	if (atomic64_add_return(bytes, &memory_used) <= run->memory_cap)
		return 0;
	mbe_memory_uncharge(bytes);
	return -ENOBUFS;
}

void mbe_memory_uncharge(u64 bytes)
{
	atomic64_sub(bytes, &memory_used);
}
