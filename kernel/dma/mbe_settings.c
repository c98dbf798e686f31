// SPDX-License-Identifier: GPL-2.0-only
/*
 * MBE_IOCTL_SETTINGS: the device's limits, for the time of a session.
 *
 * What the device had is kept raw and put back raw: a limit that no driver ever
 * set (0 in dma_parms) is not the same as its default spelled out.
 */
#include <linux/dma-map-ops.h>
#include <linux/dma-mapping.h>
#include <linux/uaccess.h>

#include "mbe_map.h"

static_assert(sizeof(struct mbe_settings) == MBE_SETTINGS_SIZE_VER1);

#define ALL_SETTINGS	(MBE_SETTING_DMA_MASK | MBE_SETTING_MIN_ALIGN_MASK | \
			 MBE_SETTING_MAX_SEG_BYTES | \
			 MBE_SETTING_SEG_BOUNDARY_MASK | MBE_SETTING_COHERENT)

u32 mbe_settings(const struct mbe_bench *bench)
{
	u32 which = MBE_SETTING_DMA_MASK;

	if (bench->dev->dma_parms)
		which |= MBE_SETTING_MIN_ALIGN_MASK |
			 MBE_SETTING_MAX_SEG_BYTES |
			 MBE_SETTING_SEG_BOUNDARY_MASK;
	/* A real device is what it is. */
	if (bench->synthetic && MBE_COHERENCY_IS_A_CHOICE)
		which |= MBE_SETTING_COHERENT;
	return which;
}

/* (1 << n) - 1 with n from @bits_min to @bits_max? */
static bool is_mask(u64 value, unsigned int bits_min, unsigned int bits_max)
{
	return !(value & (value + 1)) && value >= DMA_BIT_MASK(bits_min) &&
	       value <= DMA_BIT_MASK(bits_max);
}

/* What is set must be in range, what is not must be 0. */
static int check(const struct mbe_settings *s)
{
	const bool right[] = {
		s->which & MBE_SETTING_DMA_MASK ?
			is_mask(s->dma_mask, 1, 64) : !s->dma_mask,
		s->which & MBE_SETTING_SEG_BOUNDARY_MASK ?
			is_mask(s->seg_boundary_mask, 12, 64) :
			!s->seg_boundary_mask,
		s->which & MBE_SETTING_MIN_ALIGN_MASK ?
			!s->min_align_mask || is_mask(s->min_align_mask, 1, 16) :
			!s->min_align_mask,
		s->which & MBE_SETTING_MAX_SEG_BYTES ?
			s->max_seg_bytes >= PAGE_SIZE : !s->max_seg_bytes,
		s->coherent <= !!(s->which & MBE_SETTING_COHERENT),
		!s->__reserved,
		!(s->which & ~ALL_SETTINGS),
	};
	size_t i;

	for (i = 0; i < ARRAY_SIZE(right); i++)
		if (!right[i])
			return -EINVAL;
	return 0;
}

static struct mbe_limits limits_of(struct device *dev)
{
	const struct device_dma_parameters *parms = dev->dma_parms;

	return (struct mbe_limits) {
		.dma_mask = dma_get_mask(dev),
		.coherent_mask = dev->coherent_dma_mask,
		.seg_boundary = parms ? parms->segment_boundary_mask : 0,
		.max_seg = parms ? parms->max_segment_size : 0,
		.min_align = parms ? parms->min_align_mask : 0,
		.coherent = dev_is_dma_coherent(dev),
	};
}

static struct mbe_limits with(struct mbe_limits limits,
			      const struct mbe_settings *s)
{
	if (s->which & MBE_SETTING_DMA_MASK) {
		limits.dma_mask = s->dma_mask;
		limits.coherent_mask = s->dma_mask;
	}
	if (s->which & MBE_SETTING_SEG_BOUNDARY_MASK)
		limits.seg_boundary = min_t(u64, s->seg_boundary_mask, ULONG_MAX);
	if (s->which & MBE_SETTING_MIN_ALIGN_MASK)
		limits.min_align = s->min_align_mask;
	if (s->which & MBE_SETTING_MAX_SEG_BYTES)
		limits.max_seg = s->max_seg_bytes;
	if (s->which & MBE_SETTING_COHERENT)
		limits.coherent = s->coherent;
	return limits;
}

