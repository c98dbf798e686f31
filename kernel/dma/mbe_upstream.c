// SPDX-License-Identifier: GPL-2.0-only
/*
 * Upstream's own ioctl, DMA_MAP_BENCHMARK, on our engine, so that upstream's
 * tool works unchanged where upstream's driver is not there.
 *
 * Reading the file, which upstream's cannot, gives the exact statistics of the
 * last such run:
 *
 *	map n=... min_ns=... max_ns=... sum_ns=... sum_sq_ns2=...
 *	unmap n=... ...
 */
#include <linux/compat.h>
#include <linux/debugfs.h>
#include <linux/fs.h>
#include <linux/math.h>
#include <linux/math64.h>
#include <linux/moduleparam.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/uaccess.h>

#include "mbe.h"

#define UPSTREAM_FILE	"dma_map_benchmark"

/* Upstream's ABI (6.1 to 7.x), in our own words; the numbers are its facts. */
struct upstream_request {
	u64 avg_map_100ns;
	u64 map_stddev_100ns;
	u64 avg_unmap_100ns;
	u64 unmap_stddev_100ns;
	u32 threads;		/* 1 to 1024 */
	u32 seconds;		/* 1 to 300 */
	s32 node;		/* -1: any */
	u32 dma_bits;
	u32 dir;		/* as enum dma_data_direction */
	u32 transfer_ns;	/* up to 10 ms */
	u32 granule;		/* 1 to 1024 pages, or one-page entries */
	u8 mode;		/* 0: single, 1: sg; zero before 7.x */
	u8 expansion[75];
};
static_assert(sizeof(struct upstream_request) == 136);

#define UPSTREAM_IOCTL		_IOWR('d', 1, struct upstream_request)
#define UPSTREAM_GRANULE_MAX	1024
#define UPSTREAM_DMA_BITS_MIN	20	/* what its tool accepts */

static char *upstream_device = "";
module_param(upstream_device, charp, 0444);
MODULE_PARM_DESC(upstream_device,
		 "device behind upstream's debugfs file: a name, none, or empty for the first");

/* Room for two lines of five numbers. */
#define LAST_CHARS	512

/* One file, so one device and one last run. */
static DEFINE_MUTEX(last_lock);
static char last_text[LAST_CHARS];

static int translate(const struct upstream_request *in, struct mbe_run *out)
{
	static const u32 dirs[] = {
		[DMA_BIDIRECTIONAL] = MBE_DIR_BIDIRECTIONAL,
		[DMA_TO_DEVICE] = MBE_DIR_TO_DEVICE,
		[DMA_FROM_DEVICE] = MBE_DIR_FROM_DEVICE,
	};

	if (in->mode > 1 || in->dir >= ARRAY_SIZE(dirs) || !in->seconds ||
	    !in->granule || in->granule > UPSTREAM_GRANULE_MAX ||
	    in->dma_bits < UPSTREAM_DMA_BITS_MIN)
		return -EINVAL;
	*out = (struct mbe_run) {
		.size = sizeof(*out),
		.mode = in->mode ? MBE_MODE_SG : MBE_MODE_SINGLE,
		.entries = in->mode ? in->granule : 0,
		.bytes = in->mode ? PAGE_SIZE : (u64)in->granule * PAGE_SIZE,
		.dir = dirs[in->dir],
		/* Upstream writes the buffer unless the device alone will. */
		.state = in->dir == DMA_FROM_DEVICE ? MBE_STATE_UNTOUCHED :
						      MBE_STATE_DIRTY,
		.timing = MBE_TIMING_PER_OP,
		.phases = MBE_PHASE_BIT(MBE_PHASE_MAP) |
			  MBE_PHASE_BIT(MBE_PHASE_UNMAP),
		.threads = in->threads,
		.duration_ns = (u64)in->seconds * NSEC_PER_SEC,
		.transfer_ns = in->transfer_ns,
		.node = in->node,
		.dma_bits = in->dma_bits,
	};
	return 0;
}

/*
 * Sample deviation from exact sums. With m, the mean cut to whole ns,
 *	sum((x - m)^2) = sum_sq - 2 m sum + n m^2
 * needs no fraction and is off by less than n ns^2.
 */
static u64 deviation_ns(const struct mbe_series *total)
{
	u64 mean = div64_u64(total->sum, total->count);
	struct mbe_u128 around;

	if (total->count < 2)
		return 0;
	around = mbe_u128_add(total->sum_sq,
			      mbe_u128_mul(total->count * mean, mean));
	around = mbe_u128_sub(around, mbe_u128_mul(total->sum, mean));
	around = mbe_u128_sub(around, mbe_u128_mul(total->sum, mean));
	mbe_u128_div(&around, total->count - 1);
	return int_sqrt64(around.lo);
}

/* Upstream's unit, to the nearest. */
static u64 to_100ns(u64 ns)
{
	return div_u64(ns + 50, 100);
}

