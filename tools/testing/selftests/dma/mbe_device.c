// SPDX-License-Identifier: GPL-2.0-only
/* Devices, drivers and background runs; mbe_device.h says what for. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "mbe_device.h"

#define STEP_US		10000

int __mbe_write(const char *path, const char *text)
{
	int fd = open(path, O_WRONLY | O_CLOEXEC), err = 0;

	if (fd < 0)
		return -errno;
	if (write(fd, text, strlen(text)) < 0)
		err = -errno;
	close(fd);
	return err;
}

static int driver_write(const char *bus, const char *file, const char *device)
{
	char path[PATH_MAX];

	snprintf(path, sizeof(path), "/sys/bus/%s/drivers/" MBE_MODULE "/%s", bus, file);
	return __mbe_write(path, device);
}

int __mbe_unbind(const char *bus, const char *device)
{
	return driver_write(bus, "unbind", device);
}

int __mbe_bind(const char *bus, const char *device)
{
	return driver_write(bus, "bind", device);
}

static int write_override(const char *bus, const char *device, const char *driver)
{
	char path[PATH_MAX];

	snprintf(path, sizeof(path), "/sys/bus/%s/devices/%s/driver_override", bus, device);
	return __mbe_write(path, driver);
}

int __mbe_override(const char *bus, const char *device)
{
	int err = write_override(bus, device, MBE_MODULE);

	return err ?: __mbe_bind(bus, device);
}

int __mbe_override_undo(const char *bus, const char *device)
{
	int err = __mbe_unbind(bus, device);

	return write_override(bus, device, "\n") ?: err;
}

bool mbe_has_driver(const char *bus, const char *device)
{
	char path[PATH_MAX];

	snprintf(path, sizeof(path), "/sys/bus/%s/devices/%s/driver", bus, device);
	return !access(path, F_OK);
}

bool mbe_has_file(const char *device)
{
	char path[PATH_MAX];

	snprintf(path, sizeof(path), MBE_DEBUGFS "/%s", device);
	return !access(path, F_OK);
}

void mbe_idle_device(const char *bus, char *device, size_t bytes)
{
	char path[PATH_MAX];
	struct dirent *entry;
	DIR *dir;

	device[0] = '\0';
	snprintf(path, sizeof(path), "/sys/bus/%s/devices", bus);
	dir = opendir(path);
	while (dir && (entry = readdir(dir))) {
		if (entry->d_name[0] == '.' || mbe_has_driver(bus, entry->d_name) ||
		    strstr(entry->d_name, "dma_map_benchmark"))
			continue;
		snprintf(device, bytes, "%s", entry->d_name);
		break;
	}
	if (dir)
		closedir(dir);
}

pid_t mbe_run_in_child(struct mbe_session *s)
{
	pid_t child = fork();

	if (!child)
		_exit(-__mbe_run(s));
	return child;
}

bool mbe_wait_running(int fd)
{
	int i;

	for (i = 0; i < 500; i++) {
		if (mbe_memory_used(fd)) {
			/* From "allocates" to "maps and unmaps". */
			usleep(5 * STEP_US);
			return true;
		}
		usleep(STEP_US);
	}
	return false;
}

int mbe_wait_child(pid_t child)
{
	int status, i;

	for (i = 0; i < 2500; i++) {
		if (waitpid(child, &status, WNOHANG) == child)
			return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
		usleep(STEP_US);
	}
	kill(child, SIGKILL);
	waitpid(child, &status, 0);
	return -2;
}

/* A stopped thread is there as Z or X for a moment. */
static bool is_run_thread(const char *pid)
{
	char path[64], text[256] = "";
	FILE *file;

	snprintf(path, sizeof(path), "/proc/%.20s/stat", pid);
	file = fopen(path, "r");
	if (!file)
		return false;
	if (!fgets(text, sizeof(text), file))
		*text = 0;
	fclose(file);
	return strstr(text, " (dma-bench/") && !strstr(text, ") Z") && !strstr(text, ") X");
}

int mbe_run_threads(void)
{
	DIR *dir = opendir("/proc");
	struct dirent *entry;
	int count = 0;

	while (dir && (entry = readdir(dir)))
		count += entry->d_name[0] >= '0' && entry->d_name[0] <= '9' &&
			is_run_thread(entry->d_name);
	if (dir)
		closedir(dir);
	return count;
}

bool mbe_run_threads_gone(int before)
{
	int i;

	for (i = 0; i < 100 && mbe_run_threads() > before; i++)
		usleep(STEP_US);
	return mbe_run_threads() <= before;
}
