// SPDX-License-Identifier: GPL-2.0-only
/*
 * What shell tests need of a session:
 *	mbe_hold query DEVICE	facts, one word each
 *	mbe_hold open DEVICE	keeps a session open until killed
 *	mbe_hold run DEVICE	runs a loop of hours
 *	mbe_hold cap DEVICE	the errno of a run of 64 MiB
 *	mbe_hold measure DEVICE PAGES	mean ns of map, unmap and an empty operation in
 *					a second, as upstream's tool measures by default
 * Exit status 0, or 1 with a message.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "mbe_session.h"

static int query(struct mbe_session *s, const char *unused)
{
	const struct mbe_query *q = &s->query;

	(void)unused;
	printf("dma_mask=%#llx coherent=%d by_param=%d cap=%llu\n",
	       (unsigned long long)q->dma_mask, !!(q->dev_flags & MBE_DEV_COHERENT),
	       !!(q->dev_flags & MBE_DEV_COHERENT_BY_PARAM),
	       (unsigned long long)q->memory_cap_bytes);
	return 0;
}

static int keep_open(struct mbe_session *s, const char *unused)
{
	(void)unused;
	printf("%s is open\n", s->fd < 0 ? "not" : "it");
	fflush(stdout);
	return pause();
}

static int run(struct mbe_session *s, const char *unused)
{
	(void)unused;
	s->run.iterations = MBE_ITERATIONS_MAX;
	s->run.threads = 4;
	return -__mbe_run(s);
}

static int cap(struct mbe_session *s, const char *unused)
{
	int err;

	(void)unused;
	mbe_sg(s);
	s->run.entries = 16384;
	err = -__mbe_run(s);
	printf("%s\n", strerrorname_np(err) ?: "0");
	return 0;
}

static double mean_ns(const struct mbe_phase *phase)
{
	return phase && phase->count ? (double)phase->sum_ns / phase->count : 0;
}

static int measure(struct mbe_session *s, const char *pages)
{
	int err = __mbe_data(s, 0);

	s->run.bytes = strtoull(pages, NULL, 10) * s->query.page_bytes;
	s->run.dir = MBE_DIR_BIDIRECTIONAL;
	s->run.dma_bits = 32;
	s->run.iterations = 0;
	s->run.duration_ns = 1000000000;
	err = err ?: -__mbe_run(s);
	if (err) {
		fprintf(stderr, "run: %s\n", strerror(err));
		return err;
	}
	printf("%.1f %.1f %.1f\n", mean_ns(mbe_phase(s, MBE_PHASE_MAP)),
	       mean_ns(mbe_phase(s, MBE_PHASE_UNMAP)),
	       mean_ns(mbe_phase(s, MBE_PHASE_EMPTY)));
	return s->out.result.failed ? EIO : 0;
}

static const struct verb {
	const char *name;
	int args;
	int (*act)(struct mbe_session *s, const char *arg);
} verbs[] = {
	{ "query", 0, query },
	{ "open", 0, keep_open },
	{ "run", 0, run },
	{ "cap", 0, cap },
	{ "measure", 1, measure },
};

int main(int argc, char **argv)
{
	struct mbe_session s;
	size_t i;
	int err;

	for (i = 0; argc >= 3 && i < sizeof(verbs) / sizeof(verbs[0]); i++) {
		if (strcmp(verbs[i].name, argv[1]) || argc != 3 + verbs[i].args)
			continue;
		err = __mbe_session_open(&s, argv[2]);
		if (err) {
			fprintf(stderr, "%s: %s\n", argv[2], strerror(-err));
			return 1;
		}
		err = verbs[i].act(&s, argv[3]);
		mbe_session_close(&s);
		return err ? 1 : 0;
	}
	fprintf(stderr, "usage: mbe_hold query|open|run|cap DEVICE | measure DEVICE PAGES\n");
	return 1;
}
