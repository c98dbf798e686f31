// SPDX-License-Identifier: GPL-2.0-only
/*
 * Platform devices of our own, so that no real one has to be unbound: usable in
 * CI and in guests. Nothing is behind them; only the mapping layer is.
 */
#include <linux/dma-map-ops.h>
#include <linux/moduleparam.h>
#include <linux/platform_device.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "mbe.h"

#define DEVICES_MAX	64

static unsigned int devices = 1;
module_param(devices, uint, 0444);
MODULE_PARM_DESC(devices, "synthetic devices to make, 0 to 64");

static unsigned int dma_bits = 64;
module_param(dma_bits, uint, 0444);
MODULE_PARM_DESC(dma_bits, "DMA mask of the synthetic devices in bits, 1 to 64");

static char *coherent = "default";
module_param(coherent, charp, 0444);
MODULE_PARM_DESC(coherent,
		 "synthetic devices coherent: 1, not: 0, or default: as the architecture has it");

static struct platform_device *synthetic[DEVICES_MAX];

static bool coherent_default(void)
{
	return !strcmp(coherent, "default");
}

/* Is the coherency of the synthetic devices the user's wish? */
bool mbe_coherent_by_param(void)
{
	return !coherent_default();
}

u64 mbe_synthetic_mask(void)
{
	return DMA_BIT_MASK(dma_bits);
}

bool mbe_is_synthetic(struct device *dev)
{
	unsigned int i;

	for (i = 0; i < DEVICES_MAX; i++)
		if (synthetic[i] && &synthetic[i]->dev == dev)
			return true;
	return false;
}

/* The module parameters: 0, -EINVAL or -EOPNOTSUPP. */
int mbe_synthetic_check(void)
{
	bool value;

	if (devices > DEVICES_MAX || dma_bits < 1 || dma_bits > 64)
		return -EINVAL;
	if (coherent_default())
		return 0;
	if (kstrtobool(coherent, &value))
		return -EINVAL;
	/* An architecture that is always coherent cannot be told otherwise. */
	if (!MBE_COHERENCY_IS_A_CHOICE && !value)
		return -EOPNOTSUPP;
	return 0;
}

static int create_one(unsigned int id)
{
	struct platform_device *pdev;
	bool value;
	int ret;

	pdev = platform_device_alloc(MBE_DRIVER_NAME, id);
	if (!pdev)
		return -ENOMEM;
	pdev->platform_dma_mask = mbe_synthetic_mask();
	pdev->dev.dma_mask = &pdev->platform_dma_mask;
	pdev->dev.coherent_dma_mask = mbe_synthetic_mask();
	if (!coherent_default() && !kstrtobool(coherent, &value))
		mbe_set_coherent(&pdev->dev, value);
	/* Before it is added: the probe asks mbe_is_synthetic(). */
	synthetic[id] = pdev;
	ret = platform_device_add(pdev);
	if (ret) {
		synthetic[id] = NULL;
		platform_device_put(pdev);
	}
	return ret;
}

/* The parameters are checked. Return: 0 or -ENOMEM. */
int mbe_synthetic_create(void)
{
	unsigned int i;
	int ret = 0;

	for (i = 0; !ret && i < devices; i++)
		ret = create_one(i);
	if (ret)
		mbe_synthetic_destroy();
	return ret;
}

void mbe_synthetic_destroy(void)
{
	unsigned int i;

	for (i = 0; i < DEVICES_MAX; i++) {
		if (synthetic[i])
			platform_device_unregister(synthetic[i]);
		synthetic[i] = NULL;
	}
}
