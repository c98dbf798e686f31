// SPDX-License-Identifier: GPL-2.0-only
/* Temporary: stands in for the files that are not there yet. */
#include "mbe_session.h"

#define STUB(name) \
int __weak name(struct mbe_session *session, u64 user) { return -EOPNOTSUPP; }

STUB(mbe_ioctl_map)
STUB(mbe_ioctl_sync)
STUB(mbe_ioctl_unmap)
STUB(mbe_ioctl_describe)
STUB(mbe_ioctl_device_access)

void __weak mbe_mappings_undo(struct mbe_session *session) { }
u32 __weak mbe_map_kinds(struct device *dev) { return 0; }
u32 __weak mbe_backends(const struct mbe_bench *bench) { return 0; }
struct mbe_edu * __weak mbe_edu_probe(struct device *dev) { return NULL; }
void __weak mbe_edu_remove(struct mbe_edu *edu) { }
