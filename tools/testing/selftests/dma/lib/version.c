// SPDX-License-Identifier: GPL-2.0-only
/* commit.h is made by the Makefile. */
#include "commit.h"
#include "version.h"

const char *const db_version = "1.0";
const char *const db_commit = sizeof(DB_COMMIT) > 1 ? DB_COMMIT : "unknown";
