// SPDX-License-Identifier: GPL-2.0-only
/*
 * Cases 1 to 5, 13 and 16 together: random sequences of building blocks over
 * several live mappings, against a byte-exact model of what CPU and device must
 * find (mbe_model.h). A failure prints what was done last, and the seed:
 * MBE_SEED=<seed> replays it.
 */
#include <stdio.h>
#include <stdlib.h>

#include "mbe_block_test.h"
#include "random_live.h"

#define STEPS		1500

FIXTURE(blocks) {
	struct mbe_session s;
	const char *known;
	struct mbe_random r;
	struct live live[LIVE];
	unsigned char data[BYTES_MAX];
	char doing[160];
};

FIXTURE_VARIANT(blocks) {
	bool low_mask;
	bool aligned;
	bool coherent;
};

FIXTURE_VARIANT_ADD(blocks, plain) { false, false, false };
FIXTURE_VARIANT_ADD(blocks, aligned) { false, true, false };
FIXTURE_VARIANT_ADD(blocks, coherent) { false, false, true };
FIXTURE_VARIANT_ADD(blocks, low_mask) { true, false, false };
FIXTURE_VARIANT_ADD(blocks, low_mask_aligned) { true, true, false };
FIXTURE_VARIANT_ADD(blocks, low_mask_coherent) { true, false, true };

FIXTURE_SETUP(blocks)
{
	struct mbe_session *s = &self->s;
	struct mbe_settings settings = {
		.which = (variant->aligned ? MBE_SETTING_MIN_ALIGN_MASK : 0) |
			 (variant->coherent ? MBE_SETTING_COHERENT : 0),
		.min_align_mask = variant->aligned ? 0xfff : 0,
		.coherent = variant->coherent,
	};
	const char *no;

	MBE_BLOCKS_SETUP(self);
	if (variant->coherent && !(s->query.settings & MBE_SETTING_COHERENT))
		SKIP(return, "the device cannot be made coherent");
	if (variant->aligned && mbe_known_failure(3, "bounced+min-align"))
		SKIP(return, "known failure of this kernel, see case 3");
	if (mbe_untrusted(s) && mbe_known_failure(1, "untrusted"))
		SKIP(return, "known failure of this kernel, see case 1");
	if (variant->low_mask) {
		if (mbe_forced(s))
			SKIP(return, "every mapping bounces already");
		no = mbe_bounce_all(s, settings);
		if (no)
			SKIP(return, "%s", no);
	} else {
		ASSERT_EQ(0, __mbe_settings(s, &settings));
	}
	self->r.state = mbe_seed();
	TH_LOG("seed: MBE_SEED=0x%llx", (unsigned long long)self->r.state);
}

FIXTURE_TEARDOWN(blocks)
{
	MBE_BLOCKS_TEARDOWN(self);
}

static void map_new(struct __test_metadata *_metadata, FIXTURE_DATA(blocks) *self,
		    struct live *live)
{
	static const __u32 kinds[] = {
		MBE_MAP_SINGLE, MBE_MAP_PAGE, MBE_MAP_PHYS, MBE_MAP_SG, MBE_MAP_SGTABLE,
	};
	struct mbe_session *s = &self->s;
	__u32 kind = kinds[mbe_random_below(&self->r, ARRAY_SIZE(kinds))];
	__u32 dir = 1 + mbe_random_below(&self->r, 3);
	__u32 bytes = 1 + mbe_random_below(&self->r, mbe_random_below(&self->r, 2) ?
					   300 : BYTES_MAX);
	__u32 offset = mbe_random_below(&self->r, s->query.page_bytes);
	/* Both sides write: then they must not meet in a cache line. */
	__u32 unit = dir == MBE_DIR_BIDIRECTIONAL ? mbe_ownership_bytes(s) : 1;
	struct mbe_range all = { 0, bytes };

	if (!mbe_has_map_kind(s, kind))
		kind = MBE_MAP_SINGLE;
	offset = offset / unit * unit;
	mbe_alloc(s, kind, bytes, offset, &live->m);
	ASSERT_TRUE(mbe_model_init(&live->model, dir, bytes, unit, offset % unit));
	mbe_random_fill(&self->r, self->data, bytes);
	ASSERT_EQ(0, __mbe_cpu_write(s, &live->m, 0, self->data, bytes));
	mbe_model_write(&live->model, all, self->data, MBE_OWNER_CPU);
	live->attrs = mbe_random_below(&self->r, 4) ? 0 : MBE_ATTR_SKIP_CPU_SYNC;
	mbe_map(s, kind, &live->m, dir, live->attrs, &live->d);
	if (live->attrs)
		mbe_sync_all(s, &live->d, DEVICE);
	mbe_model_give(&live->model, all, MBE_OWNER_DEVICE);
	live->mapped = true;
	DOING(self, live, "mapped");
}

static void compare(struct __test_metadata *_metadata, FIXTURE_DATA(blocks) *self,
		    struct live *live, struct mbe_range range, const char *who)
{
	long place = mbe_model_differs(&live->model, range, self->data);

	ASSERT_EQ(-1, place)
		TH_LOG("%s found byte %ld wrong in a range of %u at %u; before: %s", who,
		       place, range.bytes, range.offset, self->doing);
}

