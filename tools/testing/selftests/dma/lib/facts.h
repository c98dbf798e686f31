/* SPDX-License-Identifier: GPL-2.0-only */
/* The facts of a device, as JSON and in words. */
#ifndef DB_FACTS_H
#define DB_FACTS_H

#include <json-c/json.h>

#include <linux/map_benchmark_ext.h>

/* A member of "devices" in a result file, and what 'devices' prints. */
struct json_object *db_facts_json(const char *name, const struct mbe_query *query);

/* "coherent", "non-coherent", "hypothetical non-coherent device", ... */
const char *db_facts_coherence(const struct mbe_query *query);
/* "direct", "bounced ...", "IOMMU, strict", ... */
const char *db_facts_path(const struct mbe_query *query);

#endif
