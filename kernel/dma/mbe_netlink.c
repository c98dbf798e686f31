// SPDX-License-Identifier: GPL-2.0-only
/*
 * The generic netlink family: devices, runs in progress, and their statistics for
 * those who listen. Documentation/netlink/specs/dma-map-bench.yaml describes it;
 * policy and numbers are generated from that.
 */
#include <linux/dma-mapping.h>
#include <linux/math64.h>
#include <linux/module.h>

#include "mbe_netlink.h"
#include "mbe_netlink_gen.h"
#include "mbe_session.h"

static struct genl_family family;

static const struct genl_multicast_group groups[] = {
	[DMA_MAP_BENCH_NLGRP_EVENTS] = { .name = DMA_MAP_BENCH_MCGRP_EVENTS },
};

/* nla_put_u64_64bit() wants an attribute to pad with; readers of ours copy. */
static int put_u64(struct sk_buff *skb, int attr, u64 value)
{
	return nla_put(skb, attr, sizeof(value), &value);
}

/* ---- devices ---- */

/* The caller holds the bench's lock, and the device is bound. */
static int put_facts(struct sk_buff *skb, struct mbe_bench *bench, struct mbe_query *query)
{
	const struct mbe_run_state *run;
	u32 busy = 0;

	mbe_query_fill(bench, query);
	list_for_each_entry(run, &bench->runs, link)
		busy++;
	if (nla_put_string(skb, DMA_MAP_BENCH_A_MAIN_DEVICE, dev_name(bench->dev)) ||
	    nla_put_string(skb, DMA_MAP_BENCH_A_MAIN_BUS, dev_bus_name(bench->dev)) ||
	    nla_put_u8(skb, DMA_MAP_BENCH_A_MAIN_COHERENT,
		       !!(query->dev_flags & MBE_DEV_COHERENT)) ||
	    nla_put_u8(skb, DMA_MAP_BENCH_A_MAIN_SYNTHETIC,
		       !!(query->dev_flags & MBE_DEV_SYNTHETIC)) ||
	    nla_put_u32(skb, DMA_MAP_BENCH_A_MAIN_DOMAIN, query->domain) ||
	    nla_put_u8(skb, DMA_MAP_BENCH_A_MAIN_STRICT,
		       query->domain == MBE_DOMAIN_DMA_STRICT) ||
	    put_u64(skb, DMA_MAP_BENCH_A_MAIN_DMA_MASK, query->dma_mask) ||
	    put_u64(skb, DMA_MAP_BENCH_A_MAIN_COHERENT_MASK, query->coherent_mask) ||
	    put_u64(skb, DMA_MAP_BENCH_A_MAIN_MAX_MAPPING_BYTES, query->max_mapping_bytes) ||
	    nla_put_s32(skb, DMA_MAP_BENCH_A_MAIN_NUMA_NODE, query->node) ||
	    nla_put_u32(skb, DMA_MAP_BENCH_A_MAIN_CACHE_LINE_BYTES, query->cache_line_bytes) ||
	    nla_put_u32(skb, DMA_MAP_BENCH_A_MAIN_BUSY, busy))
		return -EMSGSIZE;
	return 0;
}

/* Return: 0, -ENODEV (it was unbound), -ENOMEM or -EMSGSIZE, which leaves @skb as it was. */
static int show_device(struct sk_buff *skb, u32 portid, u32 seq, int flags, struct mbe_bench *bench)
{
	struct mbe_query *query = kzalloc(sizeof(*query), GFP_KERNEL);
	void *head;
	int ret = -ENODEV;

	if (!query)
		return -ENOMEM;
	head = genlmsg_put(skb, portid, seq, &family, flags, DMA_MAP_BENCH_CMD_DEVICE_GET);
	if (!head) {
		kfree(query);
		return -EMSGSIZE;
	}
	mutex_lock(&bench->lock);
	if (!bench->dead)
		ret = put_facts(skb, bench, query);
	mutex_unlock(&bench->lock);
	if (ret)
		genlmsg_cancel(skb, head);
	else
		genlmsg_end(skb, head);
	kfree(query);
	return ret;
}

