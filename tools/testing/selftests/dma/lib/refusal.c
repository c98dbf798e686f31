// SPDX-License-Identifier: GPL-2.0-only
/* What a device cannot do, said before the run or after it was refused. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "key.h"
#include "number.h"
#include "refusal.h"

/* Words that the device lacks, although the tool knows them. */
static int check_word(enum db_key_id id, const struct db_request *request,
		      uint32_t offered, struct db_err *err)
{
	const struct db_key *key = &db_keys[id];
	uint32_t value = db_key_value(id, request);
	struct db_list valid = { };
	const struct db_word *word;
	char *text;

	if (offered >> value & 1)
		return DB_OK;
	for (word = key->words; word->name; word++)
		if (offered >> word->value & 1)
			db_list_add(&valid, word->name, 0);
	text = db_list_join(&valid, ", ");
	db_err_set(err, DB_FAILED, "%s %s: this device and kernel cannot; they can: %s",
		   key->name, db_word_name(key->words, value), text);
	free(text);
	db_list_free(&valid);
	return DB_FAILED;
}

static int check_mask(enum db_key_id id, const struct db_request *request,
		      uint32_t offered, struct db_err *err)
{
	const struct db_key *key = &db_keys[id];
	uint32_t missing = db_key_value(id, request) & ~offered;
	char *no, *yes;

	if (!missing)
		return DB_OK;
	no = db_mask_text(key->words, missing, ",");
	yes = db_mask_text(key->words, offered, ",");
	db_err_set(err, DB_FAILED, "%s %s: this device and kernel cannot; they can: %s",
		   key->name, no, yes);
	free(no);
	free(yes);
	return DB_FAILED;
}

static int check_limit(const char *name, uint64_t value, uint64_t limit,
		       const char *why, struct db_err *err)
{
	char is[DB_NUMBER_ROOM], most[DB_NUMBER_ROOM];

	if (value <= limit)
		return DB_OK;
	return db_err_set(err, DB_FAILED, "%s %s: at most %s here (%s)", name,
			  db_size_text(value, is, sizeof(is)),
			  db_size_text(limit, most, sizeof(most)), why);
}

static int check_sizes(const struct db_request *request,
		       const struct mbe_query *query, struct db_err *err)
{
	const struct mbe_run *run = &request->run;
	int sg = run->mode == MBE_MODE_SG;
	int status;

	status = check_limit("offset", run->offset_bytes, query->page_bytes - 1,
			     "the buffer begins in its first page", err);
	if (!status)
		status = check_limit(run->offset_bytes ? "size + offset" : "size",
				     run->bytes + run->offset_bytes,
				     sg ? query->entry_bytes_max :
				     query->single_bytes_max,
				     "the largest block of the page allocator", err);
	if (!status && sg)
		status = check_limit("size of an entry", run->bytes, query->max_seg_bytes,
				     "the device's longest segment", err);
	if (!status && run->flags & MBE_RUN_IRQS_OFF)
		status = check_limit("size of one operation",
				     db_request_bytes(request),
				     query->irqs_off_bytes_max,
				     "with irqs-off, to bound the time without interrupts",
				     err);
	return status;
}

static int check_flags(const struct db_request *request,
		       const struct mbe_query *query, struct db_err *err)
{
	uint32_t missing = request->run.flags & ~query->run_flags;

	if (missing & MBE_RUN_COUNT)
		return db_err_set(err, DB_FAILED,
				  "--count: there are no marks for this architecture; leave it out");
	if (missing)
		return db_err_set(err, DB_FAILED,
				  "irqs-off yes: this kernel cannot map with interrupts off (PREEMPT_RT); leave it out");
	return DB_OK;
}

