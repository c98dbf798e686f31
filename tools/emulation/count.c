// SPDX-License-Identifier: GPL-2.0-only
/*
 * A TCG plugin that counts what a guest executes between marks: instructions,
 * cache-line operations, barriers, TLB invalidations. The marks come from the
 * driver (include/uapi/linux/map_benchmark_mark.h), the result is a file
 * (counter_file.h).
 *
 * Each vCPU has a struct of counters that translated code adds to, always and
 * without a call: so nothing depends on where a region begins. Only the marks
 * call, and take the difference.
 *
 *	qemu-system-aarch64 ... -plugin ./count.so,out=counts.txt[,count=off]
 *
 * count=off attaches nothing at all: what the plugin costs when it is idle.
 * functions=PATH counts calls too (watch.h), stacks=on who executes what
 * (stack.h).
 */
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../include/uapi/linux/map_benchmark_mark.h"
#include "counter_file.h"
#include "qemu_plugin.h"
#include "qemu_register.h"
#include "region.h"
#include "target.h"
#include "watch.h"
#include "window.h"

/* Counter 0 is all instructions; class i of the target is counter i + 1. */
#define COUNTER_INSN	0
#define COUNTER_CLASS	1

EXPORTED int qemu_plugin_version = API_OLDEST;

static const struct target *target;
static const char *names[COUNTERS_MAX];
static struct qemu_plugin_scoreboard *score;
static struct cpu_register mark_register;
static struct watch watch;
static bool with_stacks;
static struct regions regions;
static struct windows windows;
static pthread_mutex_t regions_lock = PTHREAD_MUTEX_INITIALIZER;
static const char *path;
static FILE *file;

static void complain(const char *thing, const char *what)
{
	fprintf(stderr, "dma-bench count: %s: %s\n", thing, what);
}

/* ---- while the guest runs ---- */

static void on_window(unsigned int kind, uint64_t word)
{
	uint64_t sum[COUNTERS_MAX] = { };
	const struct counters *of_vcpu;
	unsigned int i;
	int vcpu;

	for (vcpu = 0; vcpu < qemu_plugin_num_vcpus(); vcpu++) {
		of_vcpu = qemu_plugin_scoreboard_find(score, vcpu);
		for (i = 0; i < regions.counters; i++)
			sum[i] += of_vcpu->count[i];
	}
	if (!windows_mark(&windows, kind, word, sum, regions.counters))
		regions.stray++;
}

static void on_mark(unsigned int vcpu, void *kind_of_mark)
{
	uint64_t word = register_read(&mark_register);
	unsigned int kind = (uintptr_t)kind_of_mark;

	pthread_mutex_lock(&regions_lock);
	if (kind == MBE_MARK_WINDOW_BEGIN || kind == MBE_MARK_WINDOW_END)
		on_window(kind, word);
	else
		regions_mark(&regions, kind, word, vcpu,
			     qemu_plugin_scoreboard_find(score, vcpu));
	pthread_mutex_unlock(&regions_lock);
}

/* The counter called @name; when there are too many, the last one for the rest. */
static unsigned int counter_named(const char *name)
{
	unsigned int i;

	for (i = 0; i < regions.counters; i++)
		if (!strcmp(names[i], name))
			return i;
	if (regions.counters == COUNTERS_MAX)
		return COUNTERS_MAX - 1;
	if (regions.counters == COUNTERS_MAX - 1)
		name = "other_calls";
	names[regions.counters] = strdup(name);
	return regions.counters++;
}

static void on_watched(unsigned int vcpu, void *data)
{
	struct counters *counters = qemu_plugin_scoreboard_find(score, vcpu);
	char name[128];

	watched_name(data, name, sizeof(name));
	pthread_mutex_lock(&regions_lock);
	counters->count[counter_named(name)]++;
	pthread_mutex_unlock(&regions_lock);
}

/* An instruction that stacks are wanted for. */
struct site {
	uint64_t address;
	unsigned int counter;
};

static void on_site(unsigned int vcpu, void *data)
{
	const struct site *site = data;
	struct stack stack;

	/* Only this vCPU's thread opens and closes what is open on it. */
	if (!regions_open(&regions, vcpu))
		return;
	stack_walk(&stack, site->counter, site->address);
	stacks_add(&regions.on_vcpu[vcpu]->stacks, &stack, 1);
}

/* ---- when a block is translated ---- */

/* Every counted block finds its vCPU's struct: by a shift, not a multiplication. */
_Static_assert(!(sizeof(struct counters) & (sizeof(struct counters) - 1)),
	       "the size of struct counters must be a power of two");

static struct vcpu_u64 counter(unsigned int i)
{
	return (struct vcpu_u64){
		score, offsetof(struct counters, count) + i * sizeof(uint64_t)
	};
}

static struct vcpu_u64 disturbances(void)
{
	return (struct vcpu_u64){ score, offsetof(struct counters, disturbed) };
}

static uint32_t code_of(const struct qemu_plugin_insn *insn)
{
	uint32_t code = 0;

	qemu_plugin_insn_data(insn, &code, target->insn_bytes);
	return code;
}

static bool is_mark(uint32_t code)
{
	return (code & target->mark.mask) == target->mark.value;
}

/* As the callback's argument. */
static void *kind_of(uint32_t code)
{
	return (void *)(uintptr_t)(code >> target->mark_shift & MBE_MARK_KIND_MASK);
}

static void add_one(struct qemu_plugin_insn *insn, struct vcpu_u64 to)
{
	qemu_plugin_register_vcpu_insn_exec_inline_per_vcpu(insn, INLINE_ADD_U64, to, 1);
}