/* Each run of bytes that the CPU owns: a wider sync would undo the device's work. */
static void hand_over(struct __test_metadata *_metadata, FIXTURE_DATA(blocks) *self,
		      struct live *live)
{
	struct mbe_model *model = &live->model;
	__u32 from = 0, to;

	for (; from < model->bytes; from = to) {
		to = from + 1;
		while (to < model->bytes && model->owner[to] == model->owner[from])
			to++;
		if (model->owner[from] != MBE_OWNER_CPU)
			continue;
		mbe_sync(&self->s, &live->d, DEVICE, is_list(live) ? 0 : from,
			 is_list(live) ? 0 : to - from);
	}
}

static void unmap_one(struct __test_metadata *_metadata, FIXTURE_DATA(blocks) *self,
		      struct live *live)
{
	struct mbe_range all = { 0, live->model.bytes };
	struct mbe_session *s = &self->s;

	hand_over(_metadata, self, live);
	/* Without the last sync at unmap, it must have come before. */
	if (live->attrs)
		mbe_sync_all(s, &live->d, CPU);
	mbe_unmap(s, &live->d, live->attrs);
	DOING(self, live, "unmapped");
	ASSERT_EQ(0, __mbe_cpu_read(s, &live->m, 0, self->data, live->model.bytes));
	compare(_metadata, self, live, all, "CPU after unmap");
	mbe_guards_intact(s, &live->m);
	mbe_free(s, &live->m);
	mbe_model_free(&live->model);
	live->mapped = false;
}

static void sync_some(struct __test_metadata *_metadata, FIXTURE_DATA(blocks) *self,
		      struct live *live, enum mbe_owner to)
{
	struct mbe_range range = mbe_model_range(&live->model, &self->r);

	if (is_list(live) || !mbe_random_below(&self->r, 6))
		range = (struct mbe_range) { 0, live->model.bytes };
	if (!allowed(live, range, to))
		return;
	ASSERT_EQ(0, __mbe_sync(&self->s, &live->d, to == MBE_OWNER_CPU ?
				MBE_SYNC_FOR_CPU : MBE_SYNC_FOR_DEVICE,
				is_list(live) ? 0 : range.offset,
				is_list(live) ? 0 : range.bytes));
	mbe_model_give(&live->model, range, to);
	DOING(self, live, "synced %u at %u for the %s", range.bytes, range.offset,
	      to == MBE_OWNER_CPU ? "CPU" : "device");
}

static void access_some(struct __test_metadata *_metadata, FIXTURE_DATA(blocks) *self,
			struct live *live, enum mbe_owner who, bool write)
{
	struct mbe_range range = mbe_model_range(&live->model, &self->r);
	const bool device = who == MBE_OWNER_DEVICE;
	struct mbe_session *s = &self->s;

	if (!mbe_model_owns(&live->model, range, who))
		return;
	if (write && live->model.dir == (device ? MBE_DIR_TO_DEVICE : MBE_DIR_FROM_DEVICE))
		return;
	if (write) {
		mbe_random_fill(&self->r, self->data, range.bytes);
		mbe_model_write(&live->model, range, self->data, who);
	}
	if (device) {
		ASSERT_EQ(0, __mbe_device(s, write ? MBE_DEVICE_WRITE : MBE_DEVICE_READ,
					  MBE_BACKEND_AUTO, &live->d, range.offset,
					  self->data, range.bytes));
	} else if (write) {
		ASSERT_EQ(0, __mbe_cpu_write(s, &live->m, range.offset, self->data,
					     range.bytes));
	} else {
		ASSERT_EQ(0, __mbe_cpu_read(s, &live->m, range.offset, self->data,
					    range.bytes));
	}
	if (write)
		DOING(self, live, "%s wrote %u at %u", device ? "device" : "CPU",
		      range.bytes, range.offset);
	else
		compare(_metadata, self, live, range, device ? "device" : "CPU");
}

static void step(struct __test_metadata *_metadata, FIXTURE_DATA(blocks) *self)
{
	struct live *live = &self->live[mbe_random_below(&self->r, LIVE)];

	if (!live->mapped) {
		map_new(_metadata, self, live);
		return;
	}
	switch (mbe_random_below(&self->r, 13)) {
	case 0:
		unmap_one(_metadata, self, live);
		break;
	case 1: case 2:
		sync_some(_metadata, self, live, MBE_OWNER_CPU);
		break;
	case 3: case 4:
		sync_some(_metadata, self, live, MBE_OWNER_DEVICE);
		break;
	case 5: case 6:
		access_some(_metadata, self, live, MBE_OWNER_CPU, true);
		break;
	case 7: case 8:
		access_some(_metadata, self, live, MBE_OWNER_DEVICE, true);
		break;
	case 9: case 10:
		access_some(_metadata, self, live, MBE_OWNER_CPU, false);
		break;
	default:
		access_some(_metadata, self, live, MBE_OWNER_DEVICE, false);
	}
}

TEST_F(blocks, case03_random_sequences_obey_the_model)
{
	int i;

	for (i = 0; i < STEPS; i++)
		step(_metadata, self);
	for (i = 0; i < LIVE; i++) {
		if (self->live[i].mapped)
			unmap_one(_metadata, self, &self->live[i]);
	}
}

MBE_BLOCKS_MAIN
