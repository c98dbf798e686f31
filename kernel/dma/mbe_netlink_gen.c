// SPDX-License-Identifier: ((GPL-2.0 WITH Linux-syscall-note) OR BSD-3-Clause)
/* Do not edit directly, auto-generated from: */
/*	Documentation/netlink/specs/dma-map-bench.yaml */
/* YNL-GEN kernel source */
/* To regenerate run: scripts/generate-netlink */

#include <net/netlink.h>
#include <net/genetlink.h>

#include "mbe_netlink_gen.h"

#include <uapi/linux/map_benchmark_netlink.h>

/* Global operation policy for dma-map-bench */
const struct nla_policy dma_map_bench_main_nl_policy[DMA_MAP_BENCH_A_MAIN_RUN_ID + 1] = {
	[DMA_MAP_BENCH_A_MAIN_DEVICE] = { .type = NLA_NUL_STRING, .len = 63, },
	[DMA_MAP_BENCH_A_MAIN_RUN_ID] = NLA_POLICY_MIN(NLA_U32, 1),
};

/* Ops table for dma_map_bench */
const struct genl_small_ops dma_map_bench_nl_ops[3] = {
	{
		.cmd	= DMA_MAP_BENCH_CMD_DEVICE_GET,
		.doit	= dma_map_bench_nl_device_get_doit,
		.dumpit	= dma_map_bench_nl_device_get_dumpit,
	},
	{
		.cmd	= DMA_MAP_BENCH_CMD_RUN_GET,
		.dumpit	= dma_map_bench_nl_run_get_dumpit,
	},
	{
		.cmd	= DMA_MAP_BENCH_CMD_RUN_STOP,
		.doit	= dma_map_bench_nl_run_stop_doit,
		.flags	= GENL_ADMIN_PERM,
	},
};