static void summarize(const struct mbe_series *total, u64 *mean_100ns,
		      u64 *deviation_100ns)
{
	if (!total->count)
		return;
	*mean_100ns = to_100ns(div64_u64(total->sum, total->count));
	*deviation_100ns = to_100ns(deviation_ns(total));
}

static size_t print_series(char *text, size_t room, const char *name,
			   const struct mbe_series *total)
{
	char sum_sq[MBE_U128_CHARS];

	return scnprintf(text, room,
			 "%s n=%llu min_ns=%llu max_ns=%llu sum_ns=%llu sum_sq_ns2=%s\n",
			 name, total->count, total->min, total->max,
			 total->sum, mbe_u128_print(total->sum_sq, sum_sq));
}

static void publish(const struct mbe_series *map,
		    const struct mbe_series *unmap)
{
	size_t used;

	mutex_lock(&last_lock);
	used = print_series(last_text, LAST_CHARS, "map", map);
	print_series(last_text + used, LAST_CHARS - used, "unmap", unmap);
	mutex_unlock(&last_lock);
}

static int report(const struct mbe_run_state *run, struct upstream_request *out)
{
	struct mbe_series *map, *unmap;
	int ret = -ENOMEM;

	map = kzalloc(sizeof(*map), GFP_KERNEL);
	unmap = kzalloc(sizeof(*unmap), GFP_KERNEL);
	if (!map || !unmap)
		goto out;
	mbe_merge(run, MBE_PHASE_MAP, map);
	mbe_merge(run, MBE_PHASE_UNMAP, unmap);
	/* Upstream stops at the first refusal; a mean of nothing is no result. */
	ret = map->count ? 0 : -ENOMEM;
	summarize(map, &out->avg_map_100ns, &out->map_stddev_100ns);
	summarize(unmap, &out->avg_unmap_100ns, &out->unmap_stddev_100ns);
	publish(map, unmap);
out:
	kfree(map);
	kfree(unmap);
	return ret;
}

static int upstream_run(struct mbe_bench *bench, void __user *user)
{
	struct upstream_request request;
	struct mbe_run_state *run;
	struct mbe_run translated;
	int ret;

	if (copy_from_user(&request, user, sizeof(request)))
		return -EFAULT;
	ret = translate(&request, &translated);
	if (ret)
		return ret;
	run = mbe_run_new(bench, NULL, &translated);
	if (IS_ERR(run))
		return PTR_ERR(run);
	ret = mbe_run_execute(run);
	/* Its tool knows a refused mask as an invalid argument. */
	if (ret == -EIO)
		ret = -EINVAL;
	if (!ret)
		ret = report(run, &request);
	mbe_run_free(run);
	if (!ret && copy_to_user(user, &request, sizeof(request)))
		ret = -EFAULT;
	return ret;
}

static long upstream_ioctl(struct file *file, unsigned int cmd,
			   unsigned long arg)
{
	struct mbe_bench *bench = file->f_inode->i_private;
	long ret = -EINVAL;

	if (debugfs_file_get(file->f_path.dentry))
		return -ENODEV;
	/* Upstream's answer to an unknown command is -EINVAL too. */
	if (cmd == UPSTREAM_IOCTL)
		ret = upstream_run(bench, (void __user *)arg);
	debugfs_file_put(file->f_path.dentry);
	return ret;
}

static ssize_t upstream_read(struct file *file, char __user *to, size_t count,
			     loff_t *pos)
{
	ssize_t ret;

	mutex_lock(&last_lock);
	ret = simple_read_from_buffer(to, count, pos, last_text,
				      strlen(last_text));
	mutex_unlock(&last_lock);
	return ret;
}

static const struct file_operations upstream_fops = {
	.owner		= THIS_MODULE,
	.open		= simple_open,
	.read		= upstream_read,
	.llseek		= default_llseek,
	.unlocked_ioctl	= upstream_ioctl,
	.compat_ioctl	= compat_ptr_ioctl,
};

/* Is upstream's driver, or another device of ours, behind the file already? */
static bool file_exists(void)
{
	struct dentry *found = debugfs_lookup(UPSTREAM_FILE, NULL);

	dput(found);
	return found;
}

/*
 * Make upstream's file for this device if it is the one to serve it. Failing
 * is no error: the device works without.
 */
void mbe_upstream_add(struct mbe_bench *bench)
{
	struct dentry *file;

	if (*upstream_device && strcmp(upstream_device, dev_name(bench->dev)))
		return;
	if (file_exists())
		return;
	file = debugfs_create_file_unsafe(UPSTREAM_FILE, 0600, NULL, bench,
					  &upstream_fops);
	if (!IS_ERR(file))
		bench->upstream_file = file;
}

void mbe_upstream_remove(struct mbe_bench *bench)
{
	debugfs_remove(bench->upstream_file);
}
