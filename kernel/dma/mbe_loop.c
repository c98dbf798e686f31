// SPDX-License-Identifier: GPL-2.0-only
/*
 * The hot loop: what the threads of a run do. Two clock reads around one
 * operation, or around a batch of round trips.
 *
 * Everything that is not the operation (the buffer's state, the statistics,
 * looking for bounces) happens outside the timed windows.
 */
#include <linux/delay.h>
#include <linux/irqflags.h>
#include <linux/sched.h>

#include "mbe_live.h"
#include "mbe_mark.h"

/* Empty windows timed per thread, to report what the measuring itself costs. */
#define EMPTY_WINDOWS		256
/* Operations thrown away before the pilot: the first ones find all cold. */
#define PILOT_WARM_UP		16
/* The pilot lasts so many steps of the clock; a chosen batch ten times that. */
#define PILOT_STEPS		50
/* Operations that it times one by one, so that what comes into one decides nothing. */
#define PILOT_WINDOWS		5
#define BATCH_STEPS		500
/* A run of few iterations gets this many batches, if they can be long enough. */
#define BATCHES_WANTED		5
/* Times that a disturbed iteration is tried where operations are counted. */
#define TRIES_MAX		16

static int do_nothing(struct mbe_worker *w)
{
	return 0;
}

static int do_sync_for_device(struct mbe_worker *w)
{
	w->run->req.mode->sync_for_device(w);
	return 0;
}

static int do_sync_for_cpu(struct mbe_worker *w)
{
	w->run->req.mode->sync_for_cpu(w);
	return 0;
}

static int do_unmap(struct mbe_worker *w)
{
	w->run->req.mode->unmap(w);
	return 0;
}

static int do_map(struct mbe_worker *w)
{
	return w->run->req.mode->map(w);
}

static int do_round_trip(struct mbe_worker *w)
{
	int ret = w->run->req.mode->map(w);

	if (!ret)
		w->run->req.mode->unmap(w);
	return ret;
}

static int do_set_state(struct mbe_worker *w)
{
	w->run->req.mode->set_state(w, w->run->req.uapi.state);
	return 0;
}

/*
 * The one timed window. Not inlined, so that each operation, the empty one
 * included, is measured with the same code around it.
 */
static noinline int timed(struct mbe_worker *w, int (*op)(struct mbe_worker *),
			  bool irqs_off, u64 *ns)
{
	unsigned long flags = 0;
	u64 start, end;
	int ret;

	if (irqs_off)
		local_irq_save(flags);
	start = mbe_clock_ns();
	ret = op(w);
	end = mbe_clock_ns();
	if (irqs_off)
		local_irq_restore(flags);
	*ns = end - start;
	return ret;
}

/* The operation between two marks; the call is what MBE_PHASE_EMPTY counts. */
static noinline int marked(struct mbe_worker *w, int (*op)(struct mbe_worker *),
			   u32 phase)
{
	u64 word = MBE_MARK_WORD(w->run->req.uapi.count_run, w->index, phase);
	struct mbe_witness before = mbe_witness();
	int ret;

	mbe_mark(MBE_MARK_BEGIN, word);
	ret = op(w);
	mbe_mark(MBE_MARK_END, word);
	if (mbe_undisturbed(&before))
		w->undisturbed |= MBE_PHASE_BIT(phase);
	return ret;
}

/* The same window with marks in it: ordinary runs have nothing of them. */
static noinline int timed_marked(struct mbe_worker *w,
				 int (*op)(struct mbe_worker *), u32 phase,
				 bool irqs_off, u64 *ns)
{
	unsigned long flags = 0;
	u64 start, end;
	int ret;

	if (irqs_off)
		local_irq_save(flags);
	start = mbe_clock_ns();
	ret = marked(w, op, phase);
	end = mbe_clock_ns();
	if (irqs_off)
		local_irq_restore(flags);
	*ns = end - start;
	return ret;
}

static bool irqs_off(const struct mbe_worker *w)
{
	return w->run->req.uapi.flags & MBE_RUN_IRQS_OFF;
}

