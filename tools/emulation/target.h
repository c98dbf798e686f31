/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What the plugin must know of an architecture: a row each in target.c. A new
 * architecture is a row and its table of instructions.
 */
#ifndef TARGET_H
#define TARGET_H

#include <stdint.h>

/* An instruction belongs to the first class whose @value it has under @mask. */
struct insn_class {
	const char *name;	/* as it stands in results */
	uint32_t mask, value;
};

struct target {
	const char *qemu_name;		/* QEMU's name of the architecture */
	unsigned int insn_bytes;	/* all instructions have this length */
	const struct insn_class *classes;	/* ends with a NULL name */
	/*
	 * Instructions that are executed only when something else than the
	 * marked code gets the CPU: the return from an exception, the switch
	 * to another task.
	 */
	const struct insn_class *disturbers;
	struct insn_class mark;		/* any kind of mark */
	unsigned int mark_shift;	/* where the constant begins in it */
	const char *mark_register;	/* QEMU's name of it */
};

const struct target *target_find(const char *qemu_name);
/* Index of the class that @insn belongs to, or -1. */
int insn_classify(const struct insn_class *classes, uint32_t insn);

#endif
