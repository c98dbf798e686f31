// SPDX-License-Identifier: GPL-2.0-only
/*
 * Case 3: a sync of [offset, offset + bytes) moves exactly these bytes, wherever
 * they lie in the mapping, its slots of 2 KiB and its page. A sync from a wrong
 * base corrupted what crypto drivers read (2021).
 *
 * Where nothing bounces CPU and device share the memory: then that bytes outside
 * the range did not move cannot be seen, and is not claimed.
 */
#include "mbe_block_test.h"

#define MAPPED_BYTES	(3 * MBE_SLOT_BYTES + 100)

FIXTURE(partial) {
	struct mbe_session s;
	const char *known;
	struct mbe_log log;
	struct mbe_memory m;
};

FIXTURE_VARIANT(partial) {
	__u32 kind;
	__u32 offset;
	__u32 min_align_mask;
	bool low_mask;
};

#define ROW(name, ...) FIXTURE_VARIANT_ADD(partial, name) { __VA_ARGS__ }
ROW(single, MBE_MAP_SINGLE, 0, 0, false);
ROW(single_at_100, MBE_MAP_SINGLE, 100, 0, false);
ROW(single_at_4000, MBE_MAP_SINGLE, 4000, 0, false);
ROW(page_at_1100, MBE_MAP_PAGE, 1100, 0, false);
ROW(phys_at_2100, MBE_MAP_PHYS, 2100, 0, false);
ROW(align_4k, MBE_MAP_SINGLE, 0, 0xfff, false);
ROW(align_512_at_100, MBE_MAP_SINGLE, 100, 0x1ff, false);
ROW(align_4k_at_1100, MBE_MAP_SINGLE, 1100, 0xfff, false);
ROW(align_4k_at_4000, MBE_MAP_SINGLE, 4000, 0xfff, false);
ROW(align_64k_at_100, MBE_MAP_SINGLE, 100, 0xffff, false);
ROW(low_mask, MBE_MAP_SINGLE, 0, 0, true);
ROW(low_mask_at_1100, MBE_MAP_SINGLE, 1100, 0, true);
ROW(low_mask_align_4k_at_1100, MBE_MAP_SINGLE, 1100, 0xfff, true);

#define ALIGN(variant)	.which = MBE_SETTING_MIN_ALIGN_MASK, \
			.min_align_mask = (variant)->min_align_mask

FIXTURE_SETUP(partial)
{
	struct mbe_session *s = &self->s;

	MBE_BLOCKS_SETUP(self);
	MBE_REQUIRE_KIND(s, variant->kind);
	MBE_REQUIRE_ALIGNMENT(s, variant->min_align_mask);
	if (variant->low_mask) {
		MBE_REQUIRE_LOW_MASK(s, ALIGN(variant));
	} else {
		mbe_settings(s, ALIGN(variant));
	}
	mbe_log_begin(&self->log);
	/*
	 * 6.1 loses the offset that the alignment asks for, from the second slot
	 * on, and says so in a warning.
	 */
	if ((mbe_forced(s) || mbe_untrusted(s) || variant->low_mask) &&
	    variant->offset & variant->min_align_mask & (MBE_SLOT_BYTES - 1))
		MBE_KNOWN(self, 3, "bounced+min-align");
	if (self->known) {
		MBE_REQUIRE_MISUSE();
		mbe_log_expect(&self->log, "Access before mapping start detected");
	}
	mbe_alloc(s, variant->kind, MAPPED_BYTES, variant->offset, &self->m);
}

FIXTURE_TEARDOWN(partial)
{
	mbe_log_end(&self->log);
	MBE_BLOCKS_TEARDOWN(self);
}

/* Where ranges begin and how long they are: around every border there is. */
static const __u32 edges[] = {
	0, 1, 63, 64, 100, 511, 512, 1000, 2047, 2048, 2049, 2500, 4095, 4096,
	4097, 4100, 6143, 6144, 6200,
};

static const __u32 lengths[] = {
	1, 7, 64, 100, 2047, 2048, 2049, 4096,
};

struct range {
	__u32 offset, bytes;
};

/* The device wrote everything, the CPU asks for a part. */
static void for_cpu(struct __test_metadata *_metadata, struct mbe_session *s,
		    __u32 kind, const struct mbe_memory *m, struct range r)
{
	struct mbe_dma d;

	mbe_cpu_inks_all(s, m, MBE_INK_CPU);
	mbe_map(s, kind, m, MBE_DIR_FROM_DEVICE, 0, &d);
	mbe_device_inks_all(s, &d, MBE_INK_DEVICE);
	mbe_sync(s, &d, CPU, r.offset, r.bytes);
	if (mbe_bounced(s, &d)) {
		mbe_cpu_sees_in(s, m, r.offset, r.bytes, MBE_INK_DEVICE, MBE_INK_CPU);
	} else {
		mbe_cpu_sees(s, m, r.offset, r.bytes, MBE_INK_DEVICE);
	}
	mbe_unmap(s, &d, 0);
	mbe_cpu_sees_all(s, m, MBE_INK_DEVICE);
}

/* The CPU wrote everything anew and hands over a part. */
static void for_device(struct __test_metadata *_metadata, struct mbe_session *s,
		       __u32 kind, const struct mbe_memory *m, struct range r)
{
	struct mbe_dma d;

	mbe_cpu_inks_all(s, m, MBE_INK_CPU);
	mbe_map(s, kind, m, MBE_DIR_TO_DEVICE, 0, &d);
	mbe_sync_all(s, &d, CPU);
	mbe_cpu_inks_all(s, m, MBE_INK_LATER);
	mbe_sync(s, &d, DEVICE, r.offset, r.bytes);
	if (mbe_bounced(s, &d)) {
		mbe_device_sees_in(s, &d, r.offset, r.bytes, MBE_INK_LATER, MBE_INK_CPU);
	} else {
		mbe_device_sees(s, &d, r.offset, r.bytes, MBE_INK_LATER);
	}
	mbe_unmap(s, &d, 0);
	mbe_cpu_sees_all(s, m, MBE_INK_LATER);
}

/* Every range that fits; @part moves one. */
static void sweep(struct __test_metadata *_metadata, FIXTURE_DATA(partial) *self,
		  __u32 kind,
		  void (*part)(struct __test_metadata *, struct mbe_session *, __u32,
			       const struct mbe_memory *, struct range))
{
	unsigned int i, j;

	for (i = 0; i < ARRAY_SIZE(edges); i++) {
		for (j = 0; j < ARRAY_SIZE(lengths); j++) {
			struct range r = { edges[i], lengths[j] };

			if (r.offset + r.bytes > MAPPED_BYTES)
				r.bytes = MAPPED_BYTES - r.offset;
			part(_metadata, &self->s, kind, &self->m, r);
			if (_metadata->exit_code == KSFT_FAIL) {
				TH_LOG("range of %u at %u", r.bytes, r.offset);
				return;
			}
		}
	}
	mbe_guards_intact(&self->s, &self->m);
}

TEST_F(partial, case03_for_cpu_moves_exactly_the_range)
{
	sweep(_metadata, self, variant->kind, for_cpu);
}

TEST_F(partial, case03_for_device_moves_exactly_the_range)
{
	sweep(_metadata, self, variant->kind, for_device);
}

MBE_BLOCKS_MAIN
