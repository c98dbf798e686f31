// SPDX-License-Identifier: GPL-2.0-only
/* The way to the kernel, and its answers in words. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "debugfs.h"
#include "refusal.h"
#include "sys.h"
#include "transport.h"

#define NO_MODULE \
	"no such file: the module " DB_MODULE " is not loaded; modprobe " DB_MODULE \
	", or insmod ./" DB_MODULE ".ko"

#define NO_UPSTREAM \
	"no such file: neither upstream's driver (CONFIG_DMA_MAP_BENCHMARK=y, and a device " \
	"bound) nor " DB_MODULE " serves it; modprobe " DB_MODULE

static int no_device(const char *path, const char *name, const struct db_list *names,
		     struct db_err *err)
{
	char *known;

	if (!names->count)
		return db_err_set(err, DB_FAILED,
				  "%s: the module is loaded but drives no device; load it with devices=1, or bind one by driver_override",
				  path);
	known = db_list_join(names, ", ");
	db_err_set(err, DB_FAILED, "no device '%s' in %s; there are: %s", name, path,
		   known);
	free(known);
	return DB_FAILED;
}

static int list_at(const char *path, struct db_list *names, struct db_err *err)
{
	DIR *dir = opendir(path);
	struct dirent *entry;

	if (!dir)
		return db_debugfs_explain(path, errno, err, NO_MODULE);
	while ((entry = readdir(dir)))
		if (entry->d_name[0] != '.')
			db_list_add(names, entry->d_name, 0);
	closedir(dir);
	db_list_sort(names);
	return DB_OK;
}

int db_device_list(struct db_list *names, struct db_err *err)
{
	char *path = db_debugfs_path(DB_MODULE);
	int status = list_at(path, names, err);

	if (!status && !names->count)
		status = no_device(path, "", names, err);
	free(path);
	return status;
}

static int open_named(struct db_device *device, const char *folder,
		      const struct db_list *names, const char *name,
		      struct db_err *err)
{
	char *path;
	int status = DB_OK;

	if (!names->count || (*name && !db_list_has(names, name)))
		return no_device(folder, name, names, err);
	snprintf(device->name, sizeof(device->name), "%s",
		 *name ? name : names->item[0].text);
	path = db_printf("%s/%s", folder, device->name);
	device->fd = db_sys->open(path, O_RDWR);
	if (device->fd < 0) {
		int error = errno;

		status = db_debugfs_explain(path, error, err, strerror(error));
	}
	free(path);
	return status;
}

int db_device_open(struct db_device *device, const char *name, struct db_err *err)
{
	char *folder = db_debugfs_path(DB_MODULE);
	struct db_list names = { };
	int status;

	memset(device, 0, sizeof(*device));
	device->fd = -1;
	status = list_at(folder, &names, err);
	if (!status)
		status = open_named(device, folder, &names, name, err);
	if (!status)
		status = db_device_query(device, err);
	if (status)
		db_device_close(device);
	db_list_free(&names);
	free(folder);
	return status;
}

void db_device_close(struct db_device *device)
{
	if (device->fd >= 0)
		close(device->fd);
	device->fd = -1;
}

int db_device_query(struct db_device *device, struct db_err *err)
{
	struct mbe_query query = { .size = sizeof(query) };

	if (db_sys->ioctl(device->fd, MBE_IOCTL_QUERY, &query)) {
		if (errno == ENOTTY || errno == EINVAL || errno == E2BIG)
			return db_err_set(err, DB_FAILED,
					  "device %s: the module and this tool do not speak the same ABI (%s); build both from one source",
					  device->name, strerror(errno));
		return db_err_set(err, DB_FAILED, "device %s: query: %s",
				  device->name, strerror(errno));
	}
	device->query = query;
	return DB_OK;
}

/* Room for every sample there can be. */
static uint64_t data_room(const struct mbe_query *query, const struct mbe_run *run)
{
	uint64_t samples = run->sample_cap ? run->sample_cap : query->sample_cap_default;
	/* Those asked for, and the two that are always reported. */
	unsigned int phases = __builtin_popcount(run->phases) + 2;

	if (run->iterations && run->iterations * run->threads < samples)
		samples = run->iterations * run->threads;
	/* The kernel keeps room for the histogram of every phase yet to come. */
	return phases * samples * sizeof(uint64_t) + query->data_bytes_min;
}

/* Never trust offsets blindly, not even the kernel's. */
static int check_outcome(const struct db_outcome *outcome, struct db_err *err)
{
	const struct mbe_result *result = &outcome->result;
	unsigned int i, unit;

	if (result->phase_count > MBE_PHASE_SLOTS || !result->batch_ops)
		return db_err_set(err, DB_FAILED,
				  "the kernel's result is malformed (%u phases, %u operations a sample)",
				  result->phase_count, result->batch_ops);
	for (i = 0; i < result->phase_count; i++) {
		const struct mbe_phase *phase = &result->phase[i];

		if (phase->repr == MBE_REPR_NONE)
			continue;
		unit = phase->repr == MBE_REPR_SAMPLES ? sizeof(uint64_t) :
			sizeof(struct mbe_bin);
		if (phase->data_offset > outcome->data_bytes ||
		    phase->data_offset % sizeof(uint64_t) ||
		    phase->data_count >
		    (outcome->data_bytes - phase->data_offset) / unit)
			return db_err_set(err, DB_FAILED,
					  "the kernel's result is malformed: data of phase %u lie outside the %llu bytes given",
					  phase->phase,
					  (unsigned long long)outcome->data_bytes);
	}
	return DB_OK;
}

int db_device_run(struct db_device *device, const struct db_request *request,
		  struct db_outcome *outcome, struct db_err *err)
{
	struct mbe_run run = request->run;
	int status;

	memset(outcome, 0, sizeof(*outcome));
	outcome->result.size = sizeof(outcome->result);
	outcome->data_bytes = data_room(&device->query, &run);
	/* Untouched pages cost nothing, so room for all is cheap. */
	outcome->data = db_alloc(outcome->data_bytes);

	run.data_ptr = (uintptr_t)outcome->data;
	run.data_bytes = outcome->data_bytes;
	run.result_ptr = (uintptr_t)&outcome->result;
	run.cpus_bytes = request->cpus ? db_cpulist_bytes(request->cpus) : 0;
	run.cpus_ptr = (uintptr_t)request->cpus;

	if (db_sys->ioctl(device->fd, MBE_IOCTL_RUN, &run)) {
		int error = errno;

		db_outcome_free(outcome);
		db_refusal(error, request, &device->query, err);
		return -error;
	}
	status = check_outcome(outcome, err);
	if (status)
		db_outcome_free(outcome);
	return status;
}

void db_outcome_free(struct db_outcome *outcome)
{
	free(outcome->data);
	outcome->data = NULL;
}

int db_upstream_open(int *fd, struct db_err *err)
{
	char *path = db_debugfs_path("dma_map_benchmark");
	int status = DB_OK;

	*fd = db_sys->open(path, O_RDWR);
	if (*fd < 0) {
		int error = errno;

		status = db_debugfs_explain(path, error, err, error == ENOENT ?
					    NO_UPSTREAM : strerror(error));
	}
	free(path);
	return status;
}
