// SPDX-License-Identifier: GPL-2.0-only
/*
 * Encodings, from the architectures' manuals.
 *
 * arm64 (Arm ARM, "System instructions" and "Barriers"): the low five bits of
 * dc, tlbi and msr are a register; bits 8 to 11 of a barrier are its kind.
 */
#include <stddef.h>
#include <string.h>

#include "../../include/uapi/linux/map_benchmark_mark.h"
#include "target.h"

#define DC(name, value)		{ "dc_" #name, 0xffffffe0, value }
#define DSB(name, kind)		{ "dsb_" #name, 0xffffffff, 0xd503309f | (kind) << 8 }

static const struct insn_class arm64_classes[] = {
	DC(cvac, 0xd50b7a20),
	DC(civac, 0xd50b7e20),
	DC(ivac, 0xd5087620),
	DC(zva, 0xd50b7420),
	DC(cvau, 0xd50b7b20),
	DC(cvap, 0xd50b7c20),
	DSB(sy, 15),
	DSB(st, 14),
	DSB(ld, 13),
	DSB(ish, 11),
	DSB(ishst, 10),
	DSB(ishld, 9),
	DSB(nsh, 7),
	DSB(nshst, 6),
	DSB(nshld, 5),
	DSB(osh, 3),
	DSB(oshst, 2),
	DSB(oshld, 1),
	/* The kind stands elsewhere: these do not wait for XS accesses. */
	{ "dsb_nxs", 0xfffff3ff, 0xd503323f },
	{ "dmb", 0xfffff0ff, 0xd50330bf },
	{ "isb", 0xfffff0ff, 0xd50330df },
	/* All operands, with and without nXS. */
	{ "tlbi", 0xfff8e000, 0xd5088000 },
	{ }
};

static const struct insn_class arm64_disturbers[] = {
	{ "eret", 0xfffff3e0, 0xd69f03e0 },	/* and eretaa, eretab */
	/* Linux keeps the current task in sp_el0. */
	{ "msr sp_el0", 0xffffffe0, 0xd5184100 },
	{ }
};

static const struct target targets[] = {
	{
		.qemu_name = "aarch64",
		.insn_bytes = 4,
		.classes = arm64_classes,
		.disturbers = arm64_disturbers,
		/* movz xzr, #constant, lsl #16 */
		.mark = { "mark",
			  0xffe0001f | (0xffff & ~MBE_MARK_KIND_MASK) << 5,
			  0xd2a0001f | MBE_MARK_MAGIC << 5 },
		.mark_shift = 5,
		.mark_register = "x0",
	},
};

const struct target *target_find(const char *qemu_name)
{
	size_t i;

	for (i = 0; i < sizeof(targets) / sizeof(*targets); i++)
		if (!strcmp(targets[i].qemu_name, qemu_name))
			return &targets[i];
	return NULL;
}

int insn_classify(const struct insn_class *classes, uint32_t insn)
{
	int i;

	for (i = 0; classes[i].name; i++)
		if ((insn & classes[i].mask) == classes[i].value)
			return i;
	return -1;
}
