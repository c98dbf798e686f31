// SPDX-License-Identifier: GPL-2.0-only
/* A message of the module's netlink family as JSON. */
#include <inttypes.h>
#include <stdlib.h>

#include <linux/map_benchmark_netlink.h>
#include <netlink/attr.h>
#include <netlink/genl/genl.h>
#include <netlink/msg.h>

#include "err.h"
#include "nl_message.h"
#include "words.h"

enum kind { FLAG, U32, S32, U64, TEXT, WORD };

struct field {
	const char *name;
	enum kind kind;
	const struct db_word *words;	/* of WORD */
};

#define A(word)	DMA_MAP_BENCH_A_MAIN_##word
#define P(word)	DMA_MAP_BENCH_A_PHASE_##word

static const struct field fields[DMA_MAP_BENCH_A_MAIN_MAX + 1] = {
	[A(DEVICE)] = { "device", TEXT, NULL },
	[A(RUN_ID)] = { "run_id", U32, NULL },
	[A(BUS)] = { "bus", TEXT, NULL },
	[A(COHERENT)] = { "coherent", FLAG, NULL },
	[A(SYNTHETIC)] = { "synthetic", FLAG, NULL },
	[A(DOMAIN)] = { "domain", WORD, db_domains },
	[A(STRICT)] = { "strict", FLAG, NULL },
	[A(DMA_MASK)] = { "dma_mask", U64, NULL },
	[A(COHERENT_MASK)] = { "coherent_mask", U64, NULL },
	[A(MAX_MAPPING_BYTES)] = { "max_mapping_bytes", U64, NULL },
	[A(NUMA_NODE)] = { "numa_node", S32, NULL },
	[A(CACHE_LINE_BYTES)] = { "cache_line_bytes", U32, NULL },
	[A(BUSY)] = { "busy", U32, NULL },
	[A(PID)] = { "pid", U32, NULL },
	[A(MODE)] = { "mode", WORD, db_modes },
	[A(DIR)] = { "dir", WORD, db_dirs },
	[A(STATE)] = { "state", WORD, db_states },
	[A(BYTES)] = { "bytes", U64, NULL },
	[A(ENTRIES)] = { "entries", U32, NULL },
	[A(THREADS)] = { "threads", U32, NULL },
	[A(ITERATIONS)] = { "iterations", U64, NULL },
	[A(DURATION_NS)] = { "duration_ns", U64, NULL },
	[A(ELAPSED_NS)] = { "elapsed_ns", U64, NULL },
	[A(INTERVAL_NS)] = { "interval_ns", U64, NULL },
	[A(OPERATIONS)] = { "operations", U64, NULL },
	[A(RATE)] = { "rate", U64, NULL },
	[A(FAILED)] = { "failed", U64, NULL },
	[A(BOUNCED)] = { "bounced", U64, NULL },
	[A(ERROR)] = { "error", S32, NULL },
	[A(SEQUENCE)] = { "sequence", U32, NULL },
};

static const struct field phase_fields[DMA_MAP_BENCH_A_PHASE_MAX + 1] = {
	[P(ID)] = { "phase", WORD, db_phase_ids },
	[P(COUNT)] = { "count", U64, NULL },
	[P(MEAN_NS)] = { "mean_ns", U64, NULL },
	[P(P50_NS)] = { "p50_ns", U64, NULL },
	[P(P99_NS)] = { "p99_ns", U64, NULL },
};

static const char *const events[DMA_MAP_BENCH_CMD_MAX + 1] = {
	[DMA_MAP_BENCH_CMD_DEVICE_GET] = "device",
	[DMA_MAP_BENCH_CMD_RUN_GET] = "run",
	[DMA_MAP_BENCH_CMD_RUN_START] = "run-start",
	[DMA_MAP_BENCH_CMD_STATS] = "stats",
	[DMA_MAP_BENCH_CMD_RUN_DONE] = "run-done",
};

/* The kernel's number where this tool is older than its word. */
static void add_word(struct json_object *json, const struct field *field, uint32_t value)
{
	const struct db_word *word = field->words;

	while (word->name && word->value != value)
		word++;
	if (word->name)
		db_json_text(json, field->name, word->name);
	else
		db_json_count(json, field->name, value);
}

static int add(struct json_object *json, const struct field *field, struct nlattr *attr)
{
	static const int bytes[] = { [FLAG] = 1, [U32] = 4, [S32] = 4, [U64] = 8, [WORD] = 4 };

	if (field->kind != TEXT && nla_len(attr) != bytes[field->kind])
		return -1;
	switch (field->kind) {
	case FLAG:
		db_json_flag(json, field->name, nla_get_u8(attr));
		break;
	case U32:
		db_json_count(json, field->name, nla_get_u32(attr));
		break;
	case S32:
		json_object_object_add(json, field->name, json_object_new_int(nla_get_s32(attr)));
		break;
	case U64:
		db_json_count(json, field->name, nla_get_u64(attr));
		break;
	case TEXT:
		if (!nla_len(attr) || ((char *)nla_data(attr))[nla_len(attr) - 1])
			return -1;
		db_json_text(json, field->name, nla_get_string(attr));
		break;
	case WORD:
		add_word(json, field, nla_get_u32(attr));
		break;
	}
	return 0;
}

static int add_phase(struct json_object *phases, struct nlattr *nest)
{
	struct json_object *json = json_object_new_object();
	struct nlattr *attr;
	int rest, status = 0;

	json_object_array_add(phases, json);
	nla_for_each_nested(attr, nest, rest) {
		int type = nla_type(attr);

		if (type <= DMA_MAP_BENCH_A_PHASE_MAX && phase_fields[type].name && !status)
			status = add(json, &phase_fields[type], attr);
	}
	return status;
}

/* Attributes of a newer module are passed over. */
static int add_all(struct json_object *json, struct genlmsghdr *head)
{
	struct json_object *phases = NULL;
	struct nlattr *attr;
	int rest, status = 0;

	nla_for_each_attr(attr, genlmsg_attrdata(head, 0), genlmsg_attrlen(head, 0), rest) {
		int type = nla_type(attr);

		if (type == A(PHASE)) {
			if (!phases) {
				phases = json_object_new_array();
				json_object_object_add(json, "phases", phases);
			}
			status = add_phase(phases, attr);
		} else if (type <= DMA_MAP_BENCH_A_MAIN_MAX && fields[type].name) {
			status = add(json, &fields[type], attr);
		}
		if (status)
			return status;
	}
	return 0;
}

struct json_object *db_nl_message(struct nlmsghdr *head)
{
	struct json_object *json;
	struct genlmsghdr *genl;

	if (!genlmsg_valid_hdr(head, 0))
		return NULL;
	genl = nlmsg_data(head);
	if (genl->cmd > DMA_MAP_BENCH_CMD_MAX || !events[genl->cmd])
		return NULL;
	json = json_object_new_object();
	db_json_text(json, "event", events[genl->cmd]);
	if (add_all(json, genl)) {
		json_object_put(json);
		return NULL;
	}
	return json;
}

char *db_nl_phases_text(struct json_object *message)
{
	struct json_object *phases = db_json_get(message, "phases");
	char *text = db_strdup(""), *longer;
	size_t i;

	for (i = 0; phases && i < json_object_array_length(phases); i++) {
		struct json_object *phase = json_object_array_get_idx(phases, i);

		longer = db_printf("%s  %s %" PRIu64 "/%" PRIu64, text,
				   db_json_get_text(phase, "phase"),
				   db_json_get_count(phase, "p50_ns"),
				   db_json_get_count(phase, "p99_ns"));
		free(text);
		text = longer;
	}
	return text;
}
