/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The part of QEMU's plugin interface that the counting plugin uses, declared
 * here because no Debian package ships the header. Version 4 of the interface
 * (QEMU 10.0) and version 5 agree on all of it; version 6 gives callbacks more
 * arguments.
 *
 * Everything here is resolved when QEMU loads the plugin. Types that QEMU keeps
 * to itself are opaque.
 */
#ifndef QEMU_PLUGIN_H
#define QEMU_PLUGIN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define API_OLDEST	4
#define API_NEWEST	5
#define EXPORTED	__attribute__((visibility("default")))

/* What qemu_plugin_install() is told about the machine. */
struct qemu_info {
	const char *target_name;
	struct {
		int min;
		int cur;
	} version;
	bool system_emulation;
	struct {
		int smp_vcpus;
		int max_vcpus;
	} system;
};

/* Looked up by QEMU by name. A non-zero return ends QEMU. */
extern EXPORTED int qemu_plugin_version;
EXPORTED int qemu_plugin_install(uint64_t id, const struct qemu_info *info, int argc,
				 char **argv);

struct qemu_plugin_tb;
struct qemu_plugin_insn;
struct qemu_plugin_register;
struct qemu_plugin_scoreboard;

/* A 64-bit member of a per-vCPU struct; @offset is where it lies. */
struct vcpu_u64 {
	struct qemu_plugin_scoreboard *score;
	size_t offset;
};

enum { INLINE_ADD_U64 = 0 };
enum { CB_NO_REGS = 0, CB_R_REGS = 1 };

/* A block of code was translated: the time to attach counters to it. */
void qemu_plugin_register_vcpu_tb_trans_cb(uint64_t id,
					   void (*callback)(uint64_t id,
							    struct qemu_plugin_tb *tb));
void qemu_plugin_register_atexit_cb(uint64_t id, void (*callback)(uint64_t id, void *data),
				    void *data);

size_t qemu_plugin_tb_n_insns(const struct qemu_plugin_tb *tb);
struct qemu_plugin_insn *qemu_plugin_tb_get_insn(const struct qemu_plugin_tb *tb,
						 size_t index);
size_t qemu_plugin_insn_data(const struct qemu_plugin_insn *insn, void *to,
			     size_t bytes);
uint64_t qemu_plugin_insn_vaddr(const struct qemu_plugin_insn *insn);

/* Before the block or the instruction: add a constant, or call. */
void qemu_plugin_register_vcpu_tb_exec_inline_per_vcpu(struct qemu_plugin_tb *tb, int op,
						       struct vcpu_u64 entry,
						       uint64_t constant);
void qemu_plugin_register_vcpu_insn_exec_inline_per_vcpu(struct qemu_plugin_insn *insn,
							 int op, struct vcpu_u64 entry,
							 uint64_t constant);
void qemu_plugin_register_vcpu_insn_exec_cb(struct qemu_plugin_insn *insn,
					    void (*callback)(unsigned int vcpu, void *data),
					    int flags, void *data);

struct qemu_plugin_scoreboard *qemu_plugin_scoreboard_new(size_t bytes_per_vcpu);
void *qemu_plugin_scoreboard_find(struct qemu_plugin_scoreboard *score,
				  unsigned int vcpu);

/* CPUs that have been made so far. */
int qemu_plugin_num_vcpus(void);

/* glib's two array types, as far as they are public. */
struct g_array {
	char *data;
	unsigned int count;
};

struct g_byte_array {
	uint8_t *data;
	unsigned int bytes;
};

struct g_byte_array *g_byte_array_new(void);
struct g_byte_array *g_byte_array_set_size(struct g_byte_array *array,
					   unsigned int bytes);

struct register_descriptor {
	struct qemu_plugin_register *handle;
	const char *name;
	const char *feature;
};

/* Only inside a vCPU's callback. The value is appended to @to. */
struct g_array *qemu_plugin_get_registers(void);
int qemu_plugin_read_register(struct qemu_plugin_register *handle,
			      struct g_byte_array *to);
bool qemu_plugin_read_memory_vaddr(uint64_t address, struct g_byte_array *to,
				   size_t bytes);

#endif
