/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Failures of unmodified kernels that are known: rows of known-failures.tsv,
 * which lies beside the test programs. A test that meets one is XFAIL; when it
 * passes instead, that is a failure which says so.
 */
#ifndef MBE_KNOWN_H
#define MBE_KNOWN_H

/*
 * Why @case_number is known to fail on @path with this kernel; NULL when it is
 * not; "" when the table cannot be read, which is a failure too.
 */
const char *mbe_known_failure(unsigned int case_number, const char *path);

/* The same of a given table, kernel and architecture. */
const char *mbe_known_in(const char *table, unsigned int case_number, const char *path,
			 unsigned int kernel, const char *arch);

#endif /* MBE_KNOWN_H */