/*
 * Everything but the masks; nothing refuses these. The mask is to be set
 * afterwards, even the same: that makes the core ask again whether the device
 * is coherent and its syncs may be skipped (6.12 and newer).
 */
static void apply_rest(struct mbe_bench *bench, const struct mbe_limits *to)
{
	struct device *dev = bench->dev;

	if (dev->dma_parms) {
		dma_set_seg_boundary(dev, to->seg_boundary);
		dma_set_max_seg_size(dev, to->max_seg);
		dma_set_min_align_mask(dev, to->min_align);
	}
	if (bench->synthetic)
		mbe_set_coherent(dev, to->coherent);
}

/* Back to what the device had; that must not be refused. */
static void restore(struct mbe_bench *bench, const struct mbe_limits *to)
{
	struct device *dev = bench->dev;

	apply_rest(bench, to);
	if (dma_set_mask(dev, to->dma_mask))
		*dev->dma_mask = to->dma_mask;
	dev->coherent_dma_mask = to->coherent_mask;
}

static int apply(struct mbe_bench *bench, const struct mbe_limits *to)
{
	const struct mbe_limits now = limits_of(bench->dev);

	apply_rest(bench, to);
	if (!dma_set_mask(bench->dev, to->dma_mask) &&
	    !dma_set_coherent_mask(bench->dev, to->coherent_mask))
		return 0;
	restore(bench, &now);
	return -EIO;
}

/*
 * An IOMMU keeps the place in its smallest page and no more: asked for more,
 * the kernel refuses every mapping, with a warning that is the user's mistake.
 */
static bool can_align(struct device *dev, u32 min_align_mask)
{
	return !mbe_translation(dev) ||
	       min_align_mask < mbe_iommu_granule(dev);
}

static int change(struct mbe_session *session, const struct mbe_settings *s)
{
	struct mbe_bench *bench = session->bench;
	struct mbe_limits wanted;
	int ret;

	if (bench->dead)
		return -ENODEV;
	if (s->which & ~mbe_settings(bench) ||
	    !can_align(bench->dev, s->min_align_mask))
		return -EOPNOTSUPP;
	if (bench->owner && bench->owner != session)
		return -EBUSY;
	if (!list_empty(&bench->runs) || bench->mapped)
		return -EBUSY;
	if (!bench->owner)
		bench->own_limits = limits_of(bench->dev);
	if (!s->which) {
		restore(bench, &bench->own_limits);
		bench->owner = NULL;
		return 0;
	}
	wanted = with(bench->own_limits, s);
	ret = apply(bench, &wanted);
	if (!ret)
		bench->owner = session;
	return ret;
}

int mbe_ioctl_settings(struct mbe_session *session, u64 user)
{
	struct mbe_settings settings;
	int ret;

	ret = mbe_copy_in(&settings, sizeof(settings), MBE_SETTINGS_SIZE_VER1,
			  user);
	if (!ret)
		ret = check(&settings);
	if (!ret)
		ret = mbe_session_begin(session);
	if (ret)
		return ret;
	mutex_lock(&session->bench->lock);
	ret = change(session, &settings);
	mutex_unlock(&session->bench->lock);
	mbe_session_done(session);
	return ret;
}

void mbe_settings_give_back(struct mbe_session *session)
{
	struct mbe_bench *bench = session->bench;

	mutex_lock(&bench->lock);
	if (bench->owner == session) {
		restore(bench, &bench->own_limits);
		bench->owner = NULL;
	}
	mutex_unlock(&bench->lock);
}
