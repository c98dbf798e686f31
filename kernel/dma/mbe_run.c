// SPDX-License-Identifier: GPL-2.0-only
/*
 * Life of a run: make the threads, lead them through the stages, stop them.
 *
 * Threads end in kthread_stop() only, so a task never goes away
 * under its creator (kthread_stop_put() is not exported everywhere).
 */
#include <linux/kthread.h>
#include <linux/nodemask.h>
#include <linux/slab.h>
#include <linux/topology.h>

#include "mbe_live.h"
#include "mbe_mark.h"

/**
 * mbe_run_stop - end a run early
 * @run: the run
 * @error: negative errno it shall return, unless it has one already
 *
 * Any context that may take a spinlock. The threads see it within one
 * iteration.
 */
void mbe_run_stop(struct mbe_run_state *run, int error)
{
	cmpxchg(&run->error, 0, error);
	WRITE_ONCE(run->stop, true);
	wake_up_all(&run->changed);
}

/* A node of memory only has no CPUs to run on: then anywhere. */
static int place(struct mbe_worker *w)
{
	int node = w->run->req.uapi.node;

	if (node == NUMA_NO_NODE || cpumask_empty(cpumask_of_node(node)))
		return 0;
	return set_cpus_allowed_ptr(current, cpumask_of_node(node));
}

/* Samples that one worker keeps of each phase. */
static u32 sample_cap(const struct mbe_run_state *run)
{
	const struct mbe_run *req = &run->req.uapi;
	u64 cap = req->sample_cap ?: MBE_SAMPLE_CAP_DEFAULT;

	if (!req->data_bytes)
		return 0;
	return max_t(u64, div_u64(cap, run->threads), 1);
}

static int prepare(struct mbe_worker *w)
{
	struct mbe_run_state *run = w->run;
	u32 phase;
	int ret;

	ret = place(w);
	if (ret)
		return ret;
	for (phase = MBE_PHASE_MAP; phase <= MBE_PHASE_EMPTY; phase++) {
		ret = mbe_series_init(&w->series[phase], run, sample_cap(run));
		if (ret)
			return ret;
	}
	return run->req.mode->prepare(w);
}

static int pilot(struct mbe_worker *w)
{
	if (w->index || w->run->timing != MBE_TIMING_AUTO)
		return 0;
	/* Counts need no clock, but phases apart. */
	if (w->run->req.uapi.flags & MBE_RUN_COUNT) {
		w->run->timing = MBE_TIMING_PER_OP;
		return 0;
	}
	return mbe_worker_pilot(w);
}

static int (* const stage_work[MBE_STAGES])(struct mbe_worker *w) = {
	[MBE_STAGE_PREPARE] = prepare,
	[MBE_STAGE_PILOT] = pilot,
	[MBE_STAGE_WARM_UP] = mbe_worker_warm_up,
	[MBE_STAGE_MEASURE] = mbe_worker_loop,
};

/* The last thread through a stage wakes the waiter. */
static void arrive(struct mbe_run_state *run)
{
	u64 now = mbe_clock_ns();

	if (!atomic_dec_and_test(&run->pending))
		return;
	run->end_ns = now;
	wake_up_all(&run->changed);
}

/* The tool finds the threads in perf's samples by this name, see its lib/perf_text.c. */
static int mbe_thread(void *data)
{
	struct mbe_worker *w = data;
	struct mbe_run_state *run = w->run;
	int stage, ret;

	for (stage = 0; stage < MBE_STAGES; stage++) {
		/*
		 * Idle: neither load nor a hung task, however long it takes.
		 * The acquire pairs with the release in run_threads().
		 */
		wait_event_idle(run->gate,
				/* see above */
				smp_load_acquire(&run->stage) >= stage);
		ret = mbe_run_stopped(run) ? 0 : stage_work[stage](w);
		if (ret)
			mbe_run_stop(run, ret);
		arrive(run);
	}

	set_current_state(TASK_IDLE);
	while (!kthread_should_stop()) {
		schedule();
		set_current_state(TASK_IDLE);
	}
	__set_current_state(TASK_RUNNING);
	return 0;
}

/*
 * Wait until all threads are through the stage. A signal or an unbind stops the
 * run; the threads then still have to be waited for, each at most one
 * iteration.
 */
static void await_stage(struct mbe_run_state *run)
{
	if (wait_event_interruptible(run->changed, !atomic_read(&run->pending)))
		mbe_run_stop(run, -EINTR);
	wait_event(run->changed, !atomic_read(&run->pending));
}

/* CPU of the @n-th worker: the list, again and again. */
static int nth_cpu(const struct cpumask *cpus, unsigned int n)
{
	unsigned int cpu;

	if (cpumask_empty(cpus))
		return -1;
	n %= cpumask_weight(cpus);
	for_each_cpu(cpu, cpus)
		if (!n--)
			return cpu;
	return -1;
}

static int create_threads(struct mbe_run_state *run)
{
	unsigned int i;

	for (i = 0; i < run->threads; i++) {
		struct mbe_worker *w = &run->worker[i];
		struct task_struct *task;

		w->run = run;
		w->index = i;
		w->cpu = nth_cpu(run->req.cpus, i);
		task = kthread_create_on_node(mbe_thread, w, run->req.uapi.node,
					      "dma-bench/%u", i);
		if (IS_ERR(task))
			return PTR_ERR(task);
		/* Before it runs: later the core could move it. */
		if (w->cpu >= 0)
			kthread_bind(task, w->cpu);
		w->task = task;
	}
	return 0;
}

static void stop_threads(struct mbe_run_state *run)
{
	unsigned int i;

	for (i = 0; i < run->threads && run->worker[i].task; i++) {
		kthread_stop(run->worker[i].task);
		run->worker[i].task = NULL;
	}
}

