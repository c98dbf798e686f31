// SPDX-License-Identifier: GPL-2.0-only
/* Circumstances, read from machines that exist only as folders. */
#include "kselftest_harness.h"
#include "env.h"
#include "err.h"
#include "helper.h"
#include "json.h"
#include "report.h"
#include "sha256.h"

FIXTURE(env) {
	struct json_object *json;
};

FIXTURE_SETUP(env)
{
	self->json = NULL;
	machine_make();
}

FIXTURE_TEARDOWN(env)
{
	json_object_put(self->json);
	machine_drop();
}

static const char *emulated(FIXTURE_DATA(env) *self)
{
	json_object_put(self->json);
	self->json = db_env_emulation();
	return db_json_get_text(self->json, "value");
}

TEST_F(env, the_command_line_tells_about_emulation)
{
	machine_write("/proc/cmdline", "quiet dma_bench.emulated=tcg ro\n");
	EXPECT_STREQ("yes", emulated(self));
	EXPECT_STREQ("kernel command line: dma_bench.emulated=tcg",
		     db_json_get_text(self->json, "how"));
	machine_write("/proc/cmdline", "dma_bench.emulated=kvm\n");
	EXPECT_STREQ("no", emulated(self));
}

TEST_F(env, without_evidence_emulation_is_unknown)
{
	const char *compatible = "/sys/firmware/devicetree/base/compatible";

	machine_write("/proc/cmdline", "quiet\n");
	EXPECT_STREQ("unknown", emulated(self));
	machine_write(compatible, "linux,dummy-virt");
	EXPECT_STREQ("unknown", emulated(self));
	machine_write(compatible, "arm,versatile-pb");
	EXPECT_STREQ("unknown", emulated(self));
	machine_write(compatible, "rockchip,rk3588");
	EXPECT_STREQ("no", emulated(self));
	machine_remove("/sys/firmware");
	machine_write("/sys/class/dmi/id/sys_vendor", "QEMU\n");
	EXPECT_STREQ("unknown", emulated(self));
	machine_write("/sys/class/dmi/id/sys_vendor", "Dell Inc.\n");
	EXPECT_STREQ("no", emulated(self));
}

TEST_F(env, cpus_are_known_by_name_or_part)
{
	machine_write("/proc/cpuinfo", "processor\t: 0\nCPU implementer\t: 0x41\n"
		      "CPU architecture: 8\nCPU variant\t: 0x0\nCPU part\t: 0xd08\n");
	machine_write("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor", "schedutil\n");
	machine_write("/sys/devices/system/cpu/cpu2/cpufreq/scaling_governor", "performance\n");
	machine_write("/sys/devices/system/cpu/cpu10/cpufreq/scaling_governor", "schedutil\n");
	self->json = db_env_cpu();
	EXPECT_STREQ("Cortex-A72", db_json_get_text(self->json, "model"));
	EXPECT_STREQ("0x41/0xd08", db_json_get_text(self->json, "part"));
	EXPECT_STREQ("0-3", db_json_get_text(self->json, "online"));
	EXPECT_STREQ("0,10", db_json_get_text(self->json, "governors.schedutil"));
	EXPECT_STREQ("2", db_json_get_text(self->json, "governors.performance"));
}

