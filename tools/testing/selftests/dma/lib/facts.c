// SPDX-License-Identifier: GPL-2.0-only
/* The facts of a device, as JSON and in words. */
#include <fts.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "err.h"
#include "facts.h"
#include "json.h"
#include "key.h"
#include "sys.h"

static const struct db_word device_flags[] = {
	{ "synthetic", MBE_DEV_SYNTHETIC },
	{ "coherent", MBE_DEV_COHERENT },
	{ "swiotlb", MBE_DEV_SWIOTLB },
	{ "swiotlb_forced", MBE_DEV_SWIOTLB_FORCED },
	{ "coherent_by_param", MBE_DEV_COHERENT_BY_PARAM },
	{ "serves_upstream", MBE_DEV_SERVES_UPSTREAM },
	{ "dma_ops", MBE_DEV_DMA_OPS },
	{ }
};

/* Architectures whose DMA never needs cache maintenance. */
#if defined(__x86_64__) || defined(__i386__) || defined(__s390__)
#define ALWAYS_COHERENT	1
#else
#define ALWAYS_COHERENT	0
#endif

enum machine { MACHINE_UNKNOWN, MACHINE_COHERENT, MACHINE_NON_COHERENT };

/* Any "dma-coherent" property: real devices of this machine are coherent. */
static int devicetree_coherent(void)
{
	char *root = db_strdup(db_path("/sys/firmware/devicetree/base"));
	char *paths[] = { root, NULL };
	FTS *tree = fts_open(paths, FTS_PHYSICAL | FTS_NOSTAT, NULL);
	FTSENT *entry;
	int found = 0;

	while (!found && tree && (entry = fts_read(tree)))
		found = !strcmp(entry->fts_name, "dma-coherent");
	if (tree)
		fts_close(tree);
	free(root);
	return found;
}

static enum machine machine(void)
{
	if (ALWAYS_COHERENT)
		return MACHINE_COHERENT;
	if (!access(db_path("/sys/firmware/devicetree/base"), F_OK))
		return devicetree_coherent() ? MACHINE_COHERENT : MACHINE_NON_COHERENT;
	/* Servers with ACPI tables describe coherent devices. */
	if (!access(db_path("/sys/firmware/acpi/tables"), F_OK))
		return MACHINE_COHERENT;
	return MACHINE_UNKNOWN;
}

const char *db_facts_coherence(const struct mbe_query *query)
{
	int by_param = query->dev_flags & MBE_DEV_COHERENT_BY_PARAM;

	if (query->dev_flags & MBE_DEV_COHERENT)
		return by_param ? "coherent (by module parameter)" : "coherent";
	if (!(query->dev_flags & MBE_DEV_SYNTHETIC))
		return "non-coherent";
	switch (machine()) {
	case MACHINE_COHERENT:
		return "hypothetical non-coherent device";
	case MACHINE_NON_COHERENT:
		return "non-coherent (synthetic device)";
	default:
		return "non-coherent (synthetic device, machine's coherency unknown)";
	}
}

const char *db_facts_path(const struct mbe_query *query)
{
	if (query->dev_flags & MBE_DEV_DMA_OPS)
		return "the architecture's own dma_map_ops";
	switch (query->domain) {
	case MBE_DOMAIN_DMA_STRICT:
		return "IOMMU, strict";
	case MBE_DOMAIN_DMA_LAZY:
		return "IOMMU, lazy";
	case MBE_DOMAIN_OTHER:
		return "IOMMU, domain of another kind";
	case MBE_DOMAIN_IDENTITY:
		return query->dev_flags & MBE_DEV_SWIOTLB_FORCED ?
			"IOMMU in passthrough, bounced (forced)" :
			"IOMMU in passthrough";
	default:
		return query->dev_flags & MBE_DEV_SWIOTLB_FORCED ?
			"bounced (forced)" : "direct";
	}
}

static void add_mask(struct json_object *to, const char *key, uint64_t mask)
{
	char text[20];

	snprintf(text, sizeof(text), "0x%llx", (unsigned long long)mask);
	db_json_text(to, key, text);
}

