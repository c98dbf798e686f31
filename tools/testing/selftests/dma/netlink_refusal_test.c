// SPDX-License-Identifier: GPL-2.0-only
/* Messages that the netlink family must refuse: with an errno, and nothing happens. */
#include <sys/wait.h>
#include <unistd.h>

#include "netlink_message.h"

#define DEVICE	DMA_MAP_BENCH_A_MAIN_DEVICE
#define RUN_ID	DMA_MAP_BENCH_A_MAIN_RUN_ID
/* No run ever gets so far. */
#define NO_RUN	4000000000u

TEST_F(message, missing_attribute_is_named)
{
	BEGIN(DMA_MAP_BENCH_CMD_DEVICE_GET, NLM_F_ACK);
	REFUSED(EINVAL);
	EXPECT_EQ(DEVICE, self->answer.missing);
	BEGIN(DMA_MAP_BENCH_CMD_RUN_STOP, NLM_F_ACK);
	REFUSED(EINVAL);
	EXPECT_EQ(RUN_ID, self->answer.missing);
}

TEST_F(message, unknown_device_and_run_are_pointed_at)
{
	__u32 id = NO_RUN;

	BEGIN(DMA_MAP_BENCH_CMD_DEVICE_GET, NLM_F_ACK);
	ADD(DEVICE, "nobody", sizeof("nobody"));
	REFUSED(ENODEV);
	EXPECT_EQ(NLMSG_LENGTH(GENL_HDRLEN), self->answer.offset);
	EXPECT_NE(0, *self->answer.said);
	BEGIN(DMA_MAP_BENCH_CMD_RUN_STOP, NLM_F_ACK);
	ADD(RUN_ID, &id, sizeof(id));
	REFUSED(ENOENT);
	EXPECT_EQ(NLMSG_LENGTH(GENL_HDRLEN), self->answer.offset);
}

TEST_F(message, wrong_length_of_a_number)
{
	static const unsigned char zeroes[64];
	__u16 bytes;

	for (bytes = 0; bytes <= sizeof(zeroes); bytes++) {
		if (bytes == sizeof(__u32))
			continue;
		BEGIN(DMA_MAP_BENCH_CMD_RUN_STOP, NLM_F_ACK);
		ADD(RUN_ID, zeroes, bytes);
		ASK();
		EXPECT_TRUE(self->answer.error == EINVAL || self->answer.error == ERANGE)
			TH_LOG("%u bytes: %d", bytes, self->answer.error);
	}
}

TEST_F(message, number_out_of_range)
{
	__u32 id = 0;

	BEGIN(DMA_MAP_BENCH_CMD_RUN_STOP, NLM_F_ACK);
	ADD(RUN_ID, &id, sizeof(id));
	REFUSED(ERANGE);
}

TEST_F(message, text_without_end_or_too_long)
{
	char text[128];

	memset(text, 'x', sizeof(text));
	BEGIN(DMA_MAP_BENCH_CMD_DEVICE_GET, NLM_F_ACK);
	ADD(DEVICE, text, 20);
	REFUSED(EINVAL);
	text[sizeof(text) - 1] = 0;
	BEGIN(DMA_MAP_BENCH_CMD_DEVICE_GET, NLM_F_ACK);
	ADD(DEVICE, text, sizeof(text));
	REFUSED(EINVAL);
	BEGIN(DMA_MAP_BENCH_CMD_DEVICE_GET, NLM_F_ACK);
	ADD(DEVICE, "", 0);
	ASK();
	EXPECT_NE(0, self->answer.error);
}

TEST_F(message, attributes_that_no_request_has)
{
	static const unsigned char zeroes[8];
	__u16 type;

	for (type = RUN_ID + 1; type <= DMA_MAP_BENCH_A_MAIN_MAX + 3; type++) {
		BEGIN(DMA_MAP_BENCH_CMD_RUN_STOP, NLM_F_ACK);
		ADD(type, zeroes, sizeof(zeroes));
		REFUSED(EINVAL);
		BEGIN(DMA_MAP_BENCH_CMD_RUN_GET, NLM_F_DUMP);
		ADD(type, zeroes, sizeof(zeroes));
		REFUSED(EINVAL);
	}
}

TEST_F(message, number_that_claims_to_be_nested)
{
	__u32 id = NO_RUN;

	BEGIN(DMA_MAP_BENCH_CMD_RUN_STOP, NLM_F_ACK);
	ADD(RUN_ID | NLA_F_NESTED, &id, sizeof(id));
	ASK();
	EXPECT_NE(0, self->answer.error);
}

