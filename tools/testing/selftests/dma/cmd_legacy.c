// SPDX-License-Identifier: GPL-2.0-only
/*
 * No verb: the options, the ioctl and the output of upstream's tool, so that
 * scripts written for it go on working, with upstream's driver or with ours.
 */
#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cmd.h"
#include "measure.h"
#include "number.h"
#include "sys.h"
#include "transport.h"
#include "upstream.h"

struct option_row {
	char letter;
	const char *meaning;
	long low, high, fallback;
};

enum { THREADS, SECONDS, NODE, BITS, DIRECTION, TRANSFER, GRANULE, MODE, OPTIONS };

static const struct option_row rows[OPTIONS] = {
	[THREADS] = { 't', "threads", 1, 1024, 1 },
	[SECONDS] = { 's', "seconds", 1, 300, 20 },
	[NODE] = { 'n', "NUMA node, -1 for any", -1, 1023, -1 },
	[BITS] = { 'b', "DMA mask in bits", 20, 64, 32 },
	[DIRECTION] = { 'd', "direction: 0 bidirectional, 1 to device, 2 from device",
			0, 2, 0 },
	[TRANSFER] = { 'x', "transfer in ns", 0, 10000000, 0 },
	[GRANULE] = { 'g', "granule in pages (mode 1: entries of one page)", 1, 1024, 1 },
	[MODE] = { 'm', "mode: 0 single, 1 sg", 0, 1, 0 },
};

static int set(long *values, int letter, struct db_err *err)
{
	uint64_t number;
	int i, minus = *optarg == '-';
	long value;

	for (i = 0; rows[i].letter != letter; i++)
		;
	value = db_parse_count(optarg + minus, &number) || number > 1u << 30 ?
		rows[i].high + 1 : minus ? -(long)number : (long)number;
	if (value < rows[i].low || value > rows[i].high)
		return db_err_set(err, DB_USAGE, "-%c %s: %s must be from %ld to %ld",
				  letter, optarg, rows[i].meaning, rows[i].low,
				  rows[i].high);
	values[i] = value;
	return DB_OK;
}

static int parse(int argc, char **argv, long *values, struct db_err *err)
{
	int letter, i;

	for (i = 0; i < OPTIONS; i++)
		values[i] = rows[i].fallback;
	opterr = 0;
	while ((letter = getopt(argc, argv, ":t:s:n:b:d:x:g:m:")) != -1) {
		if (letter == ':')
			return db_err_set(err, DB_USAGE, "-%c: a value is missing",
					  optopt);
		if (letter == '?')
			return db_err_set(err, DB_USAGE,
					  "'%s': not known without a verb; valid: -t -s -n -b -d -x -g -m, or a verb: see 'dma_map_benchmark help'",
					  argv[optind > 1 ? optind - 1 : 1]);
		if (set(values, letter, err))
			return DB_USAGE;
	}
	if (optind < argc)
		return db_err_set(err, DB_USAGE,
				  "'%s': a verb must come first, and upstream's options take no words; see 'dma_map_benchmark help'",
				  argv[optind]);
	return DB_OK;
}

static int run(const long *values, struct db_upstream *request, struct db_err *err)
{
	int fd, status;

	memset(request, 0, sizeof(*request));
	request->threads = values[THREADS];
	request->seconds = values[SECONDS];
	request->node = values[NODE];
	request->dma_bits = values[BITS];
	request->direction = values[DIRECTION];
	request->transfer_ns = values[TRANSFER];
	request->granule = values[GRANULE];
	request->mode = values[MODE];

	status = db_upstream_open(&fd, err);
	if (status)
		return status;
	if (db_sys->ioctl(fd, DB_UPSTREAM_RUN, request)) {
		status = db_err_set(err, DB_FAILED,
				    "the kernel refused -t %ld -n %ld -b %ld -g %ld -m %ld: %s; likely a node that does not exist, a mask the device refuses, or too much memory",
				    values[THREADS], values[NODE], values[BITS],
				    values[GRANULE], values[MODE], strerror(errno));
	}
	close(fd);
	return status;
}

static void print(const struct db_upstream *result)
{
	static const char *const modes[] = { "SINGLE_MODE", "SG_MODE" };
	static const char *const directions[] = {
		"BIDIRECTIONAL", "TO_DEVICE", "FROM_DEVICE",
	};

	printf("dma mapping benchmark(%s): threads:%u seconds:%u node:%d dir:%s granule:%u\n",
	       modes[result->mode], result->threads, result->seconds, result->node,
	       directions[result->direction], result->granule);
	printf("average map latency(us):%.1f standard deviation:%.1f\n",
	       result->map_mean / 10.0, result->map_deviation / 10.0);
	printf("average unmap latency(us):%.1f standard deviation:%.1f\n",
	       result->unmap_mean / 10.0, result->unmap_deviation / 10.0);
}

int cmd_legacy(int argc, char **argv)
{
	struct db_upstream request;
	long values[OPTIONS];
	struct db_err err;
	int status;

	status = parse(argc, argv, values, &err);
	if (!status)
		status = run(values, &request, &err);
	if (status)
		return db_complain(&err, status);
	/* As asked, whatever the driver wrote over it. */
	request.mode = values[MODE];
	request.direction = values[DIRECTION];
	print(&request);
	return DB_OK;
}
