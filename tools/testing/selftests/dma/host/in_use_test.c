// SPDX-License-Identifier: GPL-2.0-only
/* What is seen of a device: who uses it, its name, its group. */
#include <stdlib.h>
#include <unistd.h>

#include "kselftest_harness.h"
#include "fake_sysfs.h"
#include "helper.h"

FIXTURE(in_use) {
	struct db_sysfs_device disk;
	struct db_bind_record was;
	struct db_err err;
};

FIXTURE_SETUP(in_use)
{
	fake_sysfs_make(&self->disk);
	machine_write(DISK "/virtio1/block/vda/dev", "254:0\n");
	machine_write(DISK "/virtio1/block/vda/vda1/dev", "254:1\n");
	machine_write(DISK "/virtio1/block/vda/vda1/partition", "1\n");
	machine_write(DISK "/virtio2/net/eth0/flags", "0x1002\n");
}

FIXTURE_TEARDOWN(in_use)
{
	machine_drop();
}

static int call_bind(FIXTURE_DATA(in_use) *self)
{
	return db_bind(&self->disk, 0, &self->was, &self->err);
}

static int call_unbind(FIXTURE_DATA(in_use) *self)
{
	return db_unbind(&self->disk, &self->was, &self->err);
}

TEST_F(in_use, in_use_is_refused_and_can_be_forced)
{
	static const struct { const char *path, *text, *says; } uses[] = {
		{ "/proc/self/mountinfo", "30 1 254:1 / /mnt rw - ext4 /dev/root rw\n",
		  "vda1 is mounted on /mnt" },
		{ "/proc/self/mountinfo", "30 1 0:40 / /pool rw - btrfs /dev/vda rw\n",
		  "vda is mounted on /pool" },
		{ "/proc/swaps", "Filename Type\n/dev/vda partition 1 0 -2\n",
		  "vda is swap space" },
		{ DISK "/virtio1/block/vda/vda1/holders/dm-0", "", "vda1 is part of dm-0" },
		{ DISK "/virtio2/net/eth0/flags", "0x1003\n", "network interface eth0 is up" },
		{ "/sys/class/tty/console/active", "tty0 hvc0\n", "hvc0 is the console" },
	};
	size_t i;

	machine_write(DISK "/virtio3/tty/hvc0/dev", "229:0\n");
	for (i = 0; i < sizeof(uses) / sizeof(*uses); i++) {
		machine_write(uses[i].path, uses[i].text);
		EXPECT_EQ(DB_FAILED, call_bind(self));
		EXPECT_NE(NULL, strstr(self->err.text, uses[i].says)) TH_LOG("%s", self->err.text);
		EXPECT_NE(NULL, strstr(self->err.text, "--force"));
		EXPECT_TRUE(fake_is_as_made(&self->disk));
		EXPECT_FALSE(fake_has_record());
		EXPECT_EQ(0, db_bind(&self->disk, 1, &self->was, &self->err));
		EXPECT_EQ(0, call_unbind(self));
		machine_remove(uses[i].path);
	}
}

TEST_F(in_use, names_of_devices)
{
	static const struct { const char *word; int status; } words[] = {
		{ "0000:00:09.0", DB_OK }, { "00:09.0", DB_OK }, { "pci/00:09.0", DB_OK },
		{ "platform/0000:00:09.0", DB_FAILED }, { "0000:00:0a.0", DB_FAILED },
		{ "usb/1-1", DB_FAILED }, { "", DB_USAGE }, { "..", DB_USAGE },
		{ "pci/../x", DB_USAGE }, { "pci/", DB_USAGE },
	};
	struct db_sysfs_device found;
	size_t i;

	for (i = 0; i < sizeof(words) / sizeof(*words); i++)
		EXPECT_EQ(words[i].status, db_sysfs_find(&found, words[i].word, &self->err))
			TH_LOG("%s", words[i].word);
}

TEST_F(in_use, members_of_the_group_are_shown)
{
	struct db_list others = { };
	char *group;

	EXPECT_EQ(NULL, db_sysfs_group(&self->disk, &others));
	machine_write("/sys/kernel/iommu_groups/7/devices/0000:00:09.0", "");
	machine_write("/sys/kernel/iommu_groups/7/devices/0000:00:0a.0", "");
	ASSERT_EQ(0, symlink("../../../../kernel/iommu_groups/7",
			     machine_path(DISK "/iommu_group")));
	group = db_sysfs_group(&self->disk, &others);
	EXPECT_STREQ("7", group);
	ASSERT_EQ(1, others.count);
	EXPECT_STREQ("0000:00:0a.0", others.item[0].text);
	free(group);
	db_list_free(&others);
}

TEST_HARNESS_MAIN
