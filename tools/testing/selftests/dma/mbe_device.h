/* SPDX-License-Identifier: GPL-2.0-only */
/* Devices, drivers and background runs, for tests of what ends a run. */
#ifndef MBE_DEVICE_H
#define MBE_DEVICE_H

#include <sys/types.h>

#include "mbe_session.h"

/* 0 or a negative errno. */
int __mbe_write(const char *path, const char *text);
int __mbe_unbind(const char *bus, const char *device);
int __mbe_bind(const char *bus, const char *device);
/* Hands a device without a driver over to ours, and back. */
int __mbe_override(const char *bus, const char *device);
int __mbe_override_undo(const char *bus, const char *device);

bool mbe_has_driver(const char *bus, const char *device);
bool mbe_has_file(const char *device);
/* A device of the bus that no driver uses, "" when there is none. */
void mbe_idle_device(const char *bus, char *device, size_t bytes);

/* A child that runs s->run and exits with its errno. */
pid_t mbe_run_in_child(struct mbe_session *s);
/* A run of the device holds memory: waits up to 5 s for it. */
bool mbe_wait_running(int fd);
/* The child's exit status, -1 when a signal killed it, -2 after 25 s. */
int mbe_wait_child(pid_t child);

/* Threads of the module's runs, by their name: other kernel threads come and go. */
int mbe_run_threads(void);
/* Are there, within 1 s, no more than @before? One that was stopped stays in /proc a moment. */
bool mbe_run_threads_gone(int before);

#endif /* MBE_DEVICE_H */
