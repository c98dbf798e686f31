/* SPDX-License-Identifier: GPL-2.0-only */
/* Registers and memory of the vCPU whose callback is running. */
#ifndef QEMU_REGISTER_H
#define QEMU_REGISTER_H

#include <stdbool.h>
#include <stdint.h>

struct qemu_plugin_register;

/* A register by QEMU's name; looked up once, then kept in @handle. */
struct cpu_register {
	const char *name;
	struct qemu_plugin_register *handle;
};

/* Only in a callback with CB_R_REGS. A register that QEMU lacks ends QEMU. */
uint64_t register_read(struct cpu_register *reg);
/* A little-endian word of the guest's memory; false where none is mapped. */
bool memory_read(uint64_t address, uint64_t *word);

#endif