static void attach_site(struct qemu_plugin_insn *insn, unsigned int counter)
{
	struct site *site = malloc(sizeof(*site));

	/* Never freed: QEMU keeps it as long as the translated block. */
	if (!site)
		abort();
	site->address = qemu_plugin_insn_vaddr(insn);
	site->counter = counter;
	qemu_plugin_register_vcpu_insn_exec_cb(insn, on_site, CB_R_REGS, site);
}

static void attach_watched(struct qemu_plugin_insn *insn)
{
	struct watched *watched = watch_find(&watch, qemu_plugin_insn_vaddr(insn));

	if (!watched)
		return;
	if (watched->args)
		qemu_plugin_register_vcpu_insn_exec_cb(insn, on_watched, CB_R_REGS,
						       watched);
	else
		add_one(insn, counter(watched->counter));
}

static void attach(struct qemu_plugin_insn *insn, uint32_t code)
{
	int class = insn_classify(target->classes, code);

	if (watch.count)
		attach_watched(insn);
	if (class >= 0)
		add_one(insn, counter(COUNTER_CLASS + class));
	if (class >= 0 && with_stacks)
		attach_site(insn, COUNTER_CLASS + class);
	if (insn_classify(target->disturbers, code) >= 0)
		add_one(insn, disturbances());
	if (is_mark(code))
		qemu_plugin_register_vcpu_insn_exec_cb(insn, on_mark, CB_R_REGS, kind_of(code));
}

/*
 * Instructions are counted by the block, which costs next to nothing; one by
 * one in blocks with a mark, which itself is not counted.
 */
static void on_translation(uint64_t id, struct qemu_plugin_tb *tb)
{
	size_t i, count = qemu_plugin_tb_n_insns(tb);
	bool marked = false;

	(void)id;
	for (i = 0; i < count; i++) {
		struct qemu_plugin_insn *insn = qemu_plugin_tb_get_insn(tb, i);
		uint32_t code = code_of(insn);

		marked |= is_mark(code);
		attach(insn, code);
	}
	if (!marked) {
		qemu_plugin_register_vcpu_tb_exec_inline_per_vcpu(tb, INLINE_ADD_U64,
								  counter(COUNTER_INSN),
								  count);
		return;
	}
	for (i = 0; i < count; i++) {
		struct qemu_plugin_insn *insn = qemu_plugin_tb_get_insn(tb, i);

		if (!is_mark(code_of(insn)))
			add_one(insn, counter(COUNTER_INSN));
	}
}

/* ---- begin and end ---- */

static void on_exit_of_qemu(uint64_t id, void *data)
{
	(void)id;
	(void)data;
	if (counter_file_write(file, target->qemu_name, names, &regions, &windows) ||
	    fclose(file))
		complain(path, strerror(errno));
}

static int read_arguments(int argc, char **argv, bool *on)
{
	int i;

	*on = true;
	for (i = 0; i < argc; i++) {
		if (!strncmp(argv[i], "out=", 4)) {
			path = argv[i] + 4;
		} else if (!strncmp(argv[i], "functions=", 10)) {
			if (watch_read(&watch, argv[i] + 10))
				return -1;
		} else if (!strcmp(argv[i], "stacks=on")) {
			with_stacks = true;
		} else if (!strcmp(argv[i], "count=on") || !strcmp(argv[i], "count=off")) {
			*on = !strcmp(argv[i], "count=on");
		} else {
			complain(argv[i],
				 "not known; valid: out=PATH, count=on, count=off, functions=PATH, stacks=on");
			return -1;
		}
	}
	if (!path) {
		complain("out=PATH", "is missing: where to write the counts");
		return -1;
	}
	return 0;
}

static int check_qemu(const struct qemu_info *info)
{
	if (info->version.cur < API_OLDEST || info->version.min > API_NEWEST ||
	    info->version.cur > API_NEWEST) {
		fprintf(stderr,
			"dma-bench count: this QEMU's plugin interface is version %d; version %d or %d is needed (QEMU 10): see scripts/fetch-qemu\n",
			info->version.cur, API_OLDEST, API_NEWEST);
		return -1;
	}
	if (!info->system_emulation) {
		complain(info->target_name, "not a whole machine; use qemu-system-*");
		return -1;
	}
	target = target_find(info->target_name);
	if (!target) {
		complain(info->target_name,
			 "no table of its instructions; add a row to tools/emulation/target.c");
		return -1;
	}
	return 0;
}

static unsigned int name_counters(void)
{
	unsigned int i;

	names[COUNTER_INSN] = "insn";
	for (i = 0; target->classes[i].name; i++)
		names[COUNTER_CLASS + i] = target->classes[i].name;
	return COUNTER_CLASS + i;
}

/* Those without arguments, so that a function never called counts as 0. */
static void name_watched(void)
{
	unsigned int i;

	for (i = 0; i < watch.count; i++)
		if (!watch.item[i].args)
			watch.item[i].counter = counter_named(watch.item[i].name);
}

EXPORTED int qemu_plugin_install(uint64_t id, const struct qemu_info *info, int argc,
				 char **argv)
{
	bool on;

	if (check_qemu(info) || read_arguments(argc, argv, &on))
		return -1;
	mark_register.name = target->mark_register;
	regions_init(&regions, name_counters());
	name_watched();
	/* Now, since at the end nobody would listen. */
	file = fopen(path, "we");
	if (!file) {
		complain(path, strerror(errno));
		return -1;
	}
	score = qemu_plugin_scoreboard_new(sizeof(struct counters));
	if (on)
		qemu_plugin_register_vcpu_tb_trans_cb(id, on_translation);
	qemu_plugin_register_atexit_cb(id, on_exit_of_qemu, NULL);
	return 0;
}
