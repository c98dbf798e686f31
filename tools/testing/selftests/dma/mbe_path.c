// SPDX-License-Identifier: GPL-2.0-only
/* Which way a device's mappings take; see mbe_path.h. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "mbe_path.h"

#define SWIOTLB		"/sys/kernel/debug/swiotlb/"
#define STEP_US		10000

const char *mbe_device_name(void)
{
	const char *name = getenv("MBE_DEVICE");

	return name && *name ? name : MBE_DEVICE;
}

bool mbe_translated(const struct mbe_session *s)
{
	return s->query.domain == MBE_DOMAIN_DMA_STRICT ||
		s->query.domain == MBE_DOMAIN_DMA_LAZY;
}

bool mbe_forced(const struct mbe_session *s)
{
	return !mbe_translated(s) && s->query.dev_flags & MBE_DEV_SWIOTLB_FORCED;
}

bool mbe_coherent(const struct mbe_session *s)
{
	return s->query.dev_flags & MBE_DEV_COHERENT;
}

/* Behind a translation only devices that are not trusted have a limit of size. */
bool mbe_untrusted(const struct mbe_session *s)
{
	return mbe_translated(s) && s->query.max_mapping_bytes <= 1ull << 30;
}

const char *mbe_path(const struct mbe_session *s)
{
	if (s->query.dev_flags & MBE_DEV_DMA_OPS)
		return "dma-ops";
	if (mbe_translated(s))
		return mbe_untrusted(s) ? "untrusted" : "iommu";
	return mbe_forced(s) ? "forced" : "direct";
}

bool mbe_has_backend(const struct mbe_session *s, __u32 backend)
{
	return s->query.backends & 1u << backend;
}

bool mbe_has_map_kind(const struct mbe_session *s, __u32 kind)
{
	return s->query.map_kinds & 1u << kind;
}

__u32 mbe_ownership_bytes(const struct mbe_session *s)
{
	return mbe_coherent(s) ? 1 : s->query.dma_align_bytes;
}

static void print_backend(const struct mbe_session *s)
{
	if (mbe_has_backend(s, MBE_BACKEND_EDU))
		printf("# backend edu: a device's own transfers, where a test says so: translation and permissions are proved\n");
	printf("# backend %s: the CPU acts as the device: proves which bytes are copied where%s\n",
	       mbe_translated(s) ? "iommu" : "direct",
	       mbe_translated(s) ? ", and the page tables, not the IOMMU itself" : "");
	if (mbe_coherent(s))
		printf("# coherent device: nothing is proved about cache maintenance\n");
	else if (mbe_emulated())
		printf("# emulated: missing cache maintenance cannot be seen in memory, see scripts/check-counts\n");
	else
		printf("# non-coherent device: missing cache maintenance can be seen\n");
}

void mbe_print_proof(void)
{
	struct mbe_session s;

	if (mbe_missing() || __mbe_session_open(&s, mbe_device_name()))
		return;
	printf("# device %s: path %s, %scoherent%s\n", mbe_device_name(), mbe_path(&s),
	       mbe_coherent(&s) ? "" : "non-",
	       s.query.domain == MBE_DOMAIN_DMA_STRICT ? ", strict" :
	       s.query.domain == MBE_DOMAIN_DMA_LAZY ? ", lazy" : "");
	print_backend(&s);
	mbe_session_close(&s);
	fflush(stdout);
}

/* Whether a page, allocated as tests do it, bounces now. */
static int probe_bounce(struct mbe_session *s, bool *bounces)
{
	struct mbe_memory m;
	struct mbe_dma d;
	int err;

	err = __mbe_alloc(s, MBE_MAP_SINGLE, s->query.page_bytes, 0, &m);
	if (err)
		return err;
	err = __mbe_map(s, MBE_MAP_SINGLE, &m, MBE_DIR_TO_DEVICE, MBE_ATTR_NO_WARN, &d);
	*bounces = !err && d.mapping && mbe_bounced(s, &d);
	if (!err && d.mapping)
		err = __mbe_unmap(s, &d, 0);
	return __mbe_free(s, &m) ?: err;
}

static const char *bounce_by_mask(struct mbe_session *s,
				  struct mbe_settings *settings)
{
	static const char no[] =
		"nothing bounces: boot with swiotlb=65536,force, or have memory above 4 GiB";
	bool bounces = false;

	/* Without a pool the attempt would be answered with a kernel warning. */
	if (!(s->query.dev_flags & MBE_DEV_SWIOTLB) || mbe_pool_slots() <= 0)
		return no;
	settings->which |= MBE_SETTING_DMA_MASK;
	settings->dma_mask = 0xffffffff;
	if (__mbe_settings(s, settings))
		return "the device does not take a mask of 32 bits";
	if (probe_bounce(s, &bounces) || bounces)
		return bounces ? NULL : "the attempt to bounce failed";
	__mbe_settings(s, &(struct mbe_settings) { });
	return no;
}

const char *mbe_bounce_all(struct mbe_session *s, struct mbe_settings settings)
{
	if (mbe_translated(s))
		return "behind an IOMMU every address is in reach";
	if (!mbe_forced(s))
		return bounce_by_mask(s, &settings);
	return __mbe_settings(s, &settings) ? "the device does not take the settings" : NULL;
}

const char *mbe_exhaustion_forbidden(void)
{
	const char *allowed = getenv("MBE_EXHAUST");

	if ((allowed && !strcmp(allowed, "1")) ||
	    mbe_command_line_has("dma_bench.emulated="))
		return NULL;
	return "would starve other devices for a moment: set MBE_EXHAUST=1 where that is fine";
}

long mbe_read_long(const char *path)
{
	FILE *file = fopen(path, "r");
	long value;

	if (!file)
		return -1;
	if (fscanf(file, "%ld", &value) != 1)
		value = -1;
	fclose(file);
	return value;
}

long mbe_pool_slots(void)
{
	return mbe_read_long(SWIOTLB "io_tlb_nslabs");
}

long mbe_pool_used(void)
{
	return mbe_read_long(SWIOTLB "io_tlb_used");
}

bool mbe_pool_back_to(long slots)
{
	int i;

	for (i = 0; i < 100; i++) {
		if (mbe_pool_used() <= slots)
			return true;
		usleep(STEP_US);
	}
	return false;
}
