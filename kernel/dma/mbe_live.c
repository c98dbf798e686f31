// SPDX-License-Identifier: GPL-2.0-only
/*
 * Runs in progress, for those who look on: a list of them, and statistics of each
 * interval, read from the threads' own counters by a work item.
 *
 * A thread counts outside the timed windows, whether anybody listens or not, so
 * that listening changes nothing.
 */
#include <linux/limits.h>
#include <linux/log2.h>
#include <linux/math64.h>
#include <linux/moduleparam.h>
#include <linux/mutex.h>
#include <linux/sched.h>
#include <linux/slab.h>

#include "mbe_netlink.h"

#define INTERVAL_MS_MIN	10
#define INTERVAL_MS_MAX	60000

static int set_interval(const char *value, const struct kernel_param *param)
{
	return param_set_uint_minmax(value, param, INTERVAL_MS_MIN, INTERVAL_MS_MAX);
}

static const struct kernel_param_ops interval_ops = {
	.set = set_interval,
	.get = param_get_uint,
};

static unsigned int stats_interval_ms = 1000;
module_param_cb(stats_interval_ms, &interval_ops, &stats_interval_ms, 0644);
MODULE_PARM_DESC(stats_interval_ms, "time between two statistics of a run in progress, 10 to 60000");

static LIST_HEAD(runs);
static u32 last_id;
static DEFINE_MUTEX(runs_lock); /* guards both, and who is stopped */

/* ---- counting, by the threads ---- */

/* 32 bits of an unsigned long would not hold a long time. */
static void add(u64_stats_t *to, u64 value)
{
	u64_stats_set(to, u64_stats_read(to) + value);
}

/* The bucket of a time: 0 to MBE_LIVE_BINS - 1. */
static unsigned int bin_of(u64 ns)
{
	unsigned int octave;

	if (ns < MBE_LIVE_PER_OCTAVE)
		return ns;
	octave = ilog2(ns) - MBE_LIVE_SHIFT;
	if (octave >= MBE_LIVE_OCTAVES - MBE_LIVE_SHIFT)
		return MBE_LIVE_BINS - 1;
	return (octave + 1) * MBE_LIVE_PER_OCTAVE + ((ns >> octave) & (MBE_LIVE_PER_OCTAVE - 1));
}

/**
 * mbe_live_count - a thread has a sample of each of some phases
 * @w: it
 * @ns: by enum mbe_phase_id
 * @phases: MBE_PHASE_BIT()s
 * @operations: that the samples are of, each of so many
 */
void mbe_live_count(struct mbe_worker *w, const u64 *ns, u32 phases, u32 operations)
{
	struct mbe_live_worker *live = w->live;
	u32 phase;

	u64_stats_update_begin(&live->sync);
	add(&live->operations, operations);
	u64_stats_set(&live->bounced, w->look.bounced);
	for (phase = MBE_PHASE_MAP; phase < MBE_LIVE_PHASES; phase++) {
		u64 each_ns;
		u32 *bin;

		if (!(phases & MBE_PHASE_BIT(phase)))
			continue;
		each_ns = operations > 1 ? div_u64(ns[phase], operations) : ns[phase];
		bin = &live->bin[phase][bin_of(each_ns)];
		WRITE_ONCE(*bin, *bin + 1);
		add(&live->count[phase], 1);
		add(&live->sum_ns[phase], each_ns);
	}
	u64_stats_update_end(&live->sync);
}

/* A thread's mappings were refused. */
void mbe_live_count_failed(struct mbe_worker *w, u64 operations)
{
	struct mbe_live_worker *live = w->live;

	u64_stats_update_begin(&live->sync);
	add(&live->operations, operations);
	add(&live->failed, operations);
	u64_stats_update_end(&live->sync);
}

/* ---- reading, by anybody ---- */