TEST_F(message, attributes_nested_too_deep)
{
	unsigned char nest[512];
	int depth;

	/* Each lies in the one before, which claims all that is behind it. */
	memset(nest, 0, sizeof(nest));
	for (depth = 0; depth < 100; depth++) {
		struct nlattr *attr = (void *)(nest + depth * NLA_HDRLEN);

		attr->nla_type = DMA_MAP_BENCH_A_MAIN_PHASE | NLA_F_NESTED;
		attr->nla_len = sizeof(nest) - depth * NLA_HDRLEN;
	}
	BEGIN(DMA_MAP_BENCH_CMD_RUN_STOP, NLM_F_ACK);
	ADD(DMA_MAP_BENCH_A_MAIN_PHASE | NLA_F_NESTED, nest, sizeof(nest));
	REFUSED(EINVAL);
}

TEST_F(message, attribute_twice)
{
	__u32 id = NO_RUN;

	BEGIN(DMA_MAP_BENCH_CMD_RUN_STOP, NLM_F_ACK);
	ADD(RUN_ID, &id, sizeof(id));
	ADD(RUN_ID, &id, sizeof(id));
	ASK();
	EXPECT_NE(0, self->answer.error);
}

TEST_F(message, attribute_longer_than_the_message)
{
	__u32 id = NO_RUN;

	BEGIN(DMA_MAP_BENCH_CMD_RUN_STOP, NLM_F_ACK);
	ADD(RUN_ID, &id, sizeof(id));
	self->m.head.nlmsg_len -= 2;
	REFUSED(EINVAL);
}

TEST_F(message, reserved_bytes_of_the_head)
{
	__u32 id = NO_RUN;

	BEGIN(DMA_MAP_BENCH_CMD_RUN_STOP, NLM_F_ACK);
	ADD(RUN_ID, &id, sizeof(id));
	((struct genlmsghdr *)NLMSG_DATA(&self->m.head))->reserved = 1;
	REFUSED(EINVAL);
}

TEST_F(message, commands_that_are_none)
{
	static const __u8 commands[] = {
		0, DMA_MAP_BENCH_CMD_RUN_START, DMA_MAP_BENCH_CMD_STATS,
		DMA_MAP_BENCH_CMD_RUN_DONE, DMA_MAP_BENCH_CMD_MAX + 1, 255,
	};
	size_t i;

	for (i = 0; i < sizeof(commands); i++) {
		BEGIN(commands[i], NLM_F_ACK);
		REFUSED(EOPNOTSUPP);
		BEGIN(commands[i], NLM_F_DUMP);
		REFUSED(EOPNOTSUPP);
	}
	/* A dump only, and no dump. */
	BEGIN(DMA_MAP_BENCH_CMD_RUN_GET, NLM_F_ACK);
	REFUSED(EOPNOTSUPP);
	BEGIN(DMA_MAP_BENCH_CMD_RUN_STOP, NLM_F_DUMP);
	REFUSED(EOPNOTSUPP);
}

/* Status of a child without any right: what stopping and asking give. */
static int ask_as_nobody(void)
{
	struct mbe_netlink nl;
	struct mbe_answer answer;
	struct mbe_message m;
	__u32 id = NO_RUN;

	if (setresuid(65534, 65534, 65534) || __mbe_netlink_open(&nl))
		return 1;
	mbe_message_begin(&nl, &m, DMA_MAP_BENCH_CMD_RUN_STOP, NLM_F_ACK);
	mbe_message_add(&m, RUN_ID, &id, sizeof(id));
	if (__mbe_netlink_ask(&nl, &m, &answer) || answer.error != EPERM)
		return 2;
	mbe_message_begin(&nl, &m, DMA_MAP_BENCH_CMD_DEVICE_GET, NLM_F_DUMP);
	if (__mbe_netlink_ask(&nl, &m, &answer) || answer.error || !answer.messages)
		return 3;
	return __mbe_netlink_join(&nl) ? 4 : 0;
}

TEST_F(message, stopping_takes_a_right_that_asking_and_listening_do_not)
{
	int status;
	pid_t child = fork();

	ASSERT_GE(child, 0);
	if (!child)
		_exit(ask_as_nobody());
	ASSERT_EQ(child, waitpid(child, &status, 0));
	EXPECT_EQ(0, status) TH_LOG("status %d", WEXITSTATUS(status));
}

TEST_HARNESS_MAIN
