/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * One valid request for each command of the ABI, for tests of what holds for all
 * of them: a new command is a row of the table in mbe_command.c.
 */
#ifndef MBE_COMMAND_H
#define MBE_COMMAND_H

#include "mbe_session.h"

enum {
	MBE_COMMAND_QUERY,
	MBE_COMMAND_RUN,
	MBE_COMMAND_BUFFER_ALLOC,
	MBE_COMMAND_BUFFER_FREE,
	MBE_COMMAND_CPU_ACCESS,
	MBE_COMMAND_MAP,
	MBE_COMMAND_SYNC,
	MBE_COMMAND_UNMAP,
	MBE_COMMAND_DESCRIBE,
	MBE_COMMAND_DEVICE_ACCESS,
	MBE_COMMAND_SETTINGS,
	MBE_COMMANDS
};

/**
 * struct mbe_command - a row
 * @cmd: its ioctl
 * @bytes: size of its struct in this header
 * @oldest: size of the first layout that was published
 * @writes: the kernel writes to the struct
 * @valid: makes a request at @at that will succeed once, and in the session what
 *	it names: 0 or a negative errno
 */
struct mbe_command {
	unsigned long cmd;
	__u32 bytes;
	__u32 oldest;
	bool writes;
	int (*valid)(struct mbe_session *s, void *at);
};

extern const struct mbe_command mbe_commands[MBE_COMMANDS];

/* 0 or an errno, positive as a test expects it. */
int mbe_submit(const struct mbe_session *s, const struct mbe_command *command,
	       void *at);

#endif /* MBE_COMMAND_H */