/* The words of a mask of 1 << enumerator. */
static void add_words(struct json_object *to, const char *key,
		      const struct db_word *words, uint32_t offered)
{
	struct json_object *list = json_object_new_array();

	for (; words->name; words++)
		if (offered >> words->value & 1)
			json_object_array_add(list,
					      json_object_new_string(words->name));
	json_object_object_add(to, key, list);
}

static void add_bits(struct json_object *to, const char *key,
		     const struct db_word *words, uint32_t mask)
{
	struct json_object *list = json_object_new_array();

	for (; words->name; words++)
		if (mask & words->value)
			json_object_array_add(list,
					      json_object_new_string(words->name));
	json_object_object_add(to, key, list);
}

/* A mask of powers of two, as the list of them. */
static void add_sizes(struct json_object *to, const char *key, uint64_t mask)
{
	struct json_object *list = json_object_new_array();

	for (; mask; mask &= mask - 1)
		json_object_array_add(list, json_object_new_int64(mask & -mask));
	json_object_object_add(to, key, list);
}

static void add_abilities(struct json_object *to, const struct mbe_query *query)
{
	struct json_object *can = json_object_new_object();

	add_words(can, "modes", db_modes, query->modes);
	add_words(can, "dirs", db_dirs, query->dirs);
	add_words(can, "states", db_states, query->states);
	add_words(can, "timings", db_timings, query->timings);
	add_bits(can, "phases", db_phases, query->phases);
	add_bits(can, "attrs", db_attrs, query->attrs);
	db_json_flag(can, "irqs_off", !!(query->run_flags & MBE_RUN_IRQS_OFF));
	json_object_object_add(to, "can", can);
}

static void add_limits(struct json_object *to, const struct mbe_query *query)
{
	struct json_object *most = json_object_new_object();

	db_json_count(most, "threads", query->threads_max);
	db_json_count(most, "entries", query->entries_max);
	db_json_count(most, "single_bytes", query->single_bytes_max);
	db_json_count(most, "entry_bytes", query->entry_bytes_max);
	db_json_count(most, "irqs_off_bytes", query->irqs_off_bytes_max);
	db_json_count(most, "iterations", query->iterations_max);
	db_json_number(most, "seconds", query->duration_ns_max / 1e9);
	db_json_count(most, "warmup", query->warmup_max);
	db_json_count(most, "batch_ops", query->batch_ops_max);
	db_json_count(most, "transfer_ns", query->transfer_ns_max);
	db_json_count(most, "sample_cap", query->sample_cap_max);
	db_json_count(most, "memory_cap_bytes", query->memory_cap_bytes);
	json_object_object_add(to, "limits", most);
}

struct json_object *db_facts_json(const char *name, const struct mbe_query *query)
{
	struct json_object *facts = json_object_new_object();

	db_json_text(facts, "name", name);
	db_json_count(facts, "abi_version", query->abi_version);
	db_json_text(facts, "path", db_facts_path(query));
	db_json_text(facts, "domain", db_word_name(db_domains, query->domain));
	db_json_text(facts, "coherence", db_facts_coherence(query));
	add_bits(facts, "flags", device_flags, query->dev_flags);
	add_mask(facts, "dma_mask", query->dma_mask);
	add_mask(facts, "coherent_mask", query->coherent_mask);
	add_mask(facts, "bus_limit", query->bus_limit);
	add_mask(facts, "seg_boundary_mask", query->seg_boundary_mask);
	add_mask(facts, "min_align_mask", query->min_align_mask);
	db_json_count(facts, "max_mapping_bytes", query->max_mapping_bytes);
	db_json_count(facts, "max_seg_bytes", query->max_seg_bytes);
	add_sizes(facts, "iommu_page_bytes", query->iommu_page_bytes);
	json_object_object_add(facts, "node", json_object_new_int(query->node));
	db_json_count(facts, "page_bytes", query->page_bytes);
	db_json_count(facts, "cache_line_bytes", query->cache_line_bytes);
	db_json_count(facts, "dma_align_bytes", query->dma_align_bytes);
	db_json_count(facts, "clock_resolution_ns", query->clock_resolution_ns);
	db_json_count(facts, "memory_used_bytes", query->memory_used_bytes);
	add_abilities(facts, query);
	add_limits(facts, query);
	return facts;
}
