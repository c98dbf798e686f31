// SPDX-License-Identifier: GPL-2.0-only
/* Content tells who wrote it and where it belongs, whatever a kernel did to it. */
#include "kselftest_harness.h"
#include "../mbe_ink.h"

#define BYTES	20000u

TEST(inks_differ_at_every_byte)
{
	unsigned char ink[4][BYTES];
	unsigned int i, j, k;

	for (i = 0; i < 4; i++) {
		mbe_ink(ink[i], 1, 0, BYTES, i);
		EXPECT_EQ(NULL, mbe_ink_wrong(ink[i], 1, 0, BYTES, i));
	}
	for (i = 0; i < 4; i++) {
		for (j = 0; j < i; j++) {
			for (k = 0; k < BYTES; k++)
				ASSERT_NE(ink[i][k], ink[j][k]);
		}
	}
}

TEST(content_of_another_place_is_wrong)
{
	static const unsigned int shifts[] = { 1, 2, 4, 8, 64, 128, 512, 2048, 4096 };
	unsigned char data[BYTES];
	unsigned int i;

	mbe_ink(data, 1, 0, BYTES, MBE_INK_CPU);
	for (i = 0; i < ARRAY_SIZE(shifts); i++) {
		EXPECT_NE(NULL, mbe_ink_wrong(data, 1, shifts[i], 64, MBE_INK_CPU))
			TH_LOG("shifted by %u", shifts[i]);
	}
	EXPECT_NE(NULL, mbe_ink_wrong(data, 2, 0, 64, MBE_INK_CPU));
}

TEST(wrong_byte_is_named)
{
	unsigned char data[100];
	const char *wrong;

	mbe_ink(data, 1, 1000, sizeof(data), MBE_INK_CPU);
	mbe_ink(data + 40, 1, 1040, 10, MBE_INK_DEVICE);
	wrong = mbe_ink_wrong(data, 1, 1000, sizeof(data), MBE_INK_CPU);
	ASSERT_NE(NULL, wrong);
	EXPECT_NE(NULL, strstr(wrong, "byte 1040 (40 of 100)")) TH_LOG("%s", wrong);
	EXPECT_NE(NULL, strstr(wrong, "the device's; expected the CPU's")) TH_LOG("%s", wrong);
}

TEST_HARNESS_MAIN