TEST_F(env, configuration_has_sha256sums_digest)
{
	const char *text = "# Linux\nCONFIG_KASAN=y\n# CONFIG_KCSAN is not set\n"
			   "CONFIG_DMA_API_DEBUG=y\nCONFIG_KASAN_INLINE=y\n";
	char *path, *source, *config, *command, *list, hex[DB_SHA256_ROOM];
	size_t bytes;

	path = db_strdup(machine_path("/proc/config"));
	machine_write("/proc/config", text);
	command = db_printf("gzip %s", path);
	ASSERT_EQ(0, system(command));
	config = db_config_text("6.12.0-test", &source, &bytes);
	ASSERT_NE(NULL, config);
	EXPECT_STREQ(text, config);
	EXPECT_STREQ("/proc/config.gz", source);
	/* printf ... | sha256sum */
	db_sha256(config, bytes, hex);
	EXPECT_STREQ("d8e7390e25c8f9562449fb40fe510113e658be11b4d2db45b0cd683526c0dfe6", hex);
	self->json = json_object_new_object();
	json_object_object_add(self->json, "o", db_config_debug(config));
	list = db_json_get_list(self->json, "o", " ");
	EXPECT_STREQ("DMA_API_DEBUG KASAN", list);
	free(list);
	free(config);
	free(source);
	free(command);

	machine_remove("/proc/config.gz");
	machine_write("/boot/config-6.12.0-test", "x");
	config = db_config_text("6.12.0-test", &source, &bytes);
	EXPECT_STREQ("x", config);
	EXPECT_STREQ("/boot/config-6.12.0-test", source);
	free(config);
	free(source);
	machine_remove("/boot");
	EXPECT_EQ(NULL, db_config_text("6.12.0-test", &source, &bytes));
	EXPECT_EQ(NULL, source);
	free(path);
}

TEST_F(env, a_broken_config_is_no_config)
{
	size_t bytes;
	char *source;

	machine_write("/proc/config.gz", "not gzip at all");
	EXPECT_EQ(NULL, db_config_text("none", &source, &bytes));
}

TEST_F(env, workarounds_come_from_the_kernels_log)
{
	EXPECT_EQ(NULL, db_env_errata());
	machine_write("/dev/kmsg",
		      "6,1,0,-;Booting Linux\n SUBSYSTEM=errata\n"
		      "6,2,0,-;CPU features: detected: ARM erratum 843419\n");
	self->json = db_env_errata();
	ASSERT_EQ(1, json_object_array_length(self->json));
	EXPECT_STREQ("CPU features: detected: ARM erratum 843419",
		     json_object_get_string(json_object_array_get_idx(self->json, 0)));
}

TEST(digests_equal_published_ones)
{
	char hex[DB_SHA256_ROOM], *million = db_alloc(1000000);

	db_sha256("", 0, hex);
	EXPECT_STREQ("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855", hex);
	db_sha256("abc", 3, hex);
	EXPECT_STREQ("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad", hex);
	memset(million, 'a', 1000000);
	db_sha256(million, 1000000, hex);
	EXPECT_STREQ("cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0", hex);
	free(million);
}

/* Each thing that spoils times is named with what to do. */
TEST(warnings_have_remedies)
{
	static const struct { const char *env, *says, *remedy; } rows[] = {
		{ "{\"emulated\":{\"value\":\"yes\",\"how\":\"h\"}}", "times are emulated (h)",
		  "on hardware" },
		{ "{}", "unknown (not recorded)", "dma_bench.emulated" },
		{ "{\"kernel\":{\"debug_options\":[\"KASAN\",\"KCOV\"]}}", "KASAN, KCOV",
		  "kernel without" },
		{ "{\"kernel\":{\"debug_options\":null}}", "cannot be read", "IKCONFIG" },
		{ "{\"cpu\":{\"governors\":{\"powersave\":\"0-3\"}}}", "powersave on CPUs 0-3",
		  "cpupower" },
	};
	char *text, *all;
	struct db_list list;
	size_t i;

	for (i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		struct json_object *doc;

		text = db_printf("{\"environment\":%s,\"results\":[]}", rows[i].env);
		doc = json_tokener_parse(text);
		memset(&list, 0, sizeof(list));
		db_report_warnings(doc, &list);
		all = db_list_join(&list, "\n");
		EXPECT_TRUE(strstr(all, rows[i].says) && strstr(all, rows[i].remedy))
			TH_LOG("row %zu: %s", i, all);
		db_list_free(&list);
		json_object_put(doc);
		free(all);
		free(text);
	}
}

TEST_HARNESS_MAIN
