// SPDX-License-Identifier: GPL-2.0-only
/*
 * QEMU's edu device: a PCI device with a DMA engine, so that something real goes
 * through the IOMMU.
 *
 * Its buffer of 4 KiB can be reached by its own DMA only. So what it shall write
 * somewhere is first fetched by it from a staging page, and what it has read is
 * handed over there. A transfer takes 100 ms. The engine cuts an address to its
 * own mask, 28 bits unless QEMU was told another (dma_mask=), and copies
 * whatever count it is given: both are bounded here.
 */
#include <linux/err.h>
#include <linux/iopoll.h>
#include <linux/pci.h>
#include <linux/slab.h>

#include "mbe_view.h"

#ifdef CONFIG_PCI

#define EDU_VENDOR	0x1234
#define EDU_DEVICE	0x11e8
#define EDU_BAR		0
#define EDU_DMA_BITS	28

/* Registers. */
#define EDU_ID		0x00	/* low byte: 0xed */
#define EDU_SOURCE	0x80
#define EDU_TARGET	0x88
#define EDU_COUNT	0x90
#define EDU_COMMAND	0x98

#define EDU_START	BIT(0)	/* reads as set until the transfer is over */
#define EDU_TO_MEMORY	BIT(1)

/* Its buffer, in the engine's own addresses. */
#define EDU_BUFFER	0x40000
static_assert(MBE_VIEW_BYTES == 4096);

#define POLL_US		2000
#define TIMEOUT_US	2000000

/**
 * struct mbe_edu - the device
 * @pdev: as PCI knows it
 * @regs: BAR 0
 * @lock: one transfer at a time
 * @late: the last transfer did not end in time; it was cut off from memory
 * @staging: MBE_VIEW_BYTES to hand data over
 * @staging_addr: its DMA address
 */
struct mbe_edu {
	struct pci_dev *pdev;
	void __iomem *regs;
	struct mutex lock; /* one transfer at a time */
	bool late;
	void *staging;
	dma_addr_t staging_addr;
};

static void write_address(struct mbe_edu *edu, unsigned int reg, u64 value)
{
#ifdef CONFIG_64BIT
	writeq(value, edu->regs + reg);
#else
	/* A short write clears the upper half; see mbe_edu_transfer(). */
	writel(value, edu->regs + reg);
#endif
}

static bool is_busy(struct mbe_edu *edu)
{
	return readl(edu->regs + EDU_COMMAND) & EDU_START;
}

static int finish(struct mbe_edu *edu)
{
	u32 command;

	if (!readl_poll_timeout(edu->regs + EDU_COMMAND, command,
				!(command & EDU_START), POLL_US, TIMEOUT_US))
		return 0;
	/* Whatever it still does must not reach memory given away by then. */
	pci_clear_master(edu->pdev);
	edu->late = true;
	return -ETIMEDOUT;
}

/* After a late transfer: is it over, at last? */
static int recover(struct mbe_edu *edu)
{
	if (!edu->late)
		return 0;
	if (is_busy(edu))
		return -ETIMEDOUT;
	pci_set_master(edu->pdev);
	edu->late = false;
	return 0;
}

static int fetch(struct mbe_edu *edu, dma_addr_t from, size_t bytes)
{
	write_address(edu, EDU_SOURCE, from);
	write_address(edu, EDU_TARGET, EDU_BUFFER);
	writel(bytes, edu->regs + EDU_COUNT);
	writel(EDU_START, edu->regs + EDU_COMMAND);
	return finish(edu);
}

static int store(struct mbe_edu *edu, dma_addr_t to, size_t bytes)
{
	write_address(edu, EDU_SOURCE, EDU_BUFFER);
	write_address(edu, EDU_TARGET, to);
	writel(bytes, edu->regs + EDU_COUNT);
	writel(EDU_START | EDU_TO_MEMORY, edu->regs + EDU_COMMAND);
	return finish(edu);
}

static int transfer(struct mbe_edu *edu, dma_addr_t addr, void *data,
		    size_t bytes, bool write)
{
	int ret = recover(edu);

	if (ret)
		return ret;
	if (write) {
		memcpy(edu->staging, data, bytes);
		ret = fetch(edu, edu->staging_addr, bytes);
		return ret ?: store(edu, addr, bytes);
	}
	ret = fetch(edu, addr, bytes);
	if (!ret)
		ret = store(edu, edu->staging_addr, bytes);
	if (!ret)
		memcpy(data, edu->staging, bytes);
	return ret;
}

