/* SPDX-License-Identifier: GPL-2.0-only */
/* Result files of boots, made from one of the fake machine, and comparing them. */
#ifndef HOST_BOOT_FILES_H
#define HOST_BOOT_FILES_H

#include <json-c/json.h>

#include "helper.h"

/* One boot with two cases, to be changed; NULL with the message printed. */
struct json_object *boot_begin(struct ran *ran);

/* A boot whose every time is @ns, at minute @minute. */
void boot_write(struct json_object *doc, const char *name, int minute, double ns);

/* @n boots of each side in turn, /a0 and /b0 first, B @ratio times as long as A. */
void boots_write(struct json_object *doc, int n, double ratio);

/* compare @options /a0 ... -- /b0 ... @more */
void compare_run(struct ran *ran, const char *options, int a, int b, const char *more);

#endif
