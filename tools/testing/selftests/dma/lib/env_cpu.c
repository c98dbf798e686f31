// SPDX-License-Identifier: GPL-2.0-only
/* CPUs: model, which are online, what sets their frequency. */
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cpulist.h"
#include "env.h"
#include "err.h"
#include "json.h"
#include "sys.h"

/* Arm's part numbers of the cores that published results are about. */
static const struct {
	unsigned int part;
	const char *name;
} arm_parts[] = {
	{ 0x926, "ARM926EJ-S" }, { 0xb02, "ARM11 MPCore" }, { 0xb76, "ARM1176" },
	{ 0xc07, "Cortex-A7" }, { 0xc09, "Cortex-A9" }, { 0xc0f, "Cortex-A15" },
	{ 0xd03, "Cortex-A53" }, { 0xd04, "Cortex-A35" }, { 0xd05, "Cortex-A55" },
	{ 0xd07, "Cortex-A57" }, { 0xd08, "Cortex-A72" }, { 0xd0b, "Cortex-A76" },
	{ 0xd0c, "Neoverse-N1" }, { 0xd40, "Neoverse-V1" }, { 0xd44, "Cortex-X1" },
	{ 0xd46, "Cortex-A510" }, { 0xd47, "Cortex-A710" }, { 0xd48, "Cortex-X2" },
	{ 0xd49, "Neoverse-N2" }, { 0xd4e, "Cortex-X3" }, { 0xd4f, "Neoverse-V2" },
	{ 0xd80, "Cortex-A520" }, { 0xd81, "Cortex-A720" }, { 0xd82, "Cortex-X4" },
};

/* The value of the first "key : value" line of /proc/cpuinfo; free() it. */
static char *cpuinfo(const char *info, const char *key)
{
	size_t n = strlen(key);
	const char *line, *value;

	for (line = info; line && *line; line = strchr(line, '\n')) {
		line += *line == '\n';
		if (strncmp(line, key, n) || !strchr("\t :", line[n]))
			continue;
		value = strchr(line, ':');
		if (!value)
			return NULL;
		value += 1 + strspn(value + 1, " \t");
		return db_printf("%.*s", (int)strcspn(value, "\n"), value);
	}
	return NULL;
}

static void add_arm(struct json_object *to, const char *info)
{
	char *maker = cpuinfo(info, "CPU implementer");
	char *part = cpuinfo(info, "CPU part"), *code;
	unsigned int i;

	if (maker && part) {
		code = db_printf("%s/%s", maker, part);
		db_json_text(to, "part", code);
		free(code);
		for (i = 0; i < sizeof(arm_parts) / sizeof(*arm_parts); i++)
			if (strtoul(maker, NULL, 16) == 0x41 &&
			    strtoul(part, NULL, 16) == arm_parts[i].part)
				db_json_text(to, "model", arm_parts[i].name);
	}
	free(maker);
	free(part);
}

static void add_model(struct json_object *to)
{
	char *info = db_read_file(db_path("/proc/cpuinfo"), NULL);
	char *model = info ? cpuinfo(info, "model name") : NULL;

	db_json_text(to, "model", model);
	db_json_text(to, "part", NULL);
	if (info)
		add_arm(to, info);
	free(model);
	free(info);
}

/* { "performance": "0-3", "schedutil": "4-7" }, or NULL without cpufreq. */
static struct json_object *governors(void)
{
	char *pattern = db_printf("%s%s", db_path("/sys/devices/system/cpu"),
				  "/cpu[0-9]*/cpufreq/scaling_governor");
	struct json_object *by_name = NULL;
	uint64_t cpus[DB_CPU_WORDS];
	unsigned int cpu;
	glob_t found;
	size_t i;

	if (glob(pattern, 0, NULL, &found)) {
		free(pattern);
		return NULL;
	}
	by_name = json_object_new_object();
	for (i = 0; i < found.gl_pathc; i++) {
		const char *number = strstr(found.gl_pathv[i], "/cpu/cpu");
		char *name = db_read_file(found.gl_pathv[i], NULL), *list;

		if (!name || !number || sscanf(number, "/cpu/cpu%u", &cpu) != 1 ||
		    cpu >= DB_CPUS_MAX) {
			free(name);
			continue;
		}
		name[strcspn(name, "\n")] = 0;
		memset(cpus, 0, sizeof(cpus));
		if (db_json_get_text(by_name, name))
			db_cpulist_parse(db_json_get_text(by_name, name), cpus);
		db_cpu_set(cpus, cpu);
		list = db_cpulist_text(cpus);
		db_json_text(by_name, name, list);
		free(list);
		free(name);
	}
	globfree(&found);
	free(pattern);
	return by_name;
}

struct json_object *db_env_cpu(void)
{
	struct json_object *json = json_object_new_object();
	char *online = db_read_line("/sys/devices/system/cpu/online");
	char *board = db_read_line("/sys/firmware/devicetree/base/model");

	if (!board)
		board = db_read_line("/sys/class/dmi/id/product_name");
	add_model(json);
	db_json_text(json, "online", online);
	json_object_object_add(json, "governors", governors());
	db_json_text(json, "board", board);
	free(online);
	free(board);
	return json;
}
