// SPDX-License-Identifier: GPL-2.0-only
/* bind, unbind: a real device on the driver, and back to its own. */
#include <stdio.h>
#include <stdlib.h>

#include "bind.h"
#include "cmd.h"
#include "measure.h"

static const char *or_none(const char *name)
{
	return *name ? name : "none";
}

static void print_group(const struct db_sysfs_device *device)
{
	struct db_list others = { };
	char *group = db_sysfs_group(device, &others);
	char *names = db_list_join(&others, " ");

	if (!group)
		puts("  iommu_group          none");
	else if (others.count)
		printf("  iommu_group          %s, shared with %s\n", group, names);
	else
		printf("  iommu_group          %s\n", group);
	free(names);
	free(group);
	db_list_free(&others);
}

static int bind(const struct db_options *options, char **words, struct db_err *err)
{
	struct db_sysfs_device device;
	struct db_bind_record was;
	int status = db_sysfs_find(&device, words[0], err);

	if (!status)
		status = db_bind(&device, options->force, &was, err);
	if (status)
		return status;
	printf("%s\n  bus                  %s\n  driver               %s\n"
	       "  driver_before        %s\n", device.name, device.bus, DB_BIND_DRIVER,
	       or_none(was.driver));
	print_group(&device);
	return DB_OK;
}

static int unbind_one(const char *word, struct db_err *err)
{
	struct db_sysfs_device device;
	struct db_bind_record was;
	int status = db_sysfs_find(&device, word, err);
	char *driver;

	if (!status)
		status = db_unbind(&device, &was, err);
	if (status)
		return status;
	driver = db_sysfs_driver(&device);
	printf("%s\n  bus                  %s\n  driver               %s\n", device.name,
	       device.bus, or_none(driver ? driver : ""));
	free(driver);
	return DB_OK;
}

/* One that cannot be given back must not keep the others. */
static int unbind_all(struct db_err *err)
{
	struct db_list devices = { };
	int status = DB_OK;
	size_t i;

	db_bind_list(&devices);
	for (i = 0; i < devices.count; i++) {
		if (unbind_one(devices.item[i].text, err))
			status = db_complain(err, DB_FAILED);
	}
	if (!devices.count)
		puts("nothing is bound");
	db_list_free(&devices);
	*err->text = 0;
	return status;
}

static int unbind(const struct db_options *options, char **words, struct db_err *err)
{
	(void)options;
	return words[0] ? unbind_one(words[0], err) : unbind_all(err);
}

int cmd_bind(int argc, char **argv)
{
	static const struct verb verb = {
		.name = "bind",
		.takes = DB_OPT_FORCE,
		.words = 1,
		.words_are = "one DEVICE",
		.act = bind,
		.before = "usage: dma_map_benchmark bind DEVICE [--force]\n\n"
			  "Takes a platform or PCI device from its driver and binds it to the module, by\n"
			  "driver_override. What it was like is written to " DB_BIND_DIR ", so that\n"
			  "unbind can give it back, also after a crash. DEVICE is a name like 0000:00:08.0,\n"
			  "or BUS/NAME. Refuses a device in use: a mounted disk, a network interface that is\n"
			  "up, the console; what else may use it is not seen.\n",
		.after = "\nExamples:\n"
			 "  dma_map_benchmark bind 0000:00:08.0\n"
			 "  dma_map_benchmark run --device 0000:00:08.0\n"
			 "  dma_map_benchmark unbind 0000:00:08.0\n\n"
			 "Exit status: 0 bound, 1 failed (the device is as it was), 2 usage.",
	};

	return cmd_verb(&verb, argc, argv);
}

int cmd_unbind(int argc, char **argv)
{
	static const struct verb verb = {
		.name = "unbind",
		.words = 1,
		.or_none = 1,
		.words_are = "one DEVICE",
		.act = unbind,
		.before = "usage: dma_map_benchmark unbind [DEVICE]\n\n"
			  "Gives a device back to the driver that it had before bind. Without DEVICE: all\n"
			  "that bind has taken and nobody has given back.\n",
		.after = "\nExamples:\n"
			 "  dma_map_benchmark unbind 0000:00:08.0\n"
			 "  dma_map_benchmark unbind\n"
			 "  dma_map_benchmark unbind platform/fe200000.dma\n\n"
			 "Exit status: 0 ok, 1 failed, 2 usage.",
	};

	return cmd_verb(&verb, argc, argv);
}
