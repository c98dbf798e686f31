// SPDX-License-Identifier: GPL-2.0-only
/*
 * Extended DMA map benchmark: measures and exercises the streaming DMA API.
 *
 * This file: binding to devices, their debugfs files, the table of ioctls, and
 * the life of a session (an open file). See it work:
 *
 *	insmod dma_map_benchmark_ext.ko
 *	ls /sys/kernel/debug/dma_map_benchmark_ext/
 *	dma_map_benchmark devices
 *
 * A real device is bound by writing dma_map_benchmark_ext to its
 * driver_override, unbinding it from its driver, and binding it here.
 *
 * The ABI is documented in include/uapi/linux/map_benchmark_ext.h.
 */
#include <linux/debugfs.h>
#include <linux/fs.h>
#include <linux/module.h>
#include <linux/pci.h>
#include <linux/platform_device.h>
#include <linux/slab.h>
#include <linux/uaccess.h>

#include "mbe_netlink.h"
#include "mbe_session.h"

static_assert(sizeof(struct mbe_query) == MBE_QUERY_SIZE_VER2);
static_assert(sizeof(struct mbe_run) == MBE_RUN_SIZE_VER1);
static_assert(sizeof(struct mbe_result) == MBE_RESULT_SIZE_VER1);

static struct dentry *debugfs_dir;

/* ---- ioctls ---- */

/* A 32-bit kernel would drop the upper half of a bad pointer without a word. */
bool mbe_user_address(u64 user)
{
	return user == (uintptr_t)user;
}

/**
 * mbe_copy_in - read a size-first struct
 * @dst: kernel copy
 * @known: its size; a longer caller's struct must end in zeroes
 * @oldest: shortest size ever published
 * @user: address in user space
 *
 * Return: 0, -EFAULT, -EINVAL (too short) or -E2BIG (unknown non-zero tail, or
 * longer than MBE_STRUCT_BYTES_MAX).
 */
int mbe_copy_in(void *dst, size_t known, size_t oldest, u64 user)
{
	u32 size;

	if (!mbe_user_address(user) ||
	    get_user(size, (u32 __user *)u64_to_user_ptr(user)))
		return -EFAULT;
	if (size < oldest)
		return -EINVAL;
	if (size > MBE_STRUCT_BYTES_MAX)
		return -E2BIG;
	return copy_struct_from_user(dst, known, u64_to_user_ptr(user), size);
}

/**
 * mbe_copy_out - give a size-first struct back
 * @user: address in user space
 * @src: kernel copy; it begins with the caller's size
 * @known: its size; a shorter caller's struct is not written past its end
 *
 * Return: 0 or -EFAULT.
 */
int mbe_copy_out(u64 user, const void *src, size_t known)
{
	u32 size = *(const u32 *)src;

	return copy_to_user(u64_to_user_ptr(user), src,
			    min_t(size_t, size, known)) ? -EFAULT : 0;
}

static int ioctl_query(struct mbe_session *session, u64 user)
{
	struct mbe_bench *bench = session->bench;
	struct mbe_query query;
	int ret;

	ret = mbe_copy_in(&query, sizeof(query), MBE_QUERY_SIZE_VER1, user);
	if (ret)
		return ret;
	if (query.__reserved)
		return -EINVAL;
	mutex_lock(&bench->lock);
	if (bench->dead)
		ret = -ENODEV;
	else
		mbe_query_fill(bench, &query);
	mutex_unlock(&bench->lock);
	return ret ?: mbe_copy_out(user, &query, sizeof(query));
}

static int ioctl_run(struct mbe_session *session, u64 user)
{
	struct mbe_run_state *run;
	struct mbe_run request;
	int ret;

	ret = mbe_copy_in(&request, sizeof(request), MBE_RUN_SIZE_VER1, user);
	if (ret)
		return ret;
	run = mbe_run_new(session->bench, session, &request);
	if (IS_ERR(run))
		return PTR_ERR(run);
	ret = mbe_deliver_check(&request);
	if (!ret)
		ret = mbe_run_execute(run);
	if (!ret)
		ret = mbe_deliver(run);
	mbe_run_free(run);
	return ret;
}

