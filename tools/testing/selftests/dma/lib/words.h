/* SPDX-License-Identifier: GPL-2.0-only */
/* The words for the ABI's enumerators and bits: one table each. */
#ifndef DB_WORDS_H
#define DB_WORDS_H

#include <stddef.h>
#include <stdint.h>

struct db_word {
	const char *name;	/* NULL ends a table */
	uint32_t value;		/* an enumerator, or a mask */
};

extern const struct db_word db_modes[];
extern const struct db_word db_dirs[];
extern const struct db_word db_states[];
extern const struct db_word db_timings[];
extern const struct db_word db_phases[];	/* what a request may name: masks */
extern const struct db_word db_phase_ids[];	/* every phase: enumerators */
extern const struct db_word db_attrs[];		/* masks */
extern const struct db_word db_switches[];	/* yes and no */
extern const struct db_word db_domains[];
extern const struct db_word db_result_flags[];	/* masks */

/* Equal but for case, '-' and '_'. */
int db_word_equal(const char *a, const char *b);
const struct db_word *db_word_find(const struct db_word *table, const char *name);
const char *db_word_name(const struct db_word *table, uint32_t value);

/* All names of a table, joined by @between. */
char *db_word_list(const struct db_word *table, const char *between);
/* The names of the bits in @mask, joined; "none" when it is 0. free() it. */
char *db_mask_text(const struct db_word *table, uint32_t mask, const char *between);

#endif
