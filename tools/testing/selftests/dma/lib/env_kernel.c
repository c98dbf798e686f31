// SPDX-License-Identifier: GPL-2.0-only
/* The running kernel: release, configuration, workarounds it switched on. */
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>

#include "env.h"
#include "err.h"
#include "json.h"
#include "sha256.h"
#include "sys.h"

struct json_object *db_env_kernel(void)
{
	struct json_object *json = json_object_new_object();
	char *text, *source = NULL, *cmdline, digest[DB_SHA256_ROOM];
	struct utsname uts;
	size_t bytes;

	uname(&uts);
	db_json_text(json, "release", uts.release);
	db_json_text(json, "version", uts.version);
	db_json_text(json, "arch", uts.machine);
	cmdline = db_read_line("/proc/cmdline");
	db_json_text(json, "command_line", cmdline);
	free(cmdline);

	text = db_config_text(uts.release, &source, &bytes);
	if (text)
		db_sha256(text, bytes, digest);
	db_json_text(json, "config_sha256", text ? digest : NULL);
	db_json_text(json, "config_source", source);
	json_object_object_add(json, "debug_options",
			       text ? db_config_debug(text) : NULL);
	free(text);
	free(source);
	return json;
}

/* "6,123,4567,-;text": what follows the record's head. */
static const char *message(const char *line)
{
	const char *text = strchr(line, ';');

	return text ? text + 1 : line;
}

/*
 * The kernel tells in its log which erratum workarounds it has switched on;
 * nothing else does. NULL when the log cannot be read: that is not "none".
 */
struct json_object *db_env_errata(void)
{
	char *log = db_read_log(db_path("/dev/kmsg"));
	struct json_object *list;
	char *rest = log, *line;

	if (!log)
		return NULL;
	list = json_object_new_array();
	while ((line = strsep(&rest, "\n")))
		if (*line != ' ' && strcasestr(message(line), "errat"))
			json_object_array_add(list,
					      json_object_new_string(message(line)));
	free(log);
	return list;
}
