/* SPDX-License-Identifier: GPL-2.0-only */
/* A set of byte strings: was this one there before? */
#ifndef DB_SEEN_H
#define DB_SEEN_H

#include <stddef.h>
#include <stdint.h>

struct db_seen_key {
	uint64_t hash;
	void *key;	/* NULL: free */
	size_t bytes;
};

struct db_seen {
	size_t count, room;
	struct db_seen_key *slot;
};

/* True when @key was not there yet; it is copied. */
int db_seen_add(struct db_seen *seen, const void *key, size_t bytes);
void db_seen_free(struct db_seen *seen);

#endif
