// SPDX-License-Identifier: GPL-2.0-only
/*
 * Case 1: a device that writes a part of a buffer changes that part alone. A
 * bounce slot must be filled from the buffer at map, whatever the direction;
 * unmap would else copy an earlier mapping's data over it (CVE-2022-0854).
 */
#include <sched.h>

#include "mbe_block_test.h"

FIXTURE(fill) {
	struct mbe_session s;
	const char *known;
};

FIXTURE_VARIANT(fill) {
	__u32 kind;
	__u32 dir;
};

FIXTURE_SETUP(fill)
{
	MBE_BLOCKS_SETUP(self);
	MBE_REQUIRE_KIND(&self->s, variant->kind);
	/* The slot of an untrusted device is zeroed instead. */
	if (variant->dir == MBE_DIR_FROM_DEVICE)
		MBE_KNOWN(self, 1, mbe_path(&self->s));
}

FIXTURE_TEARDOWN(fill)
{
	MBE_BLOCKS_TEARDOWN(self);
}

MBE_ROWS_OF_KIND(fill, SINGLE, single);
MBE_ROWS_OF_KIND(fill, PAGE, page);
MBE_ROWS_OF_KIND(fill, PHYS, phys);
MBE_ROWS_OF_KIND(fill, SG, sg);
MBE_ROWS_OF_KIND(fill, SGTABLE, sgtable);

/* Nothing but the middle third is the device's. */
static void write_a_third(struct __test_metadata *_metadata, struct mbe_session *s,
			  __u32 kind, __u32 dir, __u32 state,
			  const struct mbe_place *place)
{
	__u32 third = place->bytes / 3;
	struct mbe_memory m;
	struct mbe_dma d;

	mbe_alloc(s, kind, place->bytes, place->offset, &m);
	mbe_cpu_inks_all(s, &m, MBE_INK_CPU);
	if (state != MBE_STATE_DIRTY)
		ASSERT_EQ(0, __mbe_cpu_state(s, &m, state));
	mbe_map(s, kind, &m, dir, 0, &d);
	if (third)
		mbe_device_inks(s, &d, third, third, MBE_INK_DEVICE);
	mbe_unmap(s, &d, 0);
	mbe_cpu_sees_in(s, &m, third, third, MBE_INK_DEVICE, MBE_INK_CPU);
	mbe_guards_intact(s, &m);
	mbe_free(s, &m);
}

static void write_thirds(struct __test_metadata *_metadata, struct mbe_session *s,
			 __u32 kind, __u32 dir)
{
	static const __u32 states[] = {
		MBE_STATE_DIRTY, MBE_STATE_CLEAN, MBE_STATE_COLD,
	};
	unsigned int i, j;

	for (i = 0; i < ARRAY_SIZE(states); i++) {
		if (!(s->query.states & 1u << states[i]))
			continue;
		for (j = 0; j < ARRAY_SIZE(mbe_places); j++)
			write_a_third(_metadata, s, kind, dir, states[i],
				      &mbe_places[j]);
	}
}

TEST_F(fill, case01_unwritten_bytes_survive)
{
	write_thirds(_metadata, &self->s, variant->kind, variant->dir);
}

TEST_F(fill, case01_unwritten_bytes_survive_a_low_mask)
{
	MBE_REQUIRE_LOW_MASK(&self->s);
	write_thirds(_metadata, &self->s, variant->kind, variant->dir);
}

/*
 * Leaves ink in every slot that this CPU takes: slots are handed out in turn, so
 * that one mapping at a time is enough, and nobody is starved.
 */
static void stain_slots(struct __test_metadata *_metadata, struct mbe_session *s)
{
	const __u64 bytes = 61440;
	long rounds = mbe_pool_slots() * MBE_SLOT_BYTES / bytes + 1;
	struct mbe_memory m;
	struct mbe_dma d;
	cpu_set_t cpu;

	CPU_ZERO(&cpu);
	CPU_SET(sched_getcpu(), &cpu);
	ASSERT_EQ(0, sched_setaffinity(0, sizeof(cpu), &cpu));
	mbe_alloc(s, MBE_MAP_SINGLE, bytes, 0, &m);
	mbe_cpu_inks_all(s, &m, MBE_INK_OLD);
	if (rounds > 2048)
		rounds = 2048;
	while (rounds--) {
		mbe_map(s, MBE_MAP_SINGLE, &m, MBE_DIR_TO_DEVICE, 0, &d);
		mbe_unmap(s, &d, 0);
	}
	mbe_free(s, &m);
}

TEST_F(fill, case01_slot_shows_no_earlier_mapping)
{
	struct mbe_session *s = &self->s;
	struct mbe_memory m;
	struct mbe_dma d;
	unsigned int i;

	if (!mbe_untrusted(s))
		MBE_REQUIRE_BOUNCE(s);
	stain_slots(_metadata, s);
	for (i = 0; i < ARRAY_SIZE(mbe_places); i++) {
		mbe_alloc(s, variant->kind, mbe_places[i].bytes, mbe_places[i].offset, &m);
		mbe_cpu_inks_all(s, &m, MBE_INK_CPU);
		mbe_map(s, variant->kind, &m, variant->dir, 0, &d);
		mbe_device_sees_all(s, &d, MBE_INK_CPU);
		mbe_unmap(s, &d, 0);
		mbe_cpu_sees_all(s, &m, MBE_INK_CPU);
		mbe_free(s, &m);
	}
}

MBE_BLOCKS_MAIN
