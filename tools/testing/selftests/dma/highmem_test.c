// SPDX-License-Identifier: GPL-2.0-only
/*
 * Case 23: a buffer in highmem has no lasting kernel address: the copies in and
 * out of a bounce slot go page by page, and every byte is right across each
 * border. Needs a 32-bit machine with highmem.
 */
#include "mbe_block_test.h"

FIXTURE(highmem) {
	struct mbe_session s;
	const char *known;
};

FIXTURE_VARIANT(highmem) {
	__u32 bytes;
	__u32 offset;
	bool bounced;
};

#define ROW(name, ...) FIXTURE_VARIANT_ADD(highmem, name) { __VA_ARGS__ }
ROW(one_page, 4096, 0, false);
ROW(across_a_border, 600, 3800, false);
ROW(many_pages, 61440, 1000, false);
ROW(one_page_bounced, 4096, 0, true);
ROW(across_a_border_bounced, 600, 3800, true);
ROW(many_pages_bounced, 61440, 1000, true);

FIXTURE_SETUP(highmem)
{
	MBE_BLOCKS_SETUP(self);
	if (!(self->s.query.buffer_kinds & 1u << MBE_BUFFER_HIGHMEM))
		SKIP(return, "no highmem in this kernel");
	if (variant->bounced)
		MBE_REQUIRE_BOUNCE(&self->s);
}

FIXTURE_TEARDOWN(highmem)
{
	MBE_BLOCKS_TEARDOWN(self);
}

TEST_F(highmem, case23_every_byte_is_right)
{
	struct mbe_session *s = &self->s;
	__u32 third = variant->bytes / 3;
	struct mbe_memory m;
	struct mbe_dma d;

	if (__mbe_alloc_kind(s, MBE_BUFFER_HIGHMEM, variant->bytes, variant->offset, 1, &m))
		SKIP(return, "no memory in highmem");
	mbe_cpu_inks_all(s, &m, MBE_INK_CPU);
	mbe_map(s, MBE_MAP_PAGE, &m, MBE_DIR_BIDIRECTIONAL, 0, &d);
	mbe_device_sees_all(s, &d, MBE_INK_CPU);
	mbe_device_inks(s, &d, third, third, MBE_INK_DEVICE);
	mbe_sync_all(s, &d, CPU);
	mbe_cpu_sees_in(s, &m, third, third, MBE_INK_DEVICE, MBE_INK_CPU);
	mbe_cpu_inks_all(s, &m, MBE_INK_LATER);
	mbe_sync_all(s, &d, DEVICE);
	mbe_device_sees_all(s, &d, MBE_INK_LATER);
	mbe_device_inks_all(s, &d, MBE_INK_DEVICE);
	mbe_unmap(s, &d, 0);
	mbe_cpu_sees_all(s, &m, MBE_INK_DEVICE);
	mbe_guards_intact(s, &m);
}

MBE_BLOCKS_MAIN
