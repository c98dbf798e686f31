/* SPDX-License-Identifier: ((GPL-2.0 WITH Linux-syscall-note) OR BSD-3-Clause) */
/* Do not edit directly, auto-generated from: */
/*	Documentation/netlink/specs/dma-map-bench.yaml */
/* YNL-GEN kernel header */
/* To regenerate run: scripts/generate-netlink */

#ifndef _LINUX_DMA_MAP_BENCH_GEN_H
#define _LINUX_DMA_MAP_BENCH_GEN_H

#include <net/netlink.h>
#include <net/genetlink.h>

#include <uapi/linux/map_benchmark_netlink.h>

/* Global operation policy for dma-map-bench */
extern const struct nla_policy dma_map_bench_main_nl_policy[DMA_MAP_BENCH_A_MAIN_RUN_ID + 1];

/* Ops table for dma_map_bench */
extern const struct genl_small_ops dma_map_bench_nl_ops[3];

int dma_map_bench_nl_device_get_doit(struct sk_buff *skb,
				     struct genl_info *info);
int dma_map_bench_nl_device_get_dumpit(struct sk_buff *skb,
				       struct netlink_callback *cb);
int dma_map_bench_nl_run_get_dumpit(struct sk_buff *skb,
				    struct netlink_callback *cb);
int dma_map_bench_nl_run_stop_doit(struct sk_buff *skb, struct genl_info *info);

enum {
	DMA_MAP_BENCH_NLGRP_EVENTS,
};

#endif /* _LINUX_DMA_MAP_BENCH_GEN_H */