/* The table of commands; a new one is a row. */
static const struct {
	unsigned int cmd;
	int (*handler)(struct mbe_session *session, u64 user);
} commands[] = {
	{ MBE_IOCTL_QUERY, ioctl_query },
	{ MBE_IOCTL_RUN, ioctl_run },
	{ MBE_IOCTL_BUFFER_ALLOC, mbe_ioctl_buffer_alloc },
	{ MBE_IOCTL_BUFFER_FREE, mbe_ioctl_buffer_free },
	{ MBE_IOCTL_CPU_ACCESS, mbe_ioctl_cpu_access },
	{ MBE_IOCTL_MAP, mbe_ioctl_map },
	{ MBE_IOCTL_SYNC, mbe_ioctl_sync },
	{ MBE_IOCTL_UNMAP, mbe_ioctl_unmap },
	{ MBE_IOCTL_DESCRIBE, mbe_ioctl_describe },
	{ MBE_IOCTL_DEVICE_ACCESS, mbe_ioctl_device_access },
	{ MBE_IOCTL_SETTINGS, mbe_ioctl_settings },
};

/* The encoded size is that of the caller's header: any version's will do. */
static bool same_command(unsigned int a, unsigned int b)
{
	return _IOC_TYPE(a) == _IOC_TYPE(b) && _IOC_NR(a) == _IOC_NR(b);
}

static long mbe_ioctl(struct file *file, unsigned int cmd, unsigned long arg)
{
	struct mbe_session *session = file->private_data;
	long ret = -ENOTTY;
	size_t i;

	/* Keeps the unbinding waiting until the command is through. */
	if (debugfs_file_get(file->f_path.dentry))
		return -ENODEV;
	for (i = 0; i < ARRAY_SIZE(commands); i++)
		if (same_command(commands[i].cmd, cmd))
			ret = commands[i].handler(session, arg);
	debugfs_file_put(file->f_path.dentry);
	return ret;
}

/* ---- sessions ---- */

static int session_open(struct inode *inode, struct file *file)
{
	struct mbe_session *session = mbe_session_new(inode->i_private);

	if (!session)
		return -ENOMEM;
	file->private_data = session;
	return nonseekable_open(inode, file);
}

static int session_release(struct inode *inode, struct file *file)
{
	mbe_session_end(file->private_data);
	return 0;
}

/* debugfs takes a module reference per open file: unloading is -EBUSY then. */
static const struct file_operations bench_fops = {
	.owner		= THIS_MODULE,
	.open		= session_open,
	.release	= session_release,
	.unlocked_ioctl	= mbe_ioctl,
	.compat_ioctl	= compat_ptr_ioctl,
};

/* ---- binding ---- */

/*
 * From the drivers' remove, not from devres: by then the IOMMU core already
 * believes that nobody uses the device's mappings.
 */
static void bench_remove(struct device *dev)
{
	struct mbe_bench *bench = dev_get_drvdata(dev);
	struct mbe_session *session;

	mbe_bench_kill(bench);
	/* Both wait until no ioctl is left in the device. */
	mbe_upstream_remove(bench);
	debugfs_remove(bench->file);
	/* The files may stay open, and one may be closing right now. */
	mutex_lock(&bench->life);
	list_for_each_entry(session, &bench->sessions, link)
		mbe_session_leave_device(session);
	mutex_unlock(&bench->life);
	mbe_edu_remove(bench->edu);
	mbe_bench_put(bench);
}

/* What the device itself needs before it can be used: 0 or a negative errno. */
static int prepare_device(struct mbe_bench *bench)
{
	int ret;

	/*
	 * A PCI device is enabled, and made bus master, only if something here
	 * drives it. Of any other only the mapping layer is used, and nobody
	 * knows what its last driver has left it doing.
	 */
	bench->edu = mbe_edu_probe(bench->dev);
	if (IS_ERR(bench->edu))
		return PTR_ERR(bench->edu);
	if (!bench->synthetic)
		return 0;
	/* As any driver does; the core derives facts from it. */
	ret = dma_set_mask_and_coherent(bench->dev, mbe_synthetic_mask());
	if (ret)
		return ret;
	/* Nothing is behind it that could limit a segment. */
	dma_set_max_seg_size(bench->dev, UINT_MAX);
	return 0;
}

