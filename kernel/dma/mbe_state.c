// SPDX-License-Identifier: GPL-2.0-only
/*
 * The state of a buffer's cache lines before an iteration.
 *
 * "clean" and "cold" need cache maintenance that drivers may not call (no
 * architecture exports it), so the instructions are spelled out here for the
 * architectures where a module can issue them. Elsewhere these states do not
 * exist, and the query says so.
 */
#include <linux/cache.h>
#include <linux/mm.h>
#include <linux/string.h>

#if defined(CONFIG_ARM64)
#include <asm/alternative.h>
#include <asm/barrier.h>
#include <asm/cpufeature.h>
#elif defined(CONFIG_X86)
#include <asm/cacheflush.h>
#include <asm/cpufeature.h>
#include <asm/special_insns.h>
#elif defined(CONFIG_ARM) && defined(CONFIG_MMU)
#include <asm/barrier.h>
#include <asm/cputype.h>
#include <asm/outercache.h>
#endif

#include "mbe.h"

#if defined(CONFIG_ARM64)

/* CTR_EL0.DminLine: log2 of the words in the smallest data line (Arm ARM). */
u32 mbe_cache_line_bytes(void)
{
	return 4u << ((read_sanitised_ftr_reg(SYS_CTR_EL0) >> 16) & 0xf);
}

static u32 cache_states(void)
{
	return BIT(MBE_STATE_CLEAN) | BIT(MBE_STATE_COLD);
}

static void write_back(void *vaddr, phys_addr_t phys, size_t bytes, bool evict)
{
	unsigned long line = mbe_cache_line_bytes();
	unsigned long at = (unsigned long)vaddr & ~(line - 1);

	for (; at < (unsigned long)vaddr + bytes; at += line) {
		if (evict)
			asm volatile("dc civac, %0" : : "r" (at) : "memory");
		else
			/* Early Cortex-A53s must not merely clean. */
			asm volatile(ALTERNATIVE("dc cvac, %0", "dc civac, %0",
						 ARM64_WORKAROUND_CLEAN_CACHE)
				     : : "r" (at) : "memory");
	}
	dsb(sy);
}

#elif defined(CONFIG_X86)

u32 mbe_cache_line_bytes(void)
{
	return boot_cpu_data.x86_clflush_size;
}

/* Without clwb a write-back always evicts: no "clean". */
static u32 cache_states(void)
{
	return (boot_cpu_has(X86_FEATURE_CLFLUSH) ? BIT(MBE_STATE_COLD) : 0) |
	       (boot_cpu_has(X86_FEATURE_CLWB) ? BIT(MBE_STATE_CLEAN) : 0);
}

static void write_back(void *vaddr, phys_addr_t phys, size_t bytes, bool evict)
{
	unsigned long line = mbe_cache_line_bytes();
	unsigned long at = (unsigned long)vaddr & ~(line - 1);

	if (evict) {
		clflush_cache_range(vaddr, bytes);
		return;
	}
	for (; at < (unsigned long)vaddr + bytes; at += line)
		clwb((void *)at);
	/* clwb is weakly ordered: the lines are clean when the loop starts. */
	mb();
}

#elif defined(CONFIG_ARM) && defined(CONFIG_MMU)

/*
 * CTR.Format 4 is ARMv7's and has DminLine (Arm ARM); the cores before have
 * 32-byte lines.
 */
u32 mbe_cache_line_bytes(void)
{
	u32 ctr = read_cpuid_cachetype();

	if (ctr >> 29 != 4)
		return 32;
	return 4u << ((ctr >> 16) & 0xf);
}

static u32 cache_states(void)
{
	return BIT(MBE_STATE_CLEAN) | BIT(MBE_STATE_COLD);
}

/* CP15 c7: c10,1 cleans and c14,1 cleans and invalidates a line by address. */
static void write_back(void *vaddr, phys_addr_t phys, size_t bytes, bool evict)
{
	unsigned long line = mbe_cache_line_bytes();
	unsigned long at = (unsigned long)vaddr & ~(line - 1);

	for (; at < (unsigned long)vaddr + bytes; at += line) {
		if (evict)
			asm volatile("mcr p15, 0, %0, c7, c14, 1"
				     : : "r" (at) : "memory");
		else
			asm volatile("mcr p15, 0, %0, c7, c10, 1"
				     : : "r" (at) : "memory");
	}
	dsb();
	if (evict)
		outer_flush_range(phys, phys + bytes);
	else
		outer_clean_range(phys, phys + bytes);
}

#else

u32 mbe_cache_line_bytes(void)
{
	return L1_CACHE_BYTES;
}

static u32 cache_states(void)
{
	return 0;
}

static void write_back(void *vaddr, phys_addr_t phys, size_t bytes, bool evict)
{
}

#endif

/* Mask of 1 << enum mbe_state that can be made here. */
u32 mbe_states(void)
{
	return BIT(MBE_STATE_DIRTY) | BIT(MBE_STATE_UNTOUCHED) | cache_states();
}

/**
 * mbe_state_set - bring a range to a state
 * @state: one of mbe_states()
 * @vaddr: the range, in the linear map
 * @bytes: its length
 * @pattern: byte to write; changes from one iteration to the next
 */
void mbe_state_set(enum mbe_state state, void *vaddr, size_t bytes, u8 pattern)
{
	if (state == MBE_STATE_UNTOUCHED)
		return;
	memset(vaddr, pattern, bytes);
	if (state != MBE_STATE_DIRTY)
		mbe_state_settle(state, vaddr, virt_to_phys(vaddr), bytes);
}

/**
 * mbe_state_settle - write a range back as it is
 * @state: MBE_STATE_CLEAN or MBE_STATE_COLD, one of mbe_states()
 * @vaddr: the range; highmem is mapped
 * @phys: its physical address: an outer cache knows no other
 * @bytes: its length
 */
void mbe_state_settle(enum mbe_state state, void *vaddr, phys_addr_t phys,
		      size_t bytes)
{
	write_back(vaddr, phys, bytes, state == MBE_STATE_COLD);
}