static bool wants(const struct mbe_worker *w, u32 phase)
{
	return w->run->phases & MBE_PHASE_BIT(phase);
}

/* What one iteration took, by phase. */
struct iteration {
	u64 ns[MBE_PHASE_EMPTY + 1];
};

/* One operation of @phase; setting the state is never done without interrupts. */
static int window(struct mbe_worker *w, int (*op)(struct mbe_worker *),
		  u32 phase, struct iteration *it)
{
	bool off = irqs_off(w) && phase != MBE_PHASE_SET_STATE;

	if (unlikely(w->marking))
		return timed_marked(w, op, phase, off, &it->ns[phase]);
	return timed(w, op, off, &it->ns[phase]);
}

/* Long delays would overflow ndelay() on some architectures. */
static void delay_ns(u32 ns)
{
	if (ns >= NSEC_PER_MSEC)
		mdelay(ns / NSEC_PER_MSEC);
	ndelay(ns % NSEC_PER_MSEC);
}

/*
 * A delay loop is calibrated at boot, and may end early by what that was off;
 * a clock that stands still, as it may with interrupts off, must not hold us.
 */
static void wait_at_least(u32 ns)
{
	const u64 start_ns = mbe_clock_ns();
	u64 took_ns = 0, before_ns;

	do {
		before_ns = took_ns;
		delay_ns(ns - took_ns);
		took_ns = mbe_clock_ns() - start_ns;
	} while (took_ns > before_ns && took_ns < ns);
}

/* The device's part: hand over, pretend a transfer, take back. */
static void transfer(struct mbe_worker *w, struct iteration *it)
{
	if (wants(w, MBE_PHASE_SYNC_FOR_DEVICE))
		window(w, do_sync_for_device, MBE_PHASE_SYNC_FOR_DEVICE, it);
	cond_resched();
	if (w->run->req.uapi.transfer_ns)
		wait_at_least(w->run->req.uapi.transfer_ns);
	if (wants(w, MBE_PHASE_SYNC_FOR_CPU))
		window(w, do_sync_for_cpu, MBE_PHASE_SYNC_FOR_CPU, it);
}

/* Return: 0, or what map returned; @it holds the times either way. */
static int iterate(struct mbe_worker *w, struct iteration *it)
{
	int ret;

	window(w, do_set_state, MBE_PHASE_SET_STATE, it);
	if (wants(w, MBE_PHASE_ROUND_TRIP))
		return window(w, do_round_trip, MBE_PHASE_ROUND_TRIP, it);

	/* Between windows others are let in: a phase of a long list is long. */
	cond_resched();
	ret = window(w, do_map, MBE_PHASE_MAP, it);
	if (ret)
		return ret;
	cond_resched();
	transfer(w, it);
	cond_resched();
	window(w, do_unmap, MBE_PHASE_UNMAP, it);
	return 0;
}

/* Take in a successful iteration. */
static int account(struct mbe_worker *w, const struct iteration *it)
{
	u32 phase;
	int ret;

	w->segments_sum += w->segments;
	/* Behind an IOMMU the probe has looked; now nothing is mapped. */
	if (w->run->direct)
		w->run->req.mode->look(w, &w->look);
	for (phase = MBE_PHASE_MAP; phase <= MBE_PHASE_SET_STATE; phase++) {
		if (!wants(w, phase) && phase != MBE_PHASE_SET_STATE)
			continue;
		ret = mbe_series_add(&w->series[phase], it->ns[phase]);
		if (ret)
			return ret;
	}
	mbe_live_count(w, it->ns, w->run->phases, 1);
	return 0;
}

/*
 * Where marks are made, an iteration is done again until each phase was once
 * undisturbed. A phase longer than the tick never is: then the count says so.
 */
static int iterate_counted(struct mbe_worker *w, struct iteration *it)
{
	unsigned int tries = 0;
	int ret;

	w->undisturbed = 0;
	do {
		if (tries)
			cond_resched();
		ret = iterate(w, it);
	} while (!ret && w->marking && w->run->phases & ~w->undisturbed &&
		 ++tries < TRIES_MAX && !mbe_run_stopped(w->run));
	return ret;
}

