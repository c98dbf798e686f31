// SPDX-License-Identifier: GPL-2.0-only
/* Random messages to the netlink family: each is answered, and it still works. */
#include "mbe_model.h"
#include "netlink_message.h"

#define RANDOM_MESSAGES	3000

TEST_F(message, random_bytes)
{
	struct mbe_random r = { mbe_seed() };
	unsigned char data[80];
	unsigned int i, left;

	TH_LOG("MBE_SEED=%llu", (unsigned long long)r.state);
	for (i = 0; i < RANDOM_MESSAGES; i++) {
		BEGIN(mbe_random_below(&r, 10),
		      mbe_random_below(&r, 2) ? NLM_F_ACK : NLM_F_DUMP | NLM_F_ACK);
		for (left = mbe_random_below(&r, 4); left; left--) {
			mbe_random_fill(&r, data, sizeof(data));
			ADD(mbe_random_below(&r, 40) |
			    (mbe_random_below(&r, 8) ? 0 : NLA_F_NESTED), data,
			    mbe_random_below(&r, sizeof(data)));
		}
		ASK();
		ASSERT_GE(self->answer.error, 0);
	}
	BEGIN(DMA_MAP_BENCH_CMD_DEVICE_GET, NLM_F_DUMP);
	ASK();
	EXPECT_EQ(0, self->answer.error);
	EXPECT_GT(self->answer.messages, 0);
}

TEST_HARNESS_MAIN