/**
 * mbe_edu_transfer - let the device access memory
 * @edu: the device
 * @addr: DMA address; the first byte
 * @data: what to write, or where to put what was read
 * @bytes: 1 to MBE_EDU_BYTES
 * @write: the device writes to @addr
 *
 * Return: 0, -EINVAL (the engine cannot say the address) or -ETIMEDOUT.
 */
int mbe_edu_transfer(struct mbe_edu *edu, dma_addr_t addr, void *data,
		     size_t bytes, bool write)
{
	const u64 last = (u64)addr + bytes - 1;
	int ret;

	if (bytes < 1 || bytes > MBE_EDU_BYTES)
		return -EINVAL;
	if (last > dma_get_mask(&edu->pdev->dev) ||
	    (!IS_ENABLED(CONFIG_64BIT) && upper_32_bits(last)))
		return -EINVAL;
	mutex_lock(&edu->lock);
	ret = transfer(edu, addr, data, bytes, write);
	mutex_unlock(&edu->lock);
	return ret;
}

/* ---- binding ---- */

static int map_registers(struct mbe_edu *edu)
{
	int ret = pci_request_region(edu->pdev, EDU_BAR, MBE_DRIVER_NAME);

	if (ret)
		return ret;
	edu->regs = pci_iomap(edu->pdev, EDU_BAR, 0);
	if (edu->regs && (readl(edu->regs + EDU_ID) & 0xff) == 0xed)
		return 0;
	if (edu->regs)
		pci_iounmap(edu->pdev, edu->regs);
	pci_release_region(edu->pdev, EDU_BAR);
	return -EIO;
}

static void unmap_registers(struct mbe_edu *edu)
{
	pci_iounmap(edu->pdev, edu->regs);
	pci_release_region(edu->pdev, EDU_BAR);
}

static int make_staging(struct mbe_edu *edu)
{
	struct device *dev = &edu->pdev->dev;
	int ret = dma_set_mask_and_coherent(dev, DMA_BIT_MASK(EDU_DMA_BITS));

	if (ret)
		return ret;
	edu->staging = dma_alloc_coherent(dev, MBE_VIEW_BYTES,
					  &edu->staging_addr, GFP_KERNEL);
	return edu->staging ? 0 : -ENOMEM;
}

static int start(struct mbe_edu *edu)
{
	int ret = pci_enable_device_mem(edu->pdev);

	if (ret)
		return ret;
	ret = map_registers(edu);
	if (ret)
		goto out_disable;
	ret = make_staging(edu);
	if (ret)
		goto out_registers;
	pci_set_master(edu->pdev);
	/* Another driver's transfer may still be on its way. */
	ret = finish(edu);
	if (!ret)
		return 0;
	dma_free_coherent(&edu->pdev->dev, MBE_VIEW_BYTES, edu->staging,
			  edu->staging_addr);
out_registers:
	unmap_registers(edu);
out_disable:
	pci_disable_device(edu->pdev);
	return ret;
}

struct mbe_edu *mbe_edu_probe(struct device *dev)
{
	struct mbe_edu *edu;
	int ret;

	if (!dev_is_pci(dev) || to_pci_dev(dev)->vendor != EDU_VENDOR ||
	    to_pci_dev(dev)->device != EDU_DEVICE)
		return NULL;
	/* A wrong address would hit someone's memory. */
	if (!mbe_translation(dev))
		return NULL;
	edu = kzalloc(sizeof(*edu), GFP_KERNEL);
	if (!edu)
		return ERR_PTR(-ENOMEM);
	edu->pdev = to_pci_dev(dev);
	mutex_init(&edu->lock);
	ret = start(edu);
	if (!ret)
		return edu;
	mutex_destroy(&edu->lock);
	kfree(edu);
	return ERR_PTR(ret);
}

void mbe_edu_remove(struct mbe_edu *edu)
{
	if (!edu)
		return;
	/* First, so that a late transfer finds no memory. */
	pci_clear_master(edu->pdev);
	dma_free_coherent(&edu->pdev->dev, MBE_VIEW_BYTES, edu->staging,
			  edu->staging_addr);
	unmap_registers(edu);
	pci_disable_device(edu->pdev);
	mutex_destroy(&edu->lock);
	kfree(edu);
}

#else /* CONFIG_PCI */

struct mbe_edu *mbe_edu_probe(struct device *dev)
{
	return NULL;
}

void mbe_edu_remove(struct mbe_edu *edu)
{
}

int mbe_edu_transfer(struct mbe_edu *edu, dma_addr_t addr, void *data,
		     size_t bytes, bool write)
{
	return -EOPNOTSUPP;
}

#endif /* CONFIG_PCI */
