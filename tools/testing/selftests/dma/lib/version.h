/* SPDX-License-Identifier: GPL-2.0-only */
/* Which tool this is: a release and the commit it was built from. */
#ifndef DB_VERSION_H
#define DB_VERSION_H

extern const char *const db_version;
extern const char *const db_commit;	/* "unknown" outside a git tree */

#endif