int dma_map_bench_nl_device_get_doit(struct sk_buff *skb, struct genl_info *info)
{
	struct mbe_bench *bench;
	struct sk_buff *reply;
	int ret;

	if (GENL_REQ_ATTR_CHECK(info, DMA_MAP_BENCH_A_MAIN_DEVICE))
		return -EINVAL;
	bench = mbe_bench_find(nla_data(info->attrs[DMA_MAP_BENCH_A_MAIN_DEVICE]));
	if (!bench) {
		NL_SET_ERR_MSG_ATTR(info->extack, info->attrs[DMA_MAP_BENCH_A_MAIN_DEVICE],
				    "no such device is bound to dma_map_benchmark_ext");
		return -ENODEV;
	}
	reply = genlmsg_new(NLMSG_GOODSIZE, GFP_KERNEL);
	ret = reply ? show_device(reply, info->snd_portid, info->snd_seq, 0, bench) : -ENOMEM;
	mbe_bench_put(bench);
	if (ret) {
		nlmsg_free(reply);
		return ret;
	}
	return genlmsg_reply(reply, info);
}

int dma_map_bench_nl_device_get_dumpit(struct sk_buff *skb, struct netlink_callback *cb)
{
	struct mbe_bench *bench;
	int ret = 0;

	while ((bench = mbe_bench_nth(cb->args[0]))) {
		ret = show_device(skb, NETLINK_CB(cb->skb).portid, cb->nlh->nlmsg_seq, NLM_F_MULTI,
				  bench);
		mbe_bench_put(bench);
		/* One that goes away just now is none. */
		if (ret && ret != -ENODEV)
			break;
		cb->args[0]++;
	}
	/* What is full is sent, and this is called again. */
	return ret == -ENOMEM ? ret : skb->len;
}

/* ---- runs ---- */

static int put_who(struct sk_buff *skb, const struct mbe_live *live)
{
	return nla_put_u32(skb, DMA_MAP_BENCH_A_MAIN_RUN_ID, live->id) ||
	       nla_put_string(skb, DMA_MAP_BENCH_A_MAIN_DEVICE, dev_name(live->run->bench->dev)) ||
	       nla_put_u32(skb, DMA_MAP_BENCH_A_MAIN_PID, live->pid) ? -EMSGSIZE : 0;
}

static int put_what(struct sk_buff *skb, const struct mbe_live *live)
{
	const struct mbe_run *req = &live->run->req.uapi;

	return nla_put_u32(skb, DMA_MAP_BENCH_A_MAIN_MODE, req->mode) ||
	       nla_put_u32(skb, DMA_MAP_BENCH_A_MAIN_DIR, req->dir) ||
	       nla_put_u32(skb, DMA_MAP_BENCH_A_MAIN_STATE, req->state) ||
	       put_u64(skb, DMA_MAP_BENCH_A_MAIN_BYTES, req->bytes) ||
	       nla_put_u32(skb, DMA_MAP_BENCH_A_MAIN_ENTRIES, req->entries) ||
	       nla_put_u32(skb, DMA_MAP_BENCH_A_MAIN_THREADS, live->run->threads) ||
	       put_u64(skb, DMA_MAP_BENCH_A_MAIN_ITERATIONS, req->iterations) ||
	       put_u64(skb, DMA_MAP_BENCH_A_MAIN_DURATION_NS, req->duration_ns) ? -EMSGSIZE : 0;
}

static u64 elapsed_ns(const struct mbe_live *live)
{
	return live->measuring ? mbe_clock_ns() - live->begin_ns : 0;
}

/* What one dump has to say where. */
struct run_dump {
	struct sk_buff *skb;
	struct netlink_callback *cb;
	struct mbe_live_sum sum;
};

