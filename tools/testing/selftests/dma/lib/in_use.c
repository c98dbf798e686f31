// SPDX-License-Identifier: GPL-2.0-only
/* Whether somebody would miss a device; in_use.h says what is looked at. */
#include <dirent.h>
#include <limits.h>
#include <net/if.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "in_use.h"
#include "sys.h"

#define DEPTH_MAX	12	/* sysfs is a tree; its links are not followed */

static void add(struct db_list *why, char *text)
{
	db_list_add(why, text, 0);
	free(text);
}

static char *read_attribute(const char *folder, const char *name)
{
	char *path = db_printf("%s/%s", folder, name), *text = db_read_file(path, NULL);

	free(path);
	if (text)
		text[strcspn(text, "\n")] = 0;
	return text;
}

static const char *last_part(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}

/*
 * A file system shows the device's number; one of several devices has a number of
 * its own, and shows one of their names. See proc_pid_mountinfo(5).
 */
static void find_mounts(const char *disk, const char *number, struct db_list *why)
{
	char *text = db_read_file(db_path("/proc/self/mountinfo"), NULL);
	char *rest = text, *line, found[32], where[PATH_MAX], source[PATH_MAX], *dash;

	while (text && (line = strsep(&rest, "\n"))) {
		dash = strstr(line, " - ");
		if (sscanf(line, "%*s %*s %31s %*s %4095s", found, where) != 2 || !dash ||
		    sscanf(dash, " - %*s %4095s", source) != 1)
			continue;
		if ((number && !strcmp(found, number)) ||
		    (*source == '/' && !strcmp(last_part(source), disk)))
			add(why, db_printf("%s is mounted on %s", disk, where));
	}
	free(text);
}

static void find_swap(const char *disk, struct db_list *why)
{
	char *text = db_read_file(db_path("/proc/swaps"), NULL);
	char *rest = text, *line, source[PATH_MAX];

	while (text && (line = strsep(&rest, "\n"))) {
		if (sscanf(line, "%4095s", source) == 1 && !strcmp(last_part(source), disk))
			add(why, db_printf("%s is swap space", disk));
	}
	free(text);
}

/* Device mapper, RAID and the like. */
static void find_holders(const char *disk, const char *folder, struct db_list *why)
{
	char *path = db_printf("%s/holders", folder);
	DIR *holders = opendir(path);
	struct dirent *entry;

	while (holders && (entry = readdir(holders))) {
		if (entry->d_name[0] != '.')
			add(why, db_printf("%s is part of %s", disk, entry->d_name));
	}
	if (holders)
		closedir(holders);
	free(path);
}

static void look_at_disk(const char *folder, struct db_list *why)
{
	const char *disk = last_part(folder);
	char *number = read_attribute(folder, "dev");

	find_mounts(disk, number, why);
	find_swap(disk, why);
	find_holders(disk, folder, why);
	free(number);
}

static void look_at_interface(const char *folder, struct db_list *why)
{
	char *flags = read_attribute(folder, "flags");

	if (flags && (strtoul(flags, NULL, 0) & IFF_UP))
		add(why, db_printf("network interface %s is up", last_part(folder)));
	free(flags);
}

static void look_at_terminal(const char *folder, struct db_list *why)
{
	char *active = db_read_line("/sys/class/tty/console/active");
	char *rest = active, *word;

	while (active && (word = strsep(&rest, " "))) {
		if (*word && !strcmp(word, last_part(folder)))
			add(why, db_printf("%s is the console", word));
	}
	free(active);
}

/* A member of a class lies in a folder of the class's name, below its device. */
static void look_at(const char *parent, const char *folder, struct db_list *why)
{
	char *partition;

	if (!strcmp(parent, "net")) {
		look_at_interface(folder, why);
	} else if (!strcmp(parent, "tty")) {
		look_at_terminal(folder, why);
	} else if (!strcmp(parent, "block")) {
		look_at_disk(folder, why);
	} else {
		partition = read_attribute(folder, "partition");
		if (partition)
			look_at_disk(folder, why);
		free(partition);
	}
}

static void walk(const char *folder, unsigned int depth, struct db_list *why)
{
	DIR *dir = depth < DEPTH_MAX ? opendir(folder) : NULL;
	struct dirent *entry;
	char *path;

	while (dir && (entry = readdir(dir))) {
		if (entry->d_name[0] == '.' || entry->d_type != DT_DIR)
			continue;
		path = db_printf("%s/%s", folder, entry->d_name);
		look_at(last_part(folder), path, why);
		walk(path, depth + 1, why);
		free(path);
	}
	if (dir)
		closedir(dir);
}

void db_in_use(const struct db_sysfs_device *device, struct db_list *why)
{
	char *path = db_sysfs_path(device, "."), *real = realpath(path, NULL);

	if (real)
		walk(real, 0, why);
	free(real);
	free(path);
	db_list_sort(why);
}
