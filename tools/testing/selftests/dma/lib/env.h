/* SPDX-License-Identifier: GPL-2.0-only */
/* The circumstances of a measurement: kernel, machine, clock, tool. */
#ifndef DB_ENV_H
#define DB_ENV_H

#include <json-c/json.h>

/* Everything that does not belong to a device or a case. */
struct json_object *db_env_json(const char *command_line);

/* Its parts, one file each. */
struct json_object *db_env_kernel(void);	/* env_kernel.c */
struct json_object *db_env_cpu(void);		/* env_cpu.c */
struct json_object *db_env_emulation(void);	/* env_emulation.c */
struct json_object *db_env_errata(void);	/* env_kernel.c: array or NULL */

/*
 * The kernel's configuration, uncompressed, or NULL; *@source is the file it
 * came from. free() both.
 */
char *db_config_text(const char *release, char **source, size_t *bytes);
/* Options that slow DMA mapping down or distort its times, among those set. */
struct json_object *db_config_debug(const char *text);

#endif