static void read_worker(const struct mbe_live_worker *live, struct mbe_live_sum *sum)
{
	struct {
		u64 operations, failed, bounced;
		u64 count[MBE_LIVE_PHASES], sum_ns[MBE_LIVE_PHASES];
	} own;
	unsigned int start, i;
	u32 phase;

	do {
		start = u64_stats_fetch_begin(&live->sync);
		own.operations = u64_stats_read(&live->operations);
		own.failed = u64_stats_read(&live->failed);
		own.bounced = u64_stats_read(&live->bounced);
		for (phase = MBE_PHASE_MAP; phase < MBE_LIVE_PHASES; phase++) {
			own.count[phase] = u64_stats_read(&live->count[phase]);
			own.sum_ns[phase] = u64_stats_read(&live->sum_ns[phase]);
		}
	} while (u64_stats_fetch_retry(&live->sync, start));
	sum->operations += own.operations;
	sum->failed += own.failed;
	sum->bounced += own.bounced;
	for (phase = MBE_PHASE_MAP; phase < MBE_LIVE_PHASES; phase++) {
		sum->count[phase] += own.count[phase];
		sum->sum_ns[phase] += own.sum_ns[phase];
		for (i = 0; i < MBE_LIVE_BINS; i++)
			sum->bin[phase][i] += READ_ONCE(live->bin[phase][i]);
	}
}

/* What all threads have done so far; they go on meanwhile. */
void mbe_live_read(struct mbe_live *live, struct mbe_live_sum *sum)
{
	unsigned int i;

	memset(sum, 0, sizeof(*sum));
	for (i = 0; i < live->run->threads; i++)
		read_worker(live->run->worker[i].live, sum);
}

static void subtract(struct mbe_live_sum *past, const struct mbe_live_sum *now,
		     const struct mbe_live_sum *before)
{
	unsigned int i;
	u32 phase;

	past->operations = now->operations - before->operations;
	past->failed = now->failed - before->failed;
	past->bounced = now->bounced - before->bounced;
	for (phase = MBE_PHASE_MAP; phase < MBE_LIVE_PHASES; phase++) {
		past->count[phase] = now->count[phase] - before->count[phase];
		past->sum_ns[phase] = now->sum_ns[phase] - before->sum_ns[phase];
		for (i = 0; i < MBE_LIVE_BINS; i++)
			past->bin[phase][i] = now->bin[phase][i] - before->bin[phase][i];
	}
}

static u64 bin_middle_ns(unsigned int bin)
{
	unsigned int octave = bin / MBE_LIVE_PER_OCTAVE;

	if (!octave)
		return bin;
	octave--;
	return (((u64)MBE_LIVE_PER_OCTAVE + bin % MBE_LIVE_PER_OCTAVE) << octave) +
	       ((1ULL << octave) >> 1);
}

/**
 * mbe_live_quantile - the time that a share of the samples does not exceed
 * @sum: samples
 * @phase: enum mbe_phase_id
 * @percent: the share, 1 to 100
 *
 * Return: the middle of the bucket with the sample of that rank, in ns; 0 of none.
 */
u64 mbe_live_quantile(const struct mbe_live_sum *sum, u32 phase, unsigned int percent)
{
	u64 samples = 0, rank;
	unsigned int i;

	/* The bins are read after the counts, and know of samples that those do not. */
	for (i = 0; i < MBE_LIVE_BINS; i++)
		samples += sum->bin[phase][i];
	rank = DIV_ROUND_UP_ULL(samples * percent, 100);
	for (i = 0; i < MBE_LIVE_BINS && rank; i++) {
		if (rank <= sum->bin[phase][i])
			return bin_middle_ns(i);
		rank -= sum->bin[phase][i];
	}
	return 0;
}

/* ---- life of a run, as others see it ---- */

static void end_interval(struct mbe_live *live)
{
	u64 now_ns = mbe_clock_ns();

	mbe_live_read(live, &live->now);
	subtract(&live->past, &live->now, &live->before);
	live->before = live->now;
	live->sequence++;
	mbe_netlink_stats(live, now_ns - live->last_ns);
	live->last_ns = now_ns;
}

static void schedule_interval(struct mbe_live *live)
{
	queue_delayed_work(system_dfl_wq, &live->work,
			   msecs_to_jiffies(READ_ONCE(stats_interval_ms)));
}

static void interval_work(struct work_struct *work)
{
	struct mbe_live *live = container_of(to_delayed_work(work), struct mbe_live, work);

	end_interval(live);
	schedule_interval(live);
}

