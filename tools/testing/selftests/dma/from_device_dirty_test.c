// SPDX-License-Identifier: GPL-2.0-only
/*
 * Case 10: what the CPU wrote before a FROM_DEVICE mapping is still there when
 * the device has written nothing. A map that invalidates dirty lines instead of
 * writing them back loses it (reference result 3: arm64 until 2022, 32-bit ARM
 * still). An emulator keeps memory's content whatever becomes of the caches:
 * there only exact counts show the kind of operation (scripts/check-counts).
 */
#include "mbe_block_test.h"

#define ROUNDS	16

FIXTURE(dirty) {
	struct mbe_session s;
	const char *known;
};

FIXTURE_VARIANT(dirty) {
	__u32 kind;
	__u32 dir;
};

MBE_ROWS_OF_KIND(dirty, SINGLE, single);
MBE_ROWS_OF_KIND(dirty, SG, sg);

FIXTURE_SETUP(dirty)
{
	MBE_BLOCKS_SETUP(self);
	if (mbe_coherent(&self->s))
		SKIP(return, "a coherent device needs no cache maintenance");
	if (!mbe_emulated() && variant->dir == MBE_DIR_FROM_DEVICE)
		MBE_KNOWN(self, 10, mbe_path(&self->s));
}

FIXTURE_TEARDOWN(dirty)
{
	MBE_BLOCKS_TEARDOWN(self);
}

TEST_F(dirty, case10_unwritten_content_is_kept)
{
	struct mbe_session *s = &self->s;
	struct mbe_memory m;
	struct mbe_dma d;
	int i;

	for (i = 0; i < ROUNDS; i++) {
		mbe_alloc(s, variant->kind, 16384, 0, &m);
		mbe_cpu_inks_all(s, &m, MBE_INK_CPU);
		mbe_map(s, variant->kind, &m, variant->dir, 0, &d);
		mbe_unmap(s, &d, 0);
		mbe_cpu_sees_all(s, &m, MBE_INK_CPU);
		mbe_free(s, &m);
	}
	if (_metadata->exit_code == KSFT_PASS && mbe_emulated())
		SKIP(return, "an emulator keeps the content whatever the kernel does: see scripts/check-counts");
}

MBE_BLOCKS_MAIN
