// SPDX-License-Identifier: GPL-2.0-only
/*
 * What shell tests need of a session:
 *	mbe_hold query DEVICE	facts, one word each
 *	mbe_hold open DEVICE	keeps a session open until killed
 *	mbe_hold run DEVICE	runs a loop of hours
 *	mbe_hold cap DEVICE	the errno of a run of 64 MiB
 * Exit status 0, or 1 with a message.
 */
#include <errno.h>
#include <stdio.h>
#include <unistd.h>

#include "mbe_session.h"

static int query(struct mbe_session *s)
{
	const struct mbe_query *q = &s->query;

	printf("dma_mask=%#llx coherent=%d by_param=%d cap=%llu\n",
	       (unsigned long long)q->dma_mask, !!(q->dev_flags & MBE_DEV_COHERENT),
	       !!(q->dev_flags & MBE_DEV_COHERENT_BY_PARAM),
	       (unsigned long long)q->memory_cap_bytes);
	return 0;
}

static int keep_open(struct mbe_session *s)
{
	printf("%s is open\n", s->fd < 0 ? "not" : "it");
	fflush(stdout);
	return pause();
}

static int run(struct mbe_session *s)
{
	s->run.iterations = MBE_ITERATIONS_MAX;
	s->run.threads = 4;
	return -__mbe_run(s);
}

static int cap(struct mbe_session *s)
{
	int err;

	mbe_sg(s);
	s->run.entries = 16384;
	err = -__mbe_run(s);
	printf("%s\n", strerrorname_np(err) ?: "0");
	return 0;
}

static const struct verb {
	const char *name;
	int (*act)(struct mbe_session *s);
} verbs[] = {
	{ "query", query },
	{ "open", keep_open },
	{ "run", run },
	{ "cap", cap },
};

int main(int argc, char **argv)
{
	struct mbe_session s;
	size_t i;
	int err;

	for (i = 0; argc == 3 && i < sizeof(verbs) / sizeof(verbs[0]); i++) {
		if (strcmp(verbs[i].name, argv[1]))
			continue;
		err = __mbe_session_open(&s, argv[2]);
		if (err) {
			fprintf(stderr, "%s: %s\n", argv[2], strerror(-err));
			return 1;
		}
		err = verbs[i].act(&s);
		mbe_session_close(&s);
		return err ? 1 : 0;
	}
	fprintf(stderr, "usage: mbe_hold query|open|run|cap DEVICE\n");
	return 1;
}