static int one_operation(struct mbe_worker *w)
{
	struct iteration it;

	w->operations++;
	if (iterate_counted(w, &it)) {
		w->failed++;
		mbe_live_count_failed(w, 1);
		return 0;
	}
	return account(w, &it);
}

/*
 * @ops times: set the state and, if @with_dma, a round trip. Interrupts are on
 * and the scheduler is let in, in both kinds of batch alike.
 *
 * Return: nanoseconds for all.
 */
static u64 batch(struct mbe_worker *w, u32 ops, bool with_dma)
{
	u64 start = mbe_clock_ns();
	u32 i;

	for (i = 0; i < ops && !mbe_run_stopped(w->run); i++) {
		do_set_state(w);
		if (with_dma) {
			w->operations++;
			if (w->marking ?
			    marked(w, do_round_trip, MBE_PHASE_ROUND_TRIP) :
			    do_round_trip(w))
				w->failed++;
			else
				w->segments_sum += w->segments;
		}
		cond_resched();
	}
	return mbe_clock_ns() - start;
}

static int one_batch(struct mbe_worker *w)
{
	u32 ops = w->run->batch_ops;
	u64 state_ns, both_ns, failed = w->failed;
	struct iteration it = { };
	int ret;

	state_ns = batch(w, ops, false);
	both_ns = batch(w, ops, true);
	/* A batch cut short or with a failure says nothing about @ops. */
	if (w->failed != failed)
		mbe_live_count_failed(w, w->failed - failed);
	if (mbe_run_stopped(w->run) || w->failed != failed)
		return 0;
	if (w->run->direct)
		w->run->req.mode->look(w, &w->look);
	ret = mbe_series_add(&w->series[MBE_PHASE_SET_STATE], state_ns);
	if (ret)
		return ret;
	it.ns[MBE_PHASE_ROUND_TRIP] = both_ns > state_ns ? both_ns - state_ns : 0;
	mbe_live_count(w, it.ns, MBE_PHASES_ROUND_TRIP, ops);
	return mbe_series_add_difference(&w->series[MBE_PHASE_ROUND_TRIP],
					 both_ns, state_ns);
}

static void forget(struct mbe_worker *w)
{
	w->operations = 0;
	w->failed = 0;
	w->segments_sum = 0;
}

/* Batches long enough for the clock, but not fewer than a few of them. */
static u32 choose_batch_ops(const struct mbe_run_state *run, u64 elapsed_ns,
			    u32 ops)
{
	u64 wanted = div64_u64((u64)BATCH_STEPS * run->clock_resolution_ns * ops,
			       max_t(u64, elapsed_ns, 1));

	if (run->req.uapi.iterations)
		wanted = clamp(div_u64(run->req.uapi.iterations,
				       BATCHES_WANTED),
			       div_u64(wanted, BATCH_STEPS / PILOT_STEPS),
			       wanted);
	return clamp_t(u64, wanted, 1, MBE_BATCH_OPS_MAX);
}

/*
 * What comes in between makes a window longer, never shorter: so the shortest of
 * some. Of a clock that steps slowly it is 0, or a step.
 */
static u64 shortest_window_ns(struct mbe_worker *w, int (*op)(struct mbe_worker *))
{
	u64 shortest_ns = U64_MAX, ns;
	int i;

	for (i = 0; i < PILOT_WINDOWS && !mbe_run_stopped(w->run); i++) {
		do_set_state(w);
		timed(w, op, irqs_off(w), &ns);
		shortest_ns = min(shortest_ns, ns);
		cond_resched();
	}
	return shortest_ns;
}

/* Is one operation, less what its window costs, so long that the clock tells it? */
static bool clock_is_fine(struct mbe_worker *w)
{
	u64 both_ns = shortest_window_ns(w, do_round_trip);
	u64 empty_ns = shortest_window_ns(w, do_nothing);

	return both_ns >= empty_ns + (u64)MBE_STEPS_PER_OP_MIN *
			  w->run->clock_resolution_ns;
}

