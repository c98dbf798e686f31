// SPDX-License-Identifier: GPL-2.0-only
/* A request: defaults, contradictions, name. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "key.h"
#include "request.h"

#define BATCH_OPS_DEFAULT	1000
#define ENTRIES_DEFAULT		64
#define SECONDS_DEFAULT_NS	1000000000ull

void db_request_init(struct db_request *request)
{
	unsigned int i;

	memset(request, 0, sizeof(*request));
	request->run.size = sizeof(request->run);
	for (i = 0; i < DB_KEY_COUNT; i++)
		if (db_keys[i].width && db_keys[i].kind != DB_KIND_FLAG)
			db_key_set(i, request, db_keys[i].fallback);
}

static int given(const struct db_request *request, enum db_key_id id)
{
	return request->given >> id & 1;
}

static int finish_timing(struct db_request *request, struct db_err *err)
{
	struct mbe_run *run = &request->run;

	if (run->timing == MBE_TIMING_PER_OP && run->batch_ops)
		return db_err_set(err, DB_USAGE,
				  "batch-ops %u with timing per_op: batches need timing batch or auto",
				  run->batch_ops);
	if (run->timing != MBE_TIMING_BATCH)
		return DB_OK;
	if (run->flags & MBE_RUN_IRQS_OFF)
		return db_err_set(err, DB_USAGE,
				  "irqs-off with timing batch: a batch needs interrupts on, its clock may stand still without; drop one of the two");
	if (!run->batch_ops)
		run->batch_ops = BATCH_OPS_DEFAULT;
	if (!given(request, DB_KEY_PHASES))
		run->phases = MBE_PHASES_ROUND_TRIP;
	if (run->phases != MBE_PHASES_ROUND_TRIP)
		return db_err_set(err, DB_USAGE,
				  "timing batch times map and unmap together: write phases round_trip, or leave phases out");
	return DB_OK;
}

static int finish_phases(struct db_request *request, struct db_err *err)
{
	uint32_t both = MBE_PHASE_BIT(MBE_PHASE_MAP) | MBE_PHASE_BIT(MBE_PHASE_UNMAP);
	uint32_t phases = request->run.phases;
	char *text;

	if (phases == MBE_PHASES_ROUND_TRIP) {
		if (!request->run.transfer_ns)
			return DB_OK;
		return db_err_set(err, DB_USAGE,
				  "transfer-ns %u with phases round_trip: the transfer would be timed too; use phases map,unmap",
				  request->run.transfer_ns);
	}
	if (!(phases & MBE_PHASES_ROUND_TRIP) && (phases & both) == both)
		return DB_OK;
	text = db_mask_text(db_phases, phases, ",");
	db_err_set(err, DB_USAGE,
		   "phases %s: must be round_trip alone, or map and unmap, with sync_for_device and sync_for_cpu as wanted",
		   text);
	free(text);
	return DB_USAGE;
}

static int finish_place(struct db_request *request, struct db_err *err)
{
	struct mbe_run *run = &request->run;

	if (run->node != -1 && given(request, DB_KEY_CPUS))
		return db_err_set(err, DB_USAGE,
				  "node %d and cpus contradict: both say where to run; give one",
				  run->node);
	return DB_OK;
}

int db_request_finish(struct db_request *request, struct db_err *err)
{
	struct mbe_run *run = &request->run;
	int status;

	/* A matrix over both modes has its entries for sg only. */
	if (run->mode == MBE_MODE_SINGLE)
		run->entries = 0;
	else if (!run->entries)
		run->entries = ENTRIES_DEFAULT;
	if (run->iterations && run->duration_ns)
		return db_err_set(err, DB_USAGE,
				  "iterations and seconds both say how long; give one");
	if (!run->iterations && !run->duration_ns)
		run->duration_ns = SECONDS_DEFAULT_NS;
	status = finish_timing(request, err);
	if (!status)
		status = finish_phases(request, err);
	if (!status)
		status = finish_place(request, err);
	return status;
}

static int is_default(enum db_key_id id, const struct db_request *request)
{
	const struct db_key *key = &db_keys[id];

	switch (key->kind) {
	case DB_KIND_DEVICE:
		return !*request->device;
	case DB_KIND_CPUS:
		return !request->cpus;
	case DB_KIND_FLAG:
		return !(db_key_value(id, request) & key->max);
	default:
		return db_key_value(id, request) == key->fallback;
	}
}

static int in_name(enum db_key_id id, const struct db_request *request,
		   int with_length)
{
	switch (id) {
	case DB_KEY_MODE:	/* stands first, bare */
		return 0;
	case DB_KEY_SIZE:
	case DB_KEY_DIR:
	case DB_KEY_STATE:
		return 1;
	case DB_KEY_ENTRIES:
		return request->run.mode == MBE_MODE_SG;
	default:
		return (with_length || !db_keys[id].length) && !is_default(id, request);
	}
}

char *db_request_name(const struct db_request *request, int with_length)
{
	char *name = db_key_text(DB_KEY_MODE, request), *value, *longer, key[32];
	unsigned int i;

	for (i = 0; i < DB_KEY_COUNT; i++) {
		/* The device comes last although a matrix walks it first. */
		unsigned int id = (i + 1) % DB_KEY_COUNT;

		if (!in_name(id, request, with_length))
			continue;
		value = db_key_text(id, request);
		longer = db_printf("%s/%s=%s", name,
				   db_key_spelling(id, key, sizeof(key)), value);
		free(name);
		free(value);
		name = longer;
	}
	return name;
}

uint64_t db_request_bytes(const struct db_request *request)
{
	uint64_t entries = request->run.entries ? request->run.entries : 1;

	return entries * request->run.bytes;
}

size_t db_request_key(const struct db_request *request, char *key)
{
	/* How long they are stands before the CPUs, so no two run together. */
	uint32_t cpu_bytes = request->cpus ? db_cpulist_bytes(request->cpus) : 0;
	char *to = key;

	to = mempcpy(to, &request->run, sizeof(request->run));
	to = mempcpy(to, &cpu_bytes, sizeof(cpu_bytes));
	if (cpu_bytes)
		to = mempcpy(to, request->cpus, cpu_bytes);
	to = mempcpy(to, request->device, strlen(request->device));
	return to - key;
}
