/* SPDX-License-Identifier: GPL-2.0-only */
/* SHA-256 (FIPS 180-4), so that the digest equals sha256sum's. */
#ifndef DB_SHA256_H
#define DB_SHA256_H

#include <stddef.h>

#define DB_SHA256_ROOM	65

/* @hex gets 64 digits and the end. */
void db_sha256(const void *data, size_t bytes, char *hex);

#endif
