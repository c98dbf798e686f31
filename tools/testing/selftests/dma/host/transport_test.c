// SPDX-License-Identifier: GPL-2.0-only
/* Five ways not to reach the device, five messages; errnos in words. */
#include <errno.h>

#include "kselftest_harness.h"
#include "helper.h"
#include "key.h"
#include "refusal.h"
#include "transport.h"

FIXTURE(transport) {
	struct db_device device;
	struct db_err err;
};

FIXTURE_SETUP(transport)
{
	memset(self, 0, sizeof(*self));
	machine_make();
}

FIXTURE_TEARDOWN(transport)
{
	unsetenv("FAKE");
	machine_drop();
}

#define EXPECT_SAYS(what) \
	EXPECT_NE(NULL, strstr(self->err.text, what)) TH_LOG("%s", self->err.text)

static int open_it(FIXTURE_DATA(transport) *self, const char *name)
{
	int status = db_device_open(&self->device, name, &self->err);

	db_device_close(&self->device);
	return status;
}

TEST_F(transport, opens_the_first_device)
{
	machine_write("/sys/kernel/debug/dma_map_benchmark_ext/dma_map_benchmark_ext.10", "");
	machine_write("/sys/kernel/debug/dma_map_benchmark_ext/dma_map_benchmark_ext.2", "");
	ASSERT_EQ(0, open_it(self, "")) TH_LOG("%s", self->err.text);
	EXPECT_STREQ("dma_map_benchmark_ext.0", self->device.name);
	EXPECT_EQ(4096, self->device.query.page_bytes);
	ASSERT_EQ(0, open_it(self, "dma_map_benchmark_ext.10"));
}

TEST_F(transport, not_root)
{
	setenv("FAKE", "euid=1000 open=13", 1);
	EXPECT_EQ(DB_FAILED, open_it(self, ""));
	EXPECT_SAYS("not root (user id 1000)");
	EXPECT_SAYS("sudo");
}

TEST_F(transport, no_debugfs)
{
	machine_write("/proc/mounts", "proc /proc proc rw 0 0\n");
	machine_remove("/sys/kernel/debug");
	EXPECT_EQ(DB_FAILED, open_it(self, ""));
	EXPECT_SAYS("debugfs is not mounted");
	EXPECT_SAYS("mount -t debugfs");
}

TEST_F(transport, no_module)
{
	machine_remove("/sys/kernel/debug/dma_map_benchmark_ext");
	EXPECT_EQ(DB_FAILED, open_it(self, ""));
	EXPECT_SAYS("is not loaded");
	EXPECT_SAYS("modprobe");
}

TEST_F(transport, no_device)
{
	machine_remove(DEVICE_FILE);
	EXPECT_EQ(DB_FAILED, open_it(self, ""));
	EXPECT_SAYS("drives no device");
	EXPECT_SAYS("driver_override");
}

TEST_F(transport, lockdown)
{
	machine_write("/sys/kernel/security/lockdown", "none integrity [confidentiality]\n");
	setenv("FAKE", "open=1", 1);
	EXPECT_EQ(DB_FAILED, open_it(self, ""));
	EXPECT_SAYS("locked down (confidentiality)");
	EXPECT_SAYS("Secure Boot");
}

TEST_F(transport, unknown_device_lists_the_known)
{
	EXPECT_EQ(DB_FAILED, open_it(self, "eth0"));
	EXPECT_SAYS("no device 'eth0'");
	EXPECT_SAYS("there are: dma_map_benchmark_ext.0");
}

TEST_F(transport, debugfs_elsewhere_is_found)
{
	machine_write("/proc/mounts", "none /d debugfs rw 0 0\n");
	machine_write("/d/dma_map_benchmark_ext/x", "");
	ASSERT_EQ(0, open_it(self, "")) TH_LOG("%s", self->err.text);
	EXPECT_STREQ("x", self->device.name);
}

TEST_F(transport, upstreams_file_has_the_same_complaints)
{
	int fd;

	machine_remove("/sys/kernel/debug/dma_map_benchmark");
	EXPECT_EQ(DB_FAILED, db_upstream_open(&fd, &self->err));
	EXPECT_SAYS("CONFIG_DMA_MAP_BENCHMARK");
	setenv("FAKE", "euid=7", 1);
	EXPECT_EQ(DB_FAILED, db_upstream_open(&fd, &self->err));
	EXPECT_SAYS("not root");
}

TEST_F(transport, each_errno_has_its_own_words)
{
	static const struct { int error; const char *says; } rows[] = {
		{ EINVAL, "out of range" }, { E2BIG, "one source" },
		{ EOPNOTSUPP, "cannot do it" }, { ENOBUFS, "memory_cap_mib" },
		{ ENOMEM, "no memory" }, { EBUSY, "another DMA mask" },
		{ EIO, "refuses such a mask" }, { EINTR, "a signal" },
		{ ENODEV, "unbound" }, { ENOTTY, "one source" },
	};
	struct mbe_query query = { .memory_cap_bytes = 1 << 20 };
	struct db_request request;
	size_t i;

	db_request_init(&request);
	for (i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		db_refusal(rows[i].error, &request, &query, &self->err);
		EXPECT_SAYS(rows[i].says);
	}
	EXPECT_EQ(0, db_key_parse(DB_KEY_CPUS, "5", &request, &self->err));
	db_refusal(EINVAL, &request, &query, &self->err);
	EXPECT_SAYS("likely cpus");
}

TEST_F(transport, offsets_outside_the_data_are_not_followed)
{
	struct db_outcome outcome;
	struct db_request request;

	setenv("FAKE", "malformed", 1);
	db_request_init(&request);
	request.run.iterations = 3;
	ASSERT_EQ(0, db_device_open(&self->device, "", &self->err));
	EXPECT_EQ(DB_FAILED, db_device_run(&self->device, &request, &outcome, &self->err));
	EXPECT_SAYS("malformed");
	db_device_close(&self->device);
}

TEST_HARNESS_MAIN