static int show_run(struct mbe_live *live, void *data)
{
	struct run_dump *dump = data;
	struct sk_buff *skb = dump->skb;
	void *head = genlmsg_put(skb, NETLINK_CB(dump->cb->skb).portid, dump->cb->nlh->nlmsg_seq,
				 &family, NLM_F_MULTI, DMA_MAP_BENCH_CMD_RUN_GET);

	if (!head)
		return -EMSGSIZE;
	mbe_live_read(live, &dump->sum);
	if (put_who(skb, live) || put_what(skb, live) ||
	    put_u64(skb, DMA_MAP_BENCH_A_MAIN_ELAPSED_NS, elapsed_ns(live)) ||
	    put_u64(skb, DMA_MAP_BENCH_A_MAIN_OPERATIONS, dump->sum.operations) ||
	    put_u64(skb, DMA_MAP_BENCH_A_MAIN_FAILED, dump->sum.failed)) {
		genlmsg_cancel(skb, head);
		return -EMSGSIZE;
	}
	genlmsg_end(skb, head);
	dump->cb->args[0]++;
	return 0;
}

int dma_map_bench_nl_run_get_dumpit(struct sk_buff *skb, struct netlink_callback *cb)
{
	struct run_dump *dump = kvzalloc(sizeof(*dump), GFP_KERNEL);

	if (!dump)
		return -ENOMEM;
	dump->skb = skb;
	dump->cb = cb;
	mbe_live_each(cb->args[0], show_run, dump);
	kvfree(dump);
	return skb->len;
}

int dma_map_bench_nl_run_stop_doit(struct sk_buff *skb, struct genl_info *info)
{
	int ret;

	if (GENL_REQ_ATTR_CHECK(info, DMA_MAP_BENCH_A_MAIN_RUN_ID))
		return -EINVAL;
	ret = mbe_live_stop(nla_get_u32(info->attrs[DMA_MAP_BENCH_A_MAIN_RUN_ID]));
	if (ret)
		NL_SET_ERR_MSG_ATTR(info->extack, info->attrs[DMA_MAP_BENCH_A_MAIN_RUN_ID],
				    "no such run is in progress");
	return ret;
}

/* ---- events ---- */

/* Does anybody listen? */
static bool heard(void)
{
	return genl_has_listeners(&family, &init_net, DMA_MAP_BENCH_NLGRP_EVENTS);
}

static int put_phase(struct sk_buff *skb, const struct mbe_live_sum *sum, u32 phase)
{
	struct nlattr *nest = nla_nest_start(skb, DMA_MAP_BENCH_A_MAIN_PHASE);

	if (!nest ||
	    nla_put_u32(skb, DMA_MAP_BENCH_A_PHASE_ID, phase) ||
	    put_u64(skb, DMA_MAP_BENCH_A_PHASE_COUNT, sum->count[phase]) ||
	    put_u64(skb, DMA_MAP_BENCH_A_PHASE_MEAN_NS,
		    div64_u64(sum->sum_ns[phase], sum->count[phase])) ||
	    put_u64(skb, DMA_MAP_BENCH_A_PHASE_P50_NS, mbe_live_quantile(sum, phase, 50)) ||
	    put_u64(skb, DMA_MAP_BENCH_A_PHASE_P99_NS, mbe_live_quantile(sum, phase, 99)))
		return -EMSGSIZE;
	nla_nest_end(skb, nest);
	return 0;
}

static int put_sum(struct sk_buff *skb, const struct mbe_live_sum *sum, u64 time_ns)
{
	u64 rate = mul_u64_u64_div_u64(sum->operations, NSEC_PER_SEC, max_t(u64, time_ns, 1));
	u32 phase;

	if (put_u64(skb, DMA_MAP_BENCH_A_MAIN_OPERATIONS, sum->operations) ||
	    put_u64(skb, DMA_MAP_BENCH_A_MAIN_RATE, rate) ||
	    put_u64(skb, DMA_MAP_BENCH_A_MAIN_FAILED, sum->failed) ||
	    put_u64(skb, DMA_MAP_BENCH_A_MAIN_BOUNCED, sum->bounced))
		return -EMSGSIZE;
	for (phase = MBE_PHASE_MAP; phase < MBE_LIVE_PHASES; phase++)
		if (sum->count[phase] && put_phase(skb, sum, phase))
			return -EMSGSIZE;
	return 0;
}

