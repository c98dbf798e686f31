// SPDX-License-Identifier: GPL-2.0-only
/* Calls of kernel functions, by kprobes; see mbe_probe.h. */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <unistd.h>

#include "mbe_device.h"
#include "mbe_probe.h"

#define TRACEFS	"/sys/kernel/tracing"

static int append(const char *path, const char *text)
{
	int fd = open(path, O_WRONLY | O_APPEND | O_CLOEXEC), err = 0;

	if (fd < 0)
		return -errno;
	if (write(fd, text, strlen(text)) < 0)
		err = -errno;
	close(fd);
	return err;
}

int __mbe_probe_open(struct mbe_probe *p)
{
	memset(p, 0, sizeof(*p));
	if (access(TRACEFS "/kprobe_events", W_OK) &&
	    (mount("none", TRACEFS, "tracefs", 0, NULL) ||
	     access(TRACEFS "/kprobe_events", W_OK)))
		return -EOPNOTSUPP;
	snprintf(p->group, sizeof(p->group), "mbe_%d", getpid());
	snprintf(p->instance, sizeof(p->instance), TRACEFS "/instances/%s", p->group);
	return mkdir(p->instance, 0700) ? -errno : 0;
}

int __mbe_probe_add(struct mbe_probe *p, const char *name, const char *function,
		    const char *fields)
{
	char path[PATH_MAX], text[256];
	int err;

	if (p->count == MBE_PROBES_MAX)
		return -ENOSPC;
	snprintf(text, sizeof(text), "p:%s/%s %s %s\n", p->group, name, function, fields);
	err = append(TRACEFS "/kprobe_events", text);
	if (err)
		return err;
	p->name[p->count++] = name;
	snprintf(path, sizeof(path), "%s/events/%s/%s/filter", p->instance, p->group, name);
	snprintf(text, sizeof(text), "common_pid == %d\n", getpid());
	return __mbe_write(path, text);
}

static int enable(struct mbe_probe *p, const char *value)
{
	char path[PATH_MAX];
	unsigned int i;
	int err = 0, ret;

	for (i = 0; i < p->count; i++) {
		snprintf(path, sizeof(path), "%s/events/%s/%s/enable", p->instance,
			 p->group, p->name[i]);
		ret = __mbe_write(path, value);
		if (ret)
			err = ret;
	}
	return err;
}

int __mbe_probe_start(struct mbe_probe *p)
{
	char path[PATH_MAX];
	int fd;

	snprintf(path, sizeof(path), "%s/trace", p->instance);
	fd = open(path, O_WRONLY | O_TRUNC | O_CLOEXEC);
	if (fd < 0)
		return -errno;
	close(fd);
	return enable(p, "1");
}

static __u64 field(const char *line, const char *name)
{
	const char *found = strstr(line, name);

	return found ? strtoull(found + strlen(name), NULL, 0) : 0;
}

/* "task-pid [cpu] flags time: name: (function+0x0) size=1 dir=2" */
static bool parse(const struct mbe_probe *p, const char *line, struct mbe_event *event)
{
	char name[64];
	unsigned int i;

	for (i = 0; i < p->count; i++) {
		snprintf(name, sizeof(name), ": %s: (", p->name[i]);
		if (!strstr(line, name))
			continue;
		event->name = p->name[i];
		event->size = field(line, " size=");
		event->dir = field(line, " dir=");
		return true;
	}
	return false;
}

int __mbe_probe_stop(struct mbe_probe *p, struct mbe_event *event, unsigned int max)
{
	char path[PATH_MAX], line[512];
	struct mbe_event one;
	unsigned int count = 0;
	FILE *trace;
	int err = enable(p, "0");

	if (err)
		return err;
	snprintf(path, sizeof(path), "%s/trace", p->instance);
	trace = fopen(path, "r");
	if (!trace)
		return -errno;
	while (fgets(line, sizeof(line), trace)) {
		if (line[0] == '#' || !parse(p, line, &one))
			continue;
		if (count < max)
			event[count] = one;
		count++;
	}
	fclose(trace);
	return count;
}

void mbe_probe_close(struct mbe_probe *p)
{
	char text[96];
	unsigned int i;

	if (!p->instance[0])
		return;
	enable(p, "0");
	rmdir(p->instance);
	for (i = 0; i < p->count; i++) {
		snprintf(text, sizeof(text), "-:%s/%s\n", p->group, p->name[i]);
		append(TRACEFS "/kprobe_events", text);
	}
	p->instance[0] = '\0';
}
