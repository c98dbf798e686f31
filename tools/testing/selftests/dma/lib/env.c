// SPDX-License-Identifier: GPL-2.0-only
/* The circumstances of a measurement, put together. */
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "env.h"
#include "json.h"
#include "sys.h"
#include "version.h"

static struct json_object *tool(const char *command_line)
{
	struct json_object *json = json_object_new_object();

	db_json_text(json, "version", db_version);
	db_json_text(json, "commit", db_commit);
	db_json_text(json, "command_line", command_line);
	return json;
}

static void add_time(struct json_object *to)
{
	time_t now = time(NULL);
	char text[32];
	struct tm utc;

	gmtime_r(&now, &utc);
	strftime(text, sizeof(text), "%Y-%m-%dT%H:%M:%SZ", &utc);
	db_json_text(to, "time", text);
}

struct json_object *db_env_json(const char *command_line)
{
	struct json_object *env = json_object_new_object();
	struct json_object *clock = json_object_new_object();
	char *source = db_read_line("/sys/devices/system/clocksource/clocksource0/current_clocksource");

	add_time(env);
	json_object_object_add(env, "tool", tool(command_line));
	json_object_object_add(env, "kernel", db_env_kernel());
	json_object_object_add(env, "cpu", db_env_cpu());
	db_json_count(env, "page_bytes", sysconf(_SC_PAGESIZE));
	db_json_text(clock, "source", source);
	json_object_object_add(env, "clock", clock);
	json_object_object_add(env, "emulated", db_env_emulation());
	json_object_object_add(env, "errata", db_env_errata());
	free(source);
	return env;
}