int db_request_check(const struct db_request *request, const struct mbe_query *query,
		     int *all, struct db_err *err)
{
	static const enum db_key_id words[] = {
		DB_KEY_MODE, DB_KEY_DIR, DB_KEY_STATE, DB_KEY_TIMING,
	};
	const uint32_t offered[] = {
		query->modes, query->dirs, query->states, query->timings,
	};
	unsigned int i;
	int status;

	*all = 0;
	for (i = 0; i < sizeof(words) / sizeof(*words); i++) {
		status = check_word(words[i], request, offered[i], err);
		if (status) {
			*all = request->from_all >> words[i] & 1;
			return status;
		}
	}
	status = check_mask(DB_KEY_PHASES, request, query->phases, err);
	if (!status)
		status = check_mask(DB_KEY_ATTRS, request, query->attrs, err);
	if (!status)
		status = check_flags(request, query, err);
	if (!status)
		status = check_sizes(request, query, err);
	return status;
}

static void explain_memory(const struct db_request *request,
			   const struct mbe_query *query, struct db_err *err)
{
	unsigned long long each = (db_request_bytes(request) + 1023) / 1024;
	unsigned long long cap = query->memory_cap_bytes >> 20;
	unsigned long long used = query->memory_used_bytes >> 20;

	db_err_set(err, DB_FAILED,
		   "threads %u with %llu KiB each and their statistics are more than the module's cap of %llu MiB, %llu MiB of it in use (ENOBUFS); lower threads, entries, size or sample-cap, or raise memory_cap_mib",
		   request->run.threads, each, cap, used);
}

/* What each errno of the ABI means to someone who wrote an option. */
static const struct refusal {
	int error;
	const char *why, *remedy;
} refusals[] = {
	{ EINVAL, "a value is out of range, or two contradict",
	  "compare with 'dma_map_benchmark devices'" },
	{ EOPNOTSUPP, "this kernel or device cannot do it",
	  "'dma_map_benchmark devices' tells what it can" },
	{ EBUSY, "a run with another DMA mask is in progress on this device",
	  "wait for it, or leave dma-bits out" },
	{ ENOMEM, "the kernel has no memory for it", "lower threads, entries or size" },
	{ EINTR, "a signal ended the run", "nothing is left mapped" },
	{ ENODEV, "the device was unbound", "bind it again" },
	{ ENOTTY, "the file is no device of this module",
	  "build tool and module from one source" },
	{ E2BIG, "the module is older than this tool",
	  "build tool and module from one source" },
};

/* The likeliest key, where an errno has several causes. */
static void guess(struct refusal *refusal, const struct db_request *request)
{
	if (refusal->error == EOPNOTSUPP && request->run.flags & MBE_RUN_IRQS_OFF) {
		refusal->why = "likely irqs-off, with which this clock is too coarse";
		refusal->remedy = "leave irqs-off out, or write timing per_op";
	} else if (refusal->error == EINVAL && request->cpus) {
		refusal->why = "likely cpus, one of which does not exist or is offline";
		refusal->remedy = "choose from those in /sys/devices/system/cpu/online";
	} else if (refusal->error == EINVAL && request->run.node != -1) {
		refusal->why = "likely node, which does not exist or has no CPU online";
		refusal->remedy = "choose from those in /sys/devices/system/node/online";
	}
}

void db_refusal(int error, const struct db_request *request,
		const struct mbe_query *query, struct db_err *err)
{
	struct refusal refusal = { error, strerror(error), "see the kernel's log" };
	unsigned int i;

	if (error == ENOBUFS) {
		explain_memory(request, query, err);
		return;
	}
	if (error == EIO) {
		db_err_set(err, DB_FAILED,
			   "dma-bits %u: the device refuses such a mask (EIO); try more bits, or leave it out",
			   request->run.dma_bits);
		return;
	}
	for (i = 0; i < sizeof(refusals) / sizeof(*refusals); i++)
		if (refusals[i].error == error)
			refusal = refusals[i];
	guess(&refusal, request);
	db_err_set(err, DB_FAILED, "the kernel refused (%s): %s; %s",
		   strerrorname_np(error) ? strerrorname_np(error) : "?", refusal.why,
		   refusal.remedy);
}
