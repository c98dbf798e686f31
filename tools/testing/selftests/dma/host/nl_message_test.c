// SPDX-License-Identifier: GPL-2.0-only
/* Messages of the netlink family as JSON: whole ones, newer ones, damaged ones. */
#include <stdlib.h>
#include <string.h>

#include <linux/map_benchmark_ext.h>
#include <linux/map_benchmark_netlink.h>
#include <netlink/attr.h>
#include <netlink/genl/genl.h>
#include <netlink/msg.h>

#include "kselftest_harness.h"
#include "nl_message.h"

#define A(word)	DMA_MAP_BENCH_A_MAIN_##word
#define P(word)	DMA_MAP_BENCH_A_PHASE_##word

FIXTURE(message) {
	struct nl_msg *msg;
	struct json_object *json;
};

FIXTURE_SETUP(message)
{
	self->msg = nlmsg_alloc();
	self->json = NULL;
	genlmsg_put(self->msg, 0, 0, 30, 0, 0, DMA_MAP_BENCH_CMD_STATS, 1);
}

FIXTURE_TEARDOWN(message)
{
	json_object_put(self->json);
	nlmsg_free(self->msg);
}

/* Reads what has been put; NULL where it is damaged. */
static const char *text(FIXTURE_DATA(message) *self)
{
	self->json = db_nl_message(nlmsg_hdr(self->msg));
	return self->json ? json_object_to_json_string_ext(self->json, JSON_C_TO_STRING_PLAIN) :
		NULL;
}

static void put_phase(struct nl_msg *msg, uint32_t id, uint64_t p50_ns)
{
	struct nlattr *nest = nla_nest_start(msg, A(PHASE));

	nla_put_u32(msg, P(ID), id);
	nla_put_u64(msg, P(P50_NS), p50_ns);
	nla_nest_end(msg, nest);
}

TEST_F(message, attributes_have_their_names_and_words)
{
	nla_put_u32(self->msg, A(RUN_ID), 7);
	nla_put_string(self->msg, A(DEVICE), "d.0");
	nla_put_u32(self->msg, A(DIR), MBE_DIR_FROM_DEVICE);
	nla_put_u64(self->msg, A(BYTES), 1ull << 40);
	nla_put_s32(self->msg, A(ERROR), -19);
	nla_put_u8(self->msg, A(COHERENT), 1);
	EXPECT_STREQ("{\"event\":\"stats\",\"run_id\":7,\"device\":\"d.0\",\"dir\":\"from_device\",\"bytes\":1099511627776,\"error\":-19,\"coherent\":true}",
		     text(self));
}

TEST_F(message, phases_are_one_list)
{
	put_phase(self->msg, MBE_PHASE_MAP, 5);
	nla_put_u32(self->msg, A(SEQUENCE), 2);
	put_phase(self->msg, MBE_PHASE_UNMAP, 6);
	EXPECT_STREQ("{\"event\":\"stats\",\"phases\":[{\"phase\":\"map\",\"p50_ns\":5},{\"phase\":\"unmap\",\"p50_ns\":6}],\"sequence\":2}",
		     text(self));
}

TEST_F(message, what_a_newer_module_says_is_passed_over)
{
	nla_put_u32(self->msg, A(MAX) + 1, 1);
	nla_put_u32(self->msg, 200, 1);
	nla_put_u32(self->msg, A(MODE), 99);
	EXPECT_STREQ("{\"event\":\"stats\",\"mode\":99}", text(self));
}

TEST_F(message, a_command_that_is_none_of_ours)
{
	((struct genlmsghdr *)nlmsg_data(nlmsg_hdr(self->msg)))->cmd = DMA_MAP_BENCH_CMD_MAX + 1;
	EXPECT_EQ(NULL, text(self));
}

TEST_F(message, a_number_of_another_length_is_damage)
{
	nla_put_u32(self->msg, A(BYTES), 1);
	EXPECT_EQ(NULL, text(self));
}

TEST_F(message, a_text_without_an_end_is_damage)
{
	nla_put(self->msg, A(DEVICE), 3, "d.0");
	EXPECT_EQ(NULL, text(self));
}

TEST_F(message, a_phase_with_a_damaged_number_is_damage)
{
	struct nlattr *nest = nla_nest_start(self->msg, A(PHASE));

	nla_put_u8(self->msg, P(ID), 1);
	nla_nest_end(self->msg, nest);
	EXPECT_EQ(NULL, text(self));
}

TEST_F(message, one_that_is_cut_off_is_no_message)
{
	nlmsg_hdr(self->msg)->nlmsg_len = NLMSG_HDRLEN + 2;
	EXPECT_EQ(NULL, text(self));
}

TEST_HARNESS_MAIN
