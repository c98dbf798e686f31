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
 */
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../include/uapi/linux/map_benchmark_mark.h"
#include "counter_file.h"
#include "qemu_plugin.h"
#include "region.h"
#include "target.h"

/* Counter 0 is all instructions; class i of the target is counter i + 1. */
#define COUNTER_INSN	0
#define COUNTER_CLASS	1

EXPORTED int qemu_plugin_version = API_OLDEST;

static const struct target *target;
static const char *names[COUNTERS_MAX];
static struct qemu_plugin_scoreboard *score;
static struct qemu_plugin_register *mark_register;
static struct regions regions;
static pthread_mutex_t regions_lock = PTHREAD_MUTEX_INITIALIZER;
static const char *path;
static FILE *file;

static void complain(const char *thing, const char *what)
{
	fprintf(stderr, "dma-bench count: %s: %s\n", thing, what);
}

/* ---- while the guest runs ---- */

static void find_mark_register(void)
{
	struct g_array *all = qemu_plugin_get_registers();
	const struct register_descriptor *row = (const void *)all->data;
	unsigned int i;

	for (i = 0; i < all->count && !mark_register; i++)
		if (!strcmp(row[i].name, target->mark_register))
			mark_register = row[i].handle;
	if (!mark_register) {
		complain(target->mark_register, "QEMU knows no such register");
		abort();
	}
}

/* Only called with the lock held: it guards @bytes too. */
static uint64_t read_mark_register(void)
{
	static struct g_byte_array *bytes;
	uint64_t word = 0;

	if (!mark_register)
		find_mark_register();
	if (!bytes)
		bytes = g_byte_array_new();
	g_byte_array_set_size(bytes, 0);
	qemu_plugin_read_register(mark_register, bytes);
	memcpy(&word, bytes->data, bytes->bytes < 8 ? bytes->bytes : 8);
	return word;
}

static void on_mark(unsigned int vcpu, void *kind)
{
	pthread_mutex_lock(&regions_lock);
	regions_mark(&regions, (uintptr_t)kind, read_mark_register(), vcpu,
		     qemu_plugin_scoreboard_find(score, vcpu));
	pthread_mutex_unlock(&regions_lock);
}

/* ---- when a block is translated ---- */

static qemu_plugin_u64 counter(unsigned int i)
{
	return (qemu_plugin_u64){
		score, offsetof(struct counters, count) + i * sizeof(uint64_t)
	};
}

static qemu_plugin_u64 disturbances(void)
{
	return (qemu_plugin_u64){ score, offsetof(struct counters, disturbed) };
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

static void add_one(struct qemu_plugin_insn *insn, qemu_plugin_u64 to)
{
	qemu_plugin_register_vcpu_insn_exec_inline_per_vcpu(insn, INLINE_ADD_U64, to,
							    1);
}

static void attach(struct qemu_plugin_insn *insn, uint32_t code)
{
	int class = insn_classify(target->classes, code);

	if (class >= 0)
		add_one(insn, counter(COUNTER_CLASS + class));
	if (insn_classify(target->disturbers, code) >= 0)
		add_one(insn, disturbances());
	if (is_mark(code))
		qemu_plugin_register_vcpu_insn_exec_cb(insn, on_mark, CB_R_REGS,
			(void *)(uintptr_t)(code >> target->mark_shift &
					    MBE_MARK_KIND_MASK));
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
			counter(COUNTER_INSN), count);
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
	if (counter_file_write(file, target->qemu_name, names, &regions) ||
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
		} else if (!strcmp(argv[i], "count=on") || !strcmp(argv[i], "count=off")) {
			*on = !strcmp(argv[i], "count=on");
		} else {
			complain(argv[i], "not known; valid: out=PATH, count=on, count=off");
			return -1;
		}
	}
	if (!path) {
		complain("out=PATH", "is missing: where to write the counts");
		return -1;
	}
	return 0;
}

static int check_qemu(const qemu_info_t *info)
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
		complain(info->target_name, "no table of its instructions; add a row to tools/emulation/target.c");
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

EXPORTED int qemu_plugin_install(uint64_t id, const qemu_info_t *info, int argc,
				 char **argv)
{
	bool on;

	if (check_qemu(info) || read_arguments(argc, argv, &on))
		return -1;
	regions_init(&regions, name_counters());
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
