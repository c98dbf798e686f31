// SPDX-License-Identifier: GPL-2.0-only
/* bind and unbind before a fake sysfs. */
#include <stdlib.h>

#include "kselftest_harness.h"
#include "fake_sysfs.h"
#include "helper.h"

FIXTURE(bind) {
	struct db_sysfs_device disk;
	struct db_bind_record was;
	struct db_err err;
};

FIXTURE_SETUP(bind)
{
	fake_sysfs_make(&self->disk);
}

FIXTURE_TEARDOWN(bind)
{
	machine_drop();
}

static int call_bind(FIXTURE_DATA(bind) *self)
{
	return db_bind(&self->disk, 0, &self->was, &self->err);
}

static int call_unbind(FIXTURE_DATA(bind) *self)
{
	return db_unbind(&self->disk, &self->was, &self->err);
}

TEST_F(bind, there_and_back)
{
	EXPECT_EQ(0, call_bind(self));
	EXPECT_STREQ("virtio-pci", self->was.driver);
	EXPECT_TRUE(fake_is_on(&self->disk, DB_BIND_DRIVER));
	EXPECT_TRUE(fake_has_record());
	EXPECT_EQ(0, call_unbind(self)) TH_LOG("%s", self->err.text);
	EXPECT_TRUE(fake_is_as_made(&self->disk));
	EXPECT_FALSE(fake_has_record());
}

TEST_F(bind, an_override_of_before_comes_back)
{
	char override[64];

	machine_write(DISK_OVERRIDE, "virtio-pci\n");
	EXPECT_EQ(0, call_bind(self));
	EXPECT_EQ(0, call_unbind(self)) TH_LOG("%s", self->err.text);
	fake_override(override, sizeof(override));
	EXPECT_STREQ("virtio-pci", override);
	EXPECT_TRUE(fake_is_on(&self->disk, "virtio-pci"));
}

TEST_F(bind, a_device_without_a_driver_has_none_again)
{
	fake_link_driver(NULL);
	EXPECT_EQ(0, call_bind(self));
	EXPECT_STREQ("", self->was.driver);
	EXPECT_EQ(0, call_unbind(self));
	EXPECT_EQ(NULL, db_sysfs_driver(&self->disk));
}

TEST_F(bind, twice_keeps_what_was_first)
{
	EXPECT_EQ(0, call_bind(self));
	EXPECT_EQ(0, call_bind(self));
	EXPECT_STREQ("virtio-pci", self->was.driver);
	EXPECT_EQ(0, call_unbind(self));
	EXPECT_TRUE(fake_is_as_made(&self->disk));
}

TEST_F(bind, a_refused_step_leaves_the_device_as_it_was)
{
	static const char *const steps[] = {
		"drivers/virtio-pci/unbind", "drivers/" DB_BIND_DRIVER "/bind",
	};
	size_t i;

	for (i = 0; i < 2; i++) {
		fake_kernel.refuses = steps[i];
		EXPECT_EQ(DB_FAILED, call_bind(self));
		EXPECT_NE(NULL, strstr(self->err.text, "Operation not permitted"));
		EXPECT_TRUE(fake_is_as_made(&self->disk)) TH_LOG("%s", steps[i]);
		EXPECT_FALSE(fake_has_record());
	}
}

TEST_F(bind, without_a_record_the_kernel_chooses)
{
	fake_link_driver(DB_BIND_DRIVER);
	machine_write(DISK_OVERRIDE, DB_BIND_DRIVER "\n");
	EXPECT_EQ(0, call_unbind(self)) TH_LOG("%s", self->err.text);
	EXPECT_TRUE(fake_is_as_made(&self->disk));
}

TEST_F(bind, a_damaged_record_is_none)
{
	machine_write(DB_BIND_DIR "/pci:0000:00:09.0", "{ \"driver\": \"virt");
	fake_link_driver(DB_BIND_DRIVER);
	machine_write(DISK_OVERRIDE, DB_BIND_DRIVER "\n");
	EXPECT_EQ(0, call_unbind(self));
	EXPECT_TRUE(fake_is_as_made(&self->disk));
}

TEST_F(bind, unbind_of_a_stranger_is_refused)
{
	EXPECT_EQ(DB_FAILED, call_unbind(self));
	EXPECT_NE(NULL, strstr(self->err.text, "is not on " DB_BIND_DRIVER));
	EXPECT_TRUE(fake_is_as_made(&self->disk));
}

TEST_F(bind, not_root)
{
	fake_kernel.uid = 1000;
	EXPECT_EQ(DB_FAILED, call_bind(self));
	EXPECT_NE(NULL, strstr(self->err.text, "not root (user id 1000)"));
	EXPECT_FALSE(fake_has_record());
}

TEST_F(bind, no_module)
{
	machine_remove(PCI "/drivers/" DB_BIND_DRIVER);
	EXPECT_EQ(DB_FAILED, call_bind(self));
	EXPECT_NE(NULL, strstr(self->err.text, "load the module first"));
	EXPECT_TRUE(fake_is_as_made(&self->disk));
	EXPECT_FALSE(fake_has_record());
}

TEST_F(bind, no_place_for_the_record)
{
	machine_remove("/run");
	EXPECT_EQ(DB_FAILED, call_bind(self));
	EXPECT_NE(NULL, strstr(self->err.text, "must be written down before it changes"));
	EXPECT_TRUE(fake_is_as_made(&self->disk));
}

TEST_HARNESS_MAIN
