// SPDX-License-Identifier: GPL-2.0-only
/* A hash table with open addressing, never more than half full. */
#include <stdlib.h>
#include <string.h>

#include "err.h"
#include "seen.h"

/* FNV-1a */
static uint64_t hash_of(const unsigned char *key, size_t bytes)
{
	uint64_t hash = 0xcbf29ce484222325ull;

	while (bytes--)
		hash = (hash ^ *key++) * 0x100000001b3ull;
	return hash;
}

/* The slot that holds the key, or the free one where it belongs. */
static struct db_seen_key *find(const struct db_seen *seen, uint64_t hash,
				const void *key, size_t bytes)
{
	size_t i = hash & (seen->room - 1);

	for (;; i = (i + 1) & (seen->room - 1)) {
		struct db_seen_key *slot = &seen->slot[i];

		if (!slot->key || (slot->hash == hash && slot->bytes == bytes &&
				   !memcmp(slot->key, key, bytes)))
			return slot;
	}
}

static void grow(struct db_seen *seen)
{
	struct db_seen old = *seen;
	size_t i;

	seen->room = old.room ? 2 * old.room : 64;
	seen->slot = db_alloc(seen->room * sizeof(*seen->slot));
	for (i = 0; i < old.room; i++)
		if (old.slot[i].key)
			*find(seen, old.slot[i].hash, old.slot[i].key,
			      old.slot[i].bytes) = old.slot[i];
	free(old.slot);
}

int db_seen_add(struct db_seen *seen, const void *key, size_t bytes)
{
	uint64_t hash = hash_of(key, bytes);
	struct db_seen_key *slot;

	if (2 * seen->count >= seen->room)
		grow(seen);
	slot = find(seen, hash, key, bytes);
	if (slot->key)
		return 0;
	slot->hash = hash;
	slot->bytes = bytes;
	slot->key = db_alloc(bytes);
	memcpy(slot->key, key, bytes);
	seen->count++;
	return 1;
}

void db_seen_free(struct db_seen *seen)
{
	size_t i;

	for (i = 0; i < seen->room; i++)
		free(seen->slot[i].key);
	free(seen->slot);
	memset(seen, 0, sizeof(*seen));
}
