// SPDX-License-Identifier: GPL-2.0-only
/* What was there before is known, however much there is. */
#include "kselftest_harness.h"
#include "helper.h"
#include "key.h"
#include "seen.h"

#define MANY	100000

/* A search through all would take minutes here; the harness ends it before. */
TEST(a_hundred_thousand_requests_are_told_apart)
{
	char key[DB_REQUEST_KEY_ROOM];
	struct db_seen seen = { };
	struct db_request request;
	unsigned int round, fresh, i;

	db_request_init(&request);
	for (round = 0; round < 2; round++) {
		fresh = 0;
		for (i = 0; i < MANY; i++) {
			request.run.bytes = i + 1;
			fresh += db_seen_add(&seen, key, db_request_key(&request, key));
		}
		EXPECT_EQ(round ? 0 : MANY, fresh);
	}
	db_seen_free(&seen);
}

TEST(length_and_every_byte_count)
{
	struct db_seen seen = { };

	EXPECT_TRUE(db_seen_add(&seen, "", 0));
	EXPECT_TRUE(db_seen_add(&seen, "ab", 1));
	EXPECT_TRUE(db_seen_add(&seen, "ab", 2));
	EXPECT_TRUE(db_seen_add(&seen, "a\0", 2));
	EXPECT_FALSE(db_seen_add(&seen, "", 0));
	EXPECT_FALSE(db_seen_add(&seen, "ab", 2));
	EXPECT_EQ(4, seen.count);
	db_seen_free(&seen);
}

/* Is it one that was not there? */
static int fresh(struct db_seen *seen, const struct db_request *request)
{
	char key[DB_REQUEST_KEY_ROOM];

	return db_seen_add(seen, key, db_request_key(request, key));
}

TEST(what_was_asked_for_makes_a_request_and_how_it_was_said_does_not)
{
	struct db_seen seen = { };
	uint64_t words[DB_CPU_WORDS] = { };
	struct db_request request;

	db_request_init(&request);
	EXPECT_TRUE(fresh(&seen, &request));
	request.given = 1;
	request.from_all = 1;
	EXPECT_FALSE(fresh(&seen, &request));
	request.cpus = words;
	words[DB_CPU_WORDS - 1] = 1;
	EXPECT_TRUE(fresh(&seen, &request));
	words[DB_CPU_WORDS - 1] = 0;
	memset(words, 'x', 8);
	EXPECT_TRUE(fresh(&seen, &request));
	/* The same bytes, but of the device's name. */
	request.cpus = NULL;
	memset(request.device, 'x', 8);
	EXPECT_TRUE(fresh(&seen, &request));
	memset(request.device, 'x', sizeof(request.device) - 1);
	EXPECT_TRUE(fresh(&seen, &request));
	EXPECT_FALSE(fresh(&seen, &request));
	db_seen_free(&seen);
}

TEST_HARNESS_MAIN
