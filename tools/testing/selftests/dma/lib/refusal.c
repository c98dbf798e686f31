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
	if (request->run.flags & ~query->run_flags)
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
	db_err_set(err, DB_FAILED,
		   "threads %u with %" PRIu64 " KiB each and their statistics: more than the module's memory cap of %" PRIu64 " MiB (%" PRIu64 " MiB of it in use); lower threads, entries, size or sample-cap, or raise the module parameter memory_cap_mib",
		   request->run.threads, (db_request_bytes(request) + 1023) / 1024,
		   (uint64_t)query->memory_cap_bytes >> 20,
		   (uint64_t)query->memory_used_bytes >> 20);
}

static const char *explain_einval(const struct db_request *request)
{
	if (db_cpulist_bytes(request->cpus))
		return "a value is out of range: likely cpus, one of which does not exist or is not online";
	if (request->run.node != -1)
		return "a value is out of range: likely node, which does not exist or has no CPU online";
	return "a value is out of range, or two contradict; compare with 'dma_map_benchmark devices'";
}

static const char *explain_unsupported(const struct db_request *request)
{
	if (request->run.flags & MBE_RUN_IRQS_OFF)
		return "this kernel, or so coarse a clock, cannot do it with interrupts off; leave irqs-off out, or write timing per_op";
	return "this kernel or device cannot do it; 'dma_map_benchmark devices' tells what it can";
}

void db_refusal(int error, const struct db_request *request,
		const struct mbe_query *query, struct db_err *err)
{
	const char *why = strerror(error);

	switch (error) {
	case ENOBUFS:
		explain_memory(request, query, err);
		return;
	case EIO:
		db_err_set(err, DB_FAILED,
			   "dma-bits %u: the device refuses such a mask (EIO); try more bits, or leave it out for the device's own",
			   request->run.dma_bits);
		return;
	case EINVAL:
		why = explain_einval(request);
		break;
	case EOPNOTSUPP:
		why = explain_unsupported(request);
		break;
	case EBUSY:
		why = "a run with another DMA mask is in progress on this device (EBUSY); wait for it, or leave dma-bits out";
		break;
	case ENOMEM:
		why = "the kernel has no memory for it (ENOMEM); lower threads, entries or size";
		break;
	case EINTR:
		why = "a signal ended the run (EINTR); nothing is left mapped";
		break;
	case ENODEV:
		why = "the device was unbound (ENODEV); bind it again";
		break;
	case ENOTTY:
	case E2BIG:
		why = "the module does not know this request; build tool and module from one source";
		break;
	}
	db_err_set(err, DB_FAILED, "the kernel refused: %s", why);
}