static int put_start(struct sk_buff *skb, struct mbe_live *live, u64 unused)
{
	return put_what(skb, live);
}

static int put_stats(struct sk_buff *skb, struct mbe_live *live, u64 interval_ns)
{
	return nla_put_u32(skb, DMA_MAP_BENCH_A_MAIN_SEQUENCE, live->sequence) ||
	       put_u64(skb, DMA_MAP_BENCH_A_MAIN_ELAPSED_NS, elapsed_ns(live)) ||
	       put_u64(skb, DMA_MAP_BENCH_A_MAIN_INTERVAL_NS, interval_ns) ||
	       put_sum(skb, &live->past, interval_ns) ? -EMSGSIZE : 0;
}

static int put_done(struct sk_buff *skb, struct mbe_live *live, u64 error)
{
	u64 took_ns = live->run->end_ns - live->begin_ns;

	return nla_put_s32(skb, DMA_MAP_BENCH_A_MAIN_ERROR, (int)error) ||
	       put_u64(skb, DMA_MAP_BENCH_A_MAIN_ELAPSED_NS, took_ns) ||
	       put_sum(skb, &live->past, took_ns) ? -EMSGSIZE : 0;
}

/* Nobody may listen, and then nothing is made. One who reads too slowly is told by the core. */
static void tell(u8 command, struct mbe_live *live,
		 int (*put)(struct sk_buff *skb, struct mbe_live *live, u64 value), u64 value)
{
	struct sk_buff *skb;
	void *head;

	if (!heard())
		return;
	skb = genlmsg_new(NLMSG_GOODSIZE, GFP_KERNEL);
	if (!skb)
		return;
	head = genlmsg_put(skb, 0, 0, &family, 0, command);
	if (!head || put_who(skb, live) || put(skb, live, value)) {
		nlmsg_free(skb);
		return;
	}
	genlmsg_end(skb, head);
	genlmsg_multicast(&family, skb, 0, DMA_MAP_BENCH_NLGRP_EVENTS, GFP_KERNEL);
}

void mbe_netlink_start(struct mbe_live *live)
{
	tell(DMA_MAP_BENCH_CMD_RUN_START, live, put_start, 0);
}

/* An interval of @interval_ns has ended; live->past is of it. */
void mbe_netlink_stats(struct mbe_live *live, u64 interval_ns)
{
	tell(DMA_MAP_BENCH_CMD_STATS, live, put_stats, interval_ns);
}

/* The run has ended with @error; live->past is of all of it. */
void mbe_netlink_done(struct mbe_live *live, int error)
{
	tell(DMA_MAP_BENCH_CMD_RUN_DONE, live, put_done, (u64)(s64)error);
}

/* ---- the family ---- */

static struct genl_family family = {
	.name		= DMA_MAP_BENCH_FAMILY_NAME,
	.version	= DMA_MAP_BENCH_FAMILY_VERSION,
	.maxattr	= ARRAY_SIZE(dma_map_bench_main_nl_policy) - 1,
	.policy		= dma_map_bench_main_nl_policy,
	.parallel_ops	= true,
	.module		= THIS_MODULE,
	.small_ops	= dma_map_bench_nl_ops,
	.n_small_ops	= ARRAY_SIZE(dma_map_bench_nl_ops),
	.resv_start_op	= DMA_MAP_BENCH_CMD_DEVICE_GET,
	.mcgrps		= groups,
	.n_mcgrps	= ARRAY_SIZE(groups),
};

int mbe_netlink_init(void)
{
	return genl_register_family(&family);
}

void mbe_netlink_exit(void)
{
	genl_unregister_family(&family);
}