static void run_threads(struct mbe_run_state *run)
{
	unsigned int i;
	int stage;

	for (i = 0; i < run->threads; i++)
		wake_up_process(run->worker[i].task);
	for (stage = 0; stage < MBE_STAGES; stage++) {
		atomic_set(&run->pending, run->threads);
		if (stage == MBE_STAGE_MEASURE && !mbe_run_stopped(run))
			mbe_live_measure(run);
		run->start_ns = mbe_clock_ns();
		/* Pairs with mbe_thread(): the stage sees all that was set before. */
		smp_store_release(&run->stage, stage);
		wake_up_all(&run->gate);
		await_stage(run);
	}
}

static u64 workers_bytes(const struct mbe_run_state *run)
{
	return (u64)run->threads * sizeof(*run->worker);
}

static u64 run_word(const struct mbe_run_state *run)
{
	return MBE_MARK_WORD(run->req.uapi.count_run, 0, 0);
}

static bool any_sample(const struct mbe_run_state *run)
{
	unsigned int i;
	u32 phase;

	for (i = 0; i < run->threads; i++)
		for (phase = MBE_PHASE_MAP; phase <= MBE_PHASE_ROUND_TRIP; phase++)
			if (run->worker[i].series[phase].count)
				return true;
	return false;
}

/* Refuse early what would be refused after much work. */
static int check_footprint(const struct mbe_run_state *run)
{
	const struct mbe_run *req = &run->req.uapi;
	u64 one = run->req.mode->footprint_bytes(req);

	if (one > div_u64(run->memory_cap, run->threads))
		return -ENOBUFS;
	return 0;
}

/**
 * mbe_run_new - a run for a request
 * @bench: device
 * @session: whose run it is; NULL: nobody's, of upstream's ioctl
 * @uapi: the request, not yet validated
 *
 * Return: the run, for mbe_run_free(), or an ERR_PTR(): see the ABI header.
 */
struct mbe_run_state *mbe_run_new(struct mbe_bench *bench,
				  struct mbe_session *session,
				  const struct mbe_run *uapi)
{
	struct mbe_run_state *run = kzalloc(sizeof(*run), GFP_KERNEL);
	int ret;

	if (!run)
		return ERR_PTR(-ENOMEM);
	if (!zalloc_cpumask_var(&run->req.cpus, GFP_KERNEL)) {
		kfree(run);
		return ERR_PTR(-ENOMEM);
	}
	INIT_LIST_HEAD(&run->link);
	run->stage = -1;
	init_waitqueue_head(&run->changed);
	init_waitqueue_head(&run->gate);
	run->bench = bench;
	run->session = session;
	run->req.uapi = *uapi;
	ret = mbe_request_check(&run->req, bench->dev);
	if (ret) {
		mbe_run_free(run);
		return ERR_PTR(ret);
	}
	run->threads = uapi->threads;
	run->timing = uapi->timing;
	run->batch_ops = uapi->timing == MBE_TIMING_BATCH ? uapi->batch_ops : 1;
	run->phases = uapi->phases;
	return run;
}

/**
 * mbe_run_execute - do it
 * @run: from mbe_run_new()
 *
 * Sleeps until the loop is over. Results stay in the run until it is freed.
 *
 * Return: 0 or a negative errno: see the ABI header.
 */
int mbe_run_execute(struct mbe_run_state *run)
{
	int ret;

	run->owner = current;
	run->memory_cap = mbe_memory_cap();
	ret = check_footprint(run);
	if (ret)
		return ret;
	ret = mbe_memory_charge(run->memory_cap, workers_bytes(run));
	if (ret)
		return ret;
	run->worker = kvzalloc(workers_bytes(run), MBE_GFP);
	if (!run->worker) {
		mbe_memory_uncharge(workers_bytes(run));
		return -ENOMEM;
	}
	run->clock_resolution_ns = mbe_clock_resolution_ns();

	ret = mbe_live_new(run);
	if (ret)
		return ret;

	ret = mbe_bench_begin(run->bench, run);
	if (ret)
		return ret;
	mbe_live_begin(run);
	run->domain = mbe_translation(run->bench->dev);
	run->direct = !run->domain && !get_dma_ops(run->bench->dev);
	ret = create_threads(run);
	if (!ret) {
		if (run->req.uapi.flags & MBE_RUN_COUNT)
			mbe_mark(MBE_MARK_RUN_BEGIN, run_word(run));
		run_threads(run);
		if (run->req.uapi.flags & MBE_RUN_COUNT)
			mbe_mark(MBE_MARK_RUN_END, run_word(run));
		ret = READ_ONCE(run->error);
	}
	/* What was stopped before its first sample has no result. */
	if (!ret && mbe_live_cut(run) && !any_sample(run))
		ret = -ECANCELED;
	mbe_live_end(run, ret);
	stop_threads(run);
	mbe_bench_end(run->bench, run);
	return ret;
}

static void worker_release(struct mbe_worker *w)
{
	u32 phase;

	w->run->req.mode->release(w);
	for (phase = MBE_PHASE_MAP; phase <= MBE_PHASE_EMPTY; phase++)
		mbe_series_free(&w->series[phase]);
}

/* Free the run with its buffers and statistics; its threads are gone. */
void mbe_run_free(struct mbe_run_state *run)
{
	unsigned int i;

	mbe_live_free(run);
	if (run->worker) {
		for (i = 0; i < run->threads; i++)
			if (run->worker[i].run)
				worker_release(&run->worker[i]);
		kvfree(run->worker);
		mbe_memory_uncharge(workers_bytes(run));
	}
	free_cpumask_var(run->req.cpus);
	kfree(run);
}
