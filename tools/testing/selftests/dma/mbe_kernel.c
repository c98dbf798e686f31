// SPDX-License-Identifier: GPL-2.0-only
/* Facts of the running kernel; see mbe_path.h. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>

#include "mbe_path.h"

unsigned int mbe_kernel(void)
{
	struct utsname name;
	unsigned int major = 0, minor = 0;

	if (uname(&name) || sscanf(name.release, "%u.%u", &major, &minor) != 2)
		return 0;
	return MBE_KERNEL(major, minor);
}

/* gunzip is a program everywhere, zlib a library that a static build may lack. */
int mbe_config(const char *option)
{
	FILE *config = popen("zcat /proc/config.gz 2>/dev/null", "r");
	size_t length = strlen(option);
	char line[256];
	int set = -1;

	if (!config)
		return -1;
	while (fgets(line, sizeof(line), config)) {
		if (set < 0)
			set = 0;
		if (!strncmp(line, option, length) &&
		    (!strncmp(line + length, "=y", 2) || !strncmp(line + length, "=m", 2)))
			set = 1;
	}
	pclose(config);
	return set;
}

static bool file_has(const char *path, const char *text)
{
	char content[8192];
	size_t bytes;
	FILE *file = fopen(path, "r");

	if (!file)
		return false;
	bytes = fread(content, 1, sizeof(content) - 1, file);
	fclose(file);
	content[bytes] = '\0';
	return strstr(content, text);
}

bool mbe_command_line_has(const char *word)
{
	return file_has("/proc/cmdline", word);
}

bool mbe_emulated(void)
{
	if (mbe_command_line_has("dma_bench.emulated="))
		return !mbe_command_line_has("dma_bench.emulated=no") &&
			!mbe_command_line_has("dma_bench.emulated=kvm");
	/* QEMU's own part number, which no silicon has; its x86 models. */
	return file_has("/proc/cpuinfo", "CPU part\t: 0x051") ||
		file_has("/proc/cpuinfo", "QEMU Virtual CPU");
}

__u64 mbe_ram_end(void)
{
	unsigned long long last, end = 0;
	FILE *file = fopen("/proc/iomem", "r");
	char line[256];

	while (file && fgets(line, sizeof(line), file))
		if (strstr(line, " : System RAM") &&
		    sscanf(line, "%*x-%llx", &last) == 1 && last >= end)
			end = last + 1;
	if (file)
		fclose(file);
	return end > 1 ? end : 0;
}