static int bench_probe(struct device *dev)
{
	struct mbe_bench *bench;
	int ret;

	/* Without a mask the DMA API warns and refuses. */
	if (!dev->dma_mask)
		return -ENODEV;
	bench = mbe_bench_new(dev);
	if (!bench)
		return -ENOMEM;
	ret = prepare_device(bench);
	if (ret)
		goto out_put;
	bench->file = debugfs_create_file_unsafe(dev_name(dev), 0600,
						 debugfs_dir, bench,
						 &bench_fops);
	if (IS_ERR(bench->file)) {
		ret = PTR_ERR(bench->file);
		goto out_edu;
	}
	dev_set_drvdata(dev, bench);
	mbe_upstream_add(bench);
	mbe_bench_publish(bench);
	return 0;

out_edu:
	mbe_edu_remove(bench->edu);
out_put:
	mbe_bench_put(bench);
	return ret;
}

static int platform_probe(struct platform_device *pdev)
{
	return bench_probe(&pdev->dev);
}

static void platform_remove(struct platform_device *pdev)
{
	bench_remove(&pdev->dev);
}

static struct platform_driver mbe_platform_driver = {
	.driver	= {
		.name	= MBE_DRIVER_NAME,
	},
	.probe	= platform_probe,
	.mbe_remove_void = platform_remove,
};

#ifdef CONFIG_PCI
/* No id table: a PCI device comes here by driver_override only. */
static int pci_probe(struct pci_dev *pdev, const struct pci_device_id *id)
{
	return bench_probe(&pdev->dev);
}

static void pci_remove(struct pci_dev *pdev)
{
	bench_remove(&pdev->dev);
}

static struct pci_driver mbe_pci_driver = {
	.name	= MBE_DRIVER_NAME,
	.probe	= pci_probe,
	.remove	= pci_remove,
};

static int add_pci_driver(void)
{
	return pci_register_driver(&mbe_pci_driver);
}

static void remove_pci_driver(void)
{
	pci_unregister_driver(&mbe_pci_driver);
}
#else
static int add_pci_driver(void)
{
	return 0;
}

static void remove_pci_driver(void)
{
}
#endif

static int __init mbe_init(void)
{
	int ret;

	/* Before a real device can bind: a typing error must not disturb it. */
	ret = mbe_synthetic_check();
	if (ret)
		return ret;
	ret = mbe_netlink_init();
	if (ret)
		return ret;
	debugfs_dir = debugfs_create_dir(MBE_DRIVER_NAME, NULL);
	if (IS_ERR(debugfs_dir)) {
		ret = PTR_ERR(debugfs_dir);
		goto out_netlink;
	}
	ret = platform_driver_register(&mbe_platform_driver);
	if (ret)
		goto out_debugfs;
	ret = add_pci_driver();
	if (ret)
		goto out_platform;
	ret = mbe_synthetic_create();
	if (ret)
		goto out_pci;
	return 0;

out_pci:
	remove_pci_driver();
out_platform:
	platform_driver_unregister(&mbe_platform_driver);
out_debugfs:
	debugfs_remove(debugfs_dir);
out_netlink:
	mbe_netlink_exit();
	return ret;
}

static void __exit mbe_exit(void)
{
	mbe_synthetic_destroy();
	remove_pci_driver();
	platform_driver_unregister(&mbe_platform_driver);
	debugfs_remove(debugfs_dir);
	mbe_netlink_exit();
}

module_init(mbe_init);
module_exit(mbe_exit);

MODULE_AUTHOR("The DMA map benchmark project");
MODULE_DESCRIPTION("Extended benchmark and test driver for the streaming DMA API");
MODULE_LICENSE("GPL");
