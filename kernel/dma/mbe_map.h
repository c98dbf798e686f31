/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Mappings: what each kind of MBE_IOCTL_MAP offers, and how to reach the DMA
 * segments of a live mapping.
 *
 * A mapping goes: prepared from segments, mapped, synced any number of times,
 * unmapped, freed. All of it happens under its session's lock.
 */
#ifndef _MBE_MAP_H
#define _MBE_MAP_H

#include <linux/scatterlist.h>

#include "mbe_session.h"

struct mbe_iova;
struct mbe_map_ops;

/**
 * struct mbe_mapping - what MBE_IOCTL_MAP makes
 * @ops: the row of its kind
 * @dir: direction
 * @fleeting: misuse: unmapped again before the call returns
 * @entries: segments handed to the map call
 * @dma_segments: after merging
 * @bytes: sum over the segments
 * @charged: bytes on the memory account
 * @addr: DMA address; of scatterlists see struct mbe_cursor
 * @phys: physical address of the first byte
 * @vaddr: SINGLE: its kernel address
 * @table: SG, SGTABLE: the scatterlist; IOVA: the places to link
 * @segments: as user space gave them: what @table must still hold
 * @iova: IOVA
 */
struct mbe_mapping {
	const struct mbe_map_ops *ops;
	enum dma_data_direction dir;
	bool fleeting;
	unsigned int entries;
	unsigned int dma_segments;
	u64 bytes;
	u64 charged;
	dma_addr_t addr;
	phys_addr_t phys;
	void *vaddr;
	struct sg_table table;
	struct mbe_segment *segments;
	struct mbe_iova *iova;
};

/**
 * struct mbe_extent - what of a mapping a sync or an unmap names
 * @dir: direction
 * @entries: SG: how many
 * @offset: first byte, where @ops->range
 * @bytes: from there on; IOVA: from the start on, to unlink by themselves
 */
struct mbe_extent {
	enum dma_data_direction dir;
	unsigned int entries;
	u64 offset;
	u64 bytes;
};

static inline struct mbe_extent mbe_extent_all(const struct mbe_mapping *m)
{
	return (struct mbe_extent) {
		.dir = m->dir,
		.entries = m->entries,
		.bytes = m->bytes,
	};
}

/**
 * struct mbe_map_ops - a kind of mapping, a row of the table in mbe_map.c
 * @id: enum mbe_map_kind
 * @segments_max: most segments; 0: takes none
 * @list: a scatterlist with DMA segments of its own
 * @count: sync and unmap are told a number of entries
 * @range: sync and unmap are told an offset and bytes
 * @parts: unmap may be told bytes to begin with
 * @address: takes a physical address instead of segments
 * @misuse: only with MBE_MISUSE
 * @present: does kernel and device have it? NULL: always
 * @prepare: check the segments, fill in @phys, @bytes and what @map needs:
 *	0, -EINVAL, -ENOENT, -ENOMEM, -EINTR or -EOPNOTSUPP; @release undoes it in any case
 * @release: undo @prepare, or NULL
 * @map: 0 or what the DMA API said
 * @sync: hand over to the CPU, or to the device; NULL: cannot be synced
 * @unmap: undo @map
 */
struct mbe_map_ops {
	u32 id;
	u32 segments_max;
	bool list;
	bool count;
	bool range;
	bool parts;
	bool address;
	bool misuse;
	bool (*present)(struct device *dev);
	int (*prepare)(struct mbe_session *session, struct mbe_mapping *m,
		       const struct mbe_map *u);
	void (*release)(struct mbe_mapping *m);
	int (*map)(struct device *dev, struct mbe_mapping *m,
		   unsigned long attrs);
	void (*sync)(struct device *dev, struct mbe_mapping *m,
		     const struct mbe_extent *extent, bool for_cpu);
	void (*unmap)(struct device *dev, struct mbe_mapping *m,
		      const struct mbe_extent *extent, unsigned long attrs);
};

extern const struct mbe_map_ops mbe_map_single;
extern const struct mbe_map_ops mbe_map_page;
extern const struct mbe_map_ops mbe_map_phys;
extern const struct mbe_map_ops mbe_map_sg;
extern const struct mbe_map_ops mbe_map_sgtable;
extern const struct mbe_map_ops mbe_map_resource;
extern const struct mbe_map_ops mbe_map_stack;
extern const struct mbe_map_ops mbe_map_iova;

/* ---- mbe_map.c ---- */

int mbe_segment_place(struct mbe_session *session, const struct mbe_segment *s,
		      struct page **page, unsigned int *offset);
u64 mbe_iommu_granule(struct device *dev);
void mbe_mapping_end(struct mbe_session *session, u32 handle,
		     struct mbe_mapping *m, const struct mbe_extent *extent,
		     unsigned long attrs);

/* ---- mbe_sync.c ---- */

int mbe_extent_get(const struct mbe_mapping *m, u32 dir, u32 entries, u32 flags,
		   struct mbe_extent *extent);

/* ---- mbe_map_sg.c ---- */

int mbe_sg_prepare(struct mbe_session *session, struct mbe_mapping *m,
		   const struct mbe_map *u);
void mbe_sg_release(struct mbe_mapping *m);
u32 mbe_sg_changed(struct mbe_session *session, const struct mbe_mapping *m);
phys_addr_t mbe_sg_phys_at(const struct mbe_mapping *m, u64 offset);

/**
 * struct mbe_cursor - a DMA segment of a live mapping
 * @m: the mapping
 * @index: its number
 * @offset: where it begins, in the segments one after the other
 * @addr: DMA address
 * @bytes: length
 * @sg: where a scatterlist keeps it
 */
struct mbe_cursor {
	const struct mbe_mapping *m;
	unsigned int index;
	u64 offset;
	dma_addr_t addr;
	u64 bytes;
	struct scatterlist *sg;
};

void mbe_cursor_first(struct mbe_cursor *c, const struct mbe_mapping *m);
/* False behind the last one. */
bool mbe_cursor_next(struct mbe_cursor *c);

#endif /* _MBE_MAP_H */
