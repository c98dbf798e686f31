// SPDX-License-Identifier: GPL-2.0-only
/* What the DMA API promises about a mapping; see mbe_model.h. */
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "mbe_model.h"

__u64 mbe_random(struct mbe_random *r)
{
	__u64 x = r->state += 0x9e3779b97f4a7c15ull;

	x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9ull;
	x = (x ^ x >> 27) * 0x94d049bb133111ebull;
	return x ^ x >> 31;
}

__u32 mbe_random_below(struct mbe_random *r, __u32 below)
{
	return (mbe_random(r) >> 32) * below >> 32;
}

void mbe_random_fill(struct mbe_random *r, void *data, size_t bytes)
{
	unsigned char *byte = data;

	while (bytes--)
		*byte++ = mbe_random(r) >> 56;
}

__u64 mbe_seed(void)
{
	const char *given = getenv("MBE_SEED");
	struct timespec now;

	if (given && *given)
		return strtoull(given, NULL, 0);
	clock_gettime(CLOCK_REALTIME, &now);
	return now.tv_sec * 1000000000ull + now.tv_nsec + getpid();
}

bool mbe_model_init(struct mbe_model *model, __u32 dir, __u32 bytes, __u32 unit,
		    __u32 phase)
{
	*model = (struct mbe_model) {
		.dir = dir, .bytes = bytes, .unit = unit, .phase = phase,
		.value = calloc(3, bytes),
	};
	if (!model->value)
		return false;
	model->owner = model->value + bytes;
	model->unsynced = model->owner + bytes;
	memset(model->owner, MBE_OWNER_CPU, bytes);
	return true;
}

void mbe_model_free(struct mbe_model *model)
{
	free(model->value);
	memset(model, 0, sizeof(*model));
}

struct mbe_range mbe_model_range(const struct mbe_model *model, struct mbe_random *r)
{
	__u32 from = mbe_random_below(r, model->bytes) + model->phase;
	__u32 to, most = model->bytes + model->phase - from;

	/* Short ones as often as long ones. */
	if (mbe_random_below(r, 2) && most > 200)
		most = 200;
	to = from + 1 + mbe_random_below(r, most);
	from = from / model->unit * model->unit;
	to = (to + model->unit - 1) / model->unit * model->unit;
	from = from > model->phase ? from - model->phase : 0;
	to -= model->phase;
	if (to > model->bytes)
		to = model->bytes;
	return (struct mbe_range) { from, to - from };
}

bool mbe_model_owns(const struct mbe_model *model, struct mbe_range range,
		    enum mbe_owner owner)
{
	__u32 i;

	for (i = range.offset; i < range.offset + range.bytes; i++) {
		if (model->owner[i] != owner)
			return false;
	}
	return true;
}

void mbe_model_give(struct mbe_model *model, struct mbe_range range,
		    enum mbe_owner owner)
{
	memset(model->owner + range.offset, owner, range.bytes);
	if (owner == MBE_OWNER_DEVICE)
		memset(model->unsynced + range.offset, 0, range.bytes);
}

void mbe_model_write(struct mbe_model *model, struct mbe_range range,
		     const void *data, enum mbe_owner by)
{
	memcpy(model->value + range.offset, data, range.bytes);
	if (by == MBE_OWNER_CPU)
		memset(model->unsynced + range.offset, 1, range.bytes);
}

long mbe_model_differs(const struct mbe_model *model, struct mbe_range range,
		       const void *data)
{
	const unsigned char *byte = data;
	__u32 i;

	for (i = 0; i < range.bytes; i++) {
		if (byte[i] != model->value[range.offset + i])
			return range.offset + i;
	}
	return -1;
}
