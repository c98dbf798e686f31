// SPDX-License-Identifier: GPL-2.0-only
/* bind, unbind: a real device on the driver, and back to its own. */
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bind.h"
#include "cmd.h"
#include "measure.h"

static const struct option options[] = {
	{ "force", no_argument, NULL, 'f' },
	{ "help", no_argument, NULL, 'h' },
	{ }
};

static int help_bind(void)
{
	puts("usage: dma_map_benchmark bind DEVICE [--force]\n\n"
	     "Takes a platform or PCI device from its driver and binds it to the module, by\n"
	     "driver_override. What it was like is written to " DB_BIND_DIR ", so that\n"
	     "unbind can give it back, also after a crash. DEVICE is a name like 0000:00:08.0,\n"
	     "or BUS/NAME. Refuses a device in use: a mounted disk, a network interface that is\n"
	     "up, the console; what else may use it is not seen.\n\n"
	     "  --force              although it is in use\n"
	     "  --help               print this; so does -h\n\n"
	     "Examples:\n"
	     "  dma_map_benchmark bind 0000:00:08.0\n"
	     "  dma_map_benchmark run --device 0000:00:08.0\n"
	     "  dma_map_benchmark unbind 0000:00:08.0\n\n"
	     "Exit status: 0 bound, 1 failed (the device is as it was), 2 usage.");
	return DB_OK;
}

static int help_unbind(void)
{
	puts("usage: dma_map_benchmark unbind [DEVICE]\n\n"
	     "Gives a device back to the driver that it had before bind. Without DEVICE: all\n"
	     "that bind has taken and nobody has given back.\n\n"
	     "  --help               print this; so does -h\n\n"
	     "Examples:\n"
	     "  dma_map_benchmark unbind 0000:00:08.0\n"
	     "  dma_map_benchmark unbind\n"
	     "  dma_map_benchmark unbind platform/fe200000.dma\n\n"
	     "Exit status: 0 ok, 1 failed, 2 usage.");
	return DB_OK;
}

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

static int bind(const char *word, int force, struct db_err *err)
{
	struct db_sysfs_device device;
	struct db_bind_record was;
	int status = db_sysfs_find(&device, word, err);

	if (!status)
		status = db_bind(&device, force, &was, err);
	if (status)
		return status;
	printf("%s\n  bus                  %s\n  driver               %s\n"
	       "  driver_before        %s\n", device.name, device.bus, DB_BIND_DRIVER,
	       or_none(was.driver));
	print_group(&device);
	return DB_OK;
}

static int unbind(const char *word, struct db_err *err)
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
		if (unbind(devices.item[i].text, err))
			status = db_complain(err, DB_FAILED);
	}
	if (!devices.count)
		puts("nothing is bound");
	db_list_free(&devices);
	*err->text = 0;
	return status;
}

/* The one word, or NULL; DB_USAGE with a message otherwise. */
static int parse(int argc, char **argv, int *force, int *help, const char **word,
		 struct db_err *err)
{
	const char *verb = argv[0];
	int option;

	optind = 0;
	opterr = 0;
	while ((option = getopt_long(argc, argv, ":h", options, NULL)) != -1) {
		if (option == 'h')
			*help = 1;
		else if (option == 'f' && !strcmp(verb, "bind"))
			*force = 1;
		else
			return db_err_set(err, DB_USAGE,
					  "%s: no such option; see 'dma_map_benchmark %s --help'",
					  argv[optind - 1], verb);
	}
	*word = optind < argc ? argv[optind] : NULL;
	if (*help || argc - optind == 1 || (argc == optind && !strcmp(verb, "unbind")))
		return DB_OK;
	return db_err_set(err, DB_USAGE,
			  "%d words given, but %s takes one DEVICE; see 'dma_map_benchmark %s --help'",
			  argc - optind, verb, verb);
}

int cmd_bind(int argc, char **argv)
{
	int force = 0, help = 0, status;
	struct db_err err = { "" };
	const char *word;

	status = parse(argc, argv, &force, &help, &word, &err);
	if (!status && help)
		return help_bind();
	if (!status)
		status = bind(word, force, &err);
	return status ? db_complain(&err, status) : status;
}

int cmd_unbind(int argc, char **argv)
{
	int force = 0, help = 0, status;
	struct db_err err = { "" };
	const char *word;

	status = parse(argc, argv, &force, &help, &word, &err);
	if (!status && help)
		return help_unbind();
	if (!status)
		status = word ? unbind(word, &err) : unbind_all(&err);
	return status && *err.text ? db_complain(&err, status) : status;
}