/**
 * mbe_worker_pilot - decide MBE_TIMING_AUTO
 * @w: the first worker; all are prepared, the others wait
 *
 * Compares one operation with the clock's step. Where it is too short, times
 * growing batches until the clock has made PILOT_STEPS, to choose how many
 * operations are a batch.
 *
 * Return: 0, or -EOPNOTSUPP when only batches would do and interrupts are to
 * be off.
 */
int mbe_worker_pilot(struct mbe_worker *w)
{
	struct mbe_run_state *run = w->run;
	u64 enough_ns = (u64)PILOT_STEPS * run->clock_resolution_ns;
	u64 both_ns;
	u32 ops = 1;

	batch(w, PILOT_WARM_UP, false);
	batch(w, PILOT_WARM_UP, true);
	forget(w);
	run->timing = MBE_TIMING_PER_OP;
	/* What is found of a run that was stopped is of no use, and may rest on nothing. */
	if (clock_is_fine(w) || mbe_run_stopped(run))
		return 0;
	if (irqs_off(w))
		return -EOPNOTSUPP;
	/* A sync asked for cannot be had from round trips. */
	if (run->phases & (MBE_PHASE_BIT(MBE_PHASE_SYNC_FOR_DEVICE) |
			   MBE_PHASE_BIT(MBE_PHASE_SYNC_FOR_CPU)) ||
	    run->req.uapi.transfer_ns)
		return 0;
	while ((both_ns = batch(w, ops, true)) < enough_ns &&
	       ops < MBE_BATCH_OPS_MAX / 2 && !mbe_run_stopped(run))
		ops *= 2;
	forget(w);
	run->timing = MBE_TIMING_BATCH;
	run->batch_ops = run->req.uapi.batch_ops ?:
			 choose_batch_ops(run, both_ns, ops);
	if (run->phases != MBE_PHASES_ROUND_TRIP)
		run->flags |= MBE_RESULT_PHASES_CHANGED;
	run->phases = MBE_PHASES_ROUND_TRIP;
	return 0;
}

/* Behind an IOMMU a bounce shows only while the mapping is live. */
static void probe_translated(struct mbe_worker *w)
{
	const struct mbe_mode_ops *mode = w->run->req.mode;

	if (!w->run->domain || mode->map(w))
		return;
	mode->look(w, &w->look);
	mode->unmap(w);
}

/**
 * mbe_worker_warm_up - everything between the preparation and the measurement
 * @w: a prepared worker
 *
 * Return: 0 or an errno that ends the run.
 */
int mbe_worker_warm_up(struct mbe_worker *w)
{
	struct iteration it;
	u32 i;
	int ret;

	probe_translated(w);
	for (i = 0; i < w->run->req.uapi.warmup; i++) {
		if (mbe_run_stopped(w->run))
			break;
		iterate(w, &it);
		cond_resched();
	}
	w->marking = w->run->req.uapi.flags & MBE_RUN_COUNT;
	for (i = 0; i < EMPTY_WINDOWS; i++) {
		window(w, do_nothing, MBE_PHASE_EMPTY, &it);
		ret = mbe_series_add(&w->series[MBE_PHASE_EMPTY],
				     it.ns[MBE_PHASE_EMPTY]);
		if (ret)
			return ret;
	}
	return 0;
}

/**
 * mbe_worker_loop - the measured part
 * @w: a warm worker
 *
 * The scheduler is let in after each iteration: with as many threads as CPUs
 * nothing else would run in a kernel without preemption, not even the one who
 * could end the run.
 *
 * Return: 0, or the errno that ends the run.
 */
int mbe_worker_loop(struct mbe_worker *w)
{
	struct mbe_run_state *run = w->run;
	const struct mbe_run *req = &run->req.uapi;
	u64 deadline_ns = run->start_ns + req->duration_ns;
	int ret;

	while (!mbe_run_stopped(run)) {
		if (req->iterations && w->operations >= req->iterations)
			break;
		if (req->duration_ns && mbe_clock_ns() >= deadline_ns)
			break;
		if (run->timing == MBE_TIMING_BATCH)
			ret = one_batch(w);
		else
			ret = one_operation(w);
		if (ret)
			return ret;
		cond_resched();
	}
	return 0;
}