/* Memory that this takes of a run's account. */
u64 mbe_live_bytes(const struct mbe_run_state *run)
{
	return sizeof(struct mbe_live) + (u64)run->threads * sizeof(struct mbe_live_worker);
}

/**
 * mbe_live_new - memory for what others see of a run
 * @run: with its workers; its account pays
 *
 * Return: 0, -ENOBUFS or -ENOMEM; mbe_live_free() undoes either.
 */
int mbe_live_new(struct mbe_run_state *run)
{
	unsigned int i;
	int ret;

	ret = mbe_memory_charge(run->memory_cap, mbe_live_bytes(run));
	if (ret)
		return ret;
	run->live = kvzalloc(sizeof(*run->live), MBE_GFP);
	if (!run->live) {
		mbe_memory_uncharge(mbe_live_bytes(run));
		return -ENOMEM;
	}
	run->live->run = run;
	INIT_LIST_HEAD(&run->live->link);
	INIT_DELAYED_WORK(&run->live->work, interval_work);
	for (i = 0; i < run->threads; i++) {
		run->worker[i].live = kvzalloc(sizeof(*run->worker[i].live), MBE_GFP);
		if (!run->worker[i].live)
			return -ENOMEM;
		u64_stats_init(&run->worker[i].live->sync);
	}
	return 0;
}

void mbe_live_free(struct mbe_run_state *run)
{
	unsigned int i;

	if (!run->live)
		return;
	for (i = 0; i < run->threads; i++)
		kvfree(run->worker[i].live);
	kvfree(run->live);
	run->live = NULL;
	mbe_memory_uncharge(mbe_live_bytes(run));
}

/* The run has a number from now on, and can be stopped by it. */
void mbe_live_begin(struct mbe_run_state *run)
{
	struct mbe_live *live = run->live;

	live->pid = task_tgid_nr(run->owner);
	mutex_lock(&runs_lock);
	live->id = ++last_id;
	list_add_tail(&live->link, &runs);
	mutex_unlock(&runs_lock);
}

/* All threads are warm; what they do from now on counts. */
void mbe_live_measure(struct mbe_run_state *run)
{
	struct mbe_live *live = run->live;

	mutex_lock(&runs_lock);
	live->begin_ns = mbe_clock_ns();
	live->last_ns = live->begin_ns;
	live->measuring = true;
	mutex_unlock(&runs_lock);
	mbe_netlink_start(live);
	schedule_interval(live);
}

/* Its threads do nothing any more. */
void mbe_live_end(struct mbe_run_state *run, int error)
{
	struct mbe_live *live = run->live;

	cancel_delayed_work_sync(&live->work);
	mutex_lock(&runs_lock);
	list_del_init(&live->link);
	mutex_unlock(&runs_lock);
	if (!live->measuring)
		return;
	mbe_live_read(live, &live->past);
	mbe_netlink_done(live, error);
}

/* Was the run ended early, by one who wants what it has measured? */
bool mbe_live_cut(const struct mbe_run_state *run)
{
	return run->live && run->live->cut;
}

/**
 * mbe_live_stop - end a run early
 * @id: its number
 *
 * What it has measured is its result; before that began it fails with -ECANCELED.
 *
 * Return: 0, or -ENOENT: no such run (any more).
 */
int mbe_live_stop(u32 id)
{
	struct mbe_live *live;
	int ret = -ENOENT;

	mutex_lock(&runs_lock);
	list_for_each_entry(live, &runs, link)
		if (live->id == id) {
			live->cut = live->measuring;
			mbe_run_stop(live->run, live->measuring ? 0 : -ECANCELED);
			ret = 0;
			break;
		}
	mutex_unlock(&runs_lock);
	return ret;
}

/**
 * mbe_live_each - show the runs in progress
 * @skip: so many not
 * @show: returns 0 to go on
 * @data: for it
 *
 * Return: 0, or what @show returned.
 */
int mbe_live_each(unsigned int skip, int (*show)(struct mbe_live *live, void *data), void *data)
{
	struct mbe_live *live;
	int ret = 0;

	mutex_lock(&runs_lock);
	list_for_each_entry(live, &runs, link) {
		if (skip) {
			skip--;
			continue;
		}
		ret = show(live, data);
		if (ret)
			break;
	}
	mutex_unlock(&runs_lock);
	return ret;
}
