// SPDX-License-Identifier: GPL-2.0-only
/* The words for the ABI's enumerators and bits. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include <linux/map_benchmark_ext.h>

#include "err.h"
#include "words.h"

const struct db_word db_modes[] = {
	{ "single", MBE_MODE_SINGLE },
	{ "sg", MBE_MODE_SG },
	{ }
};

const struct db_word db_dirs[] = {
	{ "to_device", MBE_DIR_TO_DEVICE },
	{ "from_device", MBE_DIR_FROM_DEVICE },
	{ "bidirectional", MBE_DIR_BIDIRECTIONAL },
	{ }
};

const struct db_word db_states[] = {
	{ "dirty", MBE_STATE_DIRTY },
	{ "untouched", MBE_STATE_UNTOUCHED },
	{ "clean", MBE_STATE_CLEAN },
	{ "cold", MBE_STATE_COLD },
	{ }
};

const struct db_word db_timings[] = {
	{ "auto", MBE_TIMING_AUTO },
	{ "per_op", MBE_TIMING_PER_OP },
	{ "batch", MBE_TIMING_BATCH },
	{ }
};

const struct db_word db_phases[] = {
	{ "map", MBE_PHASE_BIT(MBE_PHASE_MAP) },
	{ "sync_for_device", MBE_PHASE_BIT(MBE_PHASE_SYNC_FOR_DEVICE) },
	{ "sync_for_cpu", MBE_PHASE_BIT(MBE_PHASE_SYNC_FOR_CPU) },
	{ "unmap", MBE_PHASE_BIT(MBE_PHASE_UNMAP) },
	{ "round_trip", MBE_PHASE_BIT(MBE_PHASE_ROUND_TRIP) },
	{ }
};

const struct db_word db_phase_ids[] = {
	{ "map", MBE_PHASE_MAP },
	{ "sync_for_device", MBE_PHASE_SYNC_FOR_DEVICE },
	{ "sync_for_cpu", MBE_PHASE_SYNC_FOR_CPU },
	{ "unmap", MBE_PHASE_UNMAP },
	{ "round_trip", MBE_PHASE_ROUND_TRIP },
	{ "set_state", MBE_PHASE_SET_STATE },
	{ "empty", MBE_PHASE_EMPTY },
	{ }
};

const struct db_word db_attrs[] = {
	{ "skip_cpu_sync", MBE_ATTR_SKIP_CPU_SYNC },
	{ "weak_ordering", MBE_ATTR_WEAK_ORDERING },
	{ "no_warn", MBE_ATTR_NO_WARN },
	{ }
};

const struct db_word db_switches[] = {
	{ "no", 0 },
	{ "yes", 1 },
	{ }
};

const struct db_word db_domains[] = {
	{ "none", MBE_DOMAIN_NONE },
	{ "identity", MBE_DOMAIN_IDENTITY },
	{ "dma_strict", MBE_DOMAIN_DMA_STRICT },
	{ "dma_lazy", MBE_DOMAIN_DMA_LAZY },
	{ "other", MBE_DOMAIN_OTHER },
	{ }
};

const struct db_word db_result_flags[] = {
	{ "clock_coarse", MBE_RESULT_CLOCK_COARSE },
	{ "bounce_unknown", MBE_RESULT_BOUNCE_UNKNOWN },
	{ "phases_changed", MBE_RESULT_PHASES_CHANGED },
	{ "mask_changed", MBE_RESULT_MASK_CHANGED },
	{ "stopped", MBE_RESULT_STOPPED },
	{ }
};

int db_word_equal(const char *a, const char *b)
{
	for (; *a && *b; a++, b++) {
		int x = *a == '-' ? '_' : tolower((unsigned char)*a);
		int y = *b == '-' ? '_' : tolower((unsigned char)*b);

		if (x != y)
			return 0;
	}
	return *a == *b;
}

const struct db_word *db_word_find(const struct db_word *table, const char *name)
{
	for (; table->name; table++)
		if (db_word_equal(table->name, name))
			return table;
	return NULL;
}

const char *db_word_name(const struct db_word *table, uint32_t value)
{
	for (; table->name; table++)
		if (table->value == value)
			return table->name;
	return "?";
}

static char *append(char *text, const char *between, const char *name)
{
	char *longer = db_printf("%s%s%s", text, *text ? between : "", name);

	free(text);
	return longer;
}

char *db_word_list(const struct db_word *table, const char *between)
{
	char *text = db_strdup("");

	for (; table->name; table++)
		text = append(text, between, table->name);
	return text;
}

char *db_mask_text(const struct db_word *table, uint32_t mask, const char *between)
{
	char *text = db_strdup("");

	for (; table->name; table++)
		if (mask & table->value)
			text = append(text, between, table->name);
	return *text ? text : append(text, between, "none");
}
