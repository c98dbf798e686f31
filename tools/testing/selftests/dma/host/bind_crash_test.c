// SPDX-License-Identifier: GPL-2.0-only
/* Whenever bind or unbind dies, another one mends it. */

#include "kselftest_harness.h"
#include "fake_sysfs.h"
#include "helper.h"

FIXTURE(bind_crash) {
	struct db_sysfs_device disk;
	struct db_bind_record was;
	struct db_err err;
};

FIXTURE_SETUP(bind_crash)
{
	fake_sysfs_make(&self->disk);
}

FIXTURE_TEARDOWN(bind_crash)
{
	machine_drop();
}

/* The tool dies before the write that follows @writes others. */
static void crash(int (*call)(FIXTURE_DATA(bind_crash) *),
		  FIXTURE_DATA(bind_crash) *self, int writes)
{
	fake_kernel.dies_after = writes;
	if (!setjmp(fake_kernel.death))
		call(self);
	fake_kernel.dies_after = -1;
}

static int call_bind(FIXTURE_DATA(bind_crash) *self)
{
	return db_bind(&self->disk, 0, &self->was, &self->err);
}

static int call_unbind(FIXTURE_DATA(bind_crash) *self)
{
	return db_unbind(&self->disk, &self->was, &self->err);
}

/* Wherever the tool dies, unbind brings the device back. */
TEST_F(bind_crash, comes_back_after_a_crash_at_any_write)
{
	int after;

	for (after = 0; after < 3; after++) {
		crash(call_bind, self, after);
		EXPECT_TRUE(fake_has_record());
		EXPECT_EQ(0, call_unbind(self))
			TH_LOG("after %d writes: %s", after, self->err.text);
		EXPECT_TRUE(fake_is_as_made(&self->disk)) TH_LOG("after %d writes", after);
	}
}

TEST_F(bind_crash, a_crash_of_unbind_is_mended_by_another)
{
	int after;

	for (after = 0; after < 3; after++) {
		ASSERT_EQ(0, call_bind(self));
		crash(call_unbind, self, after);
		EXPECT_EQ(0, call_unbind(self));
		EXPECT_TRUE(fake_is_as_made(&self->disk)) TH_LOG("after %d writes", after);
	}
}

TEST_F(bind_crash, bind_after_a_crash_knows_the_first_driver)
{
	crash(call_bind, self, 2);
	EXPECT_EQ(0, call_bind(self));
	EXPECT_STREQ("virtio-pci", self->was.driver);
}

TEST_HARNESS_MAIN
