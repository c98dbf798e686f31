// SPDX-License-Identifier: GPL-2.0-only
/*
 * The cap on the memory that all sessions of all devices hold together, with
 * their runs: buffers, scatterlists, samples and histograms. Without it a
 * typing error in a size could bring the OOM killer.
 */
#include <linux/mm.h>
#include <linux/module.h>

#include "mbe.h"

static unsigned int memory_cap_mib;
module_param(memory_cap_mib, uint, 0644);
MODULE_PARM_DESC(memory_cap_mib,
		 "most memory all sessions may hold together, in MiB (0: a quarter of what is available)");

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
	/* What sessions hold already would be available without them. */
	available = (u64)max(si_mem_available(), 0L) << PAGE_SHIFT;
	return (available + mbe_memory_used()) / 4;
}

/**
 * mbe_memory_charge - account for memory before it is allocated
 * @cap: mbe_memory_cap(), asked once for all that belongs together: what is
 *	available changes while it is taken
 * @bytes: how much
 *
 * Return: 0, or -ENOBUFS when all together would exceed the cap.
 */
int mbe_memory_charge(u64 cap, u64 bytes)
{
	if (atomic64_add_return(bytes, &memory_used) <= cap)
		return 0;
	mbe_memory_uncharge(bytes);
	return -ENOBUFS;
}

void mbe_memory_uncharge(u64 bytes)
{
	atomic64_sub(bytes, &memory_used);
}
