/* SPDX-License-Identifier: GPL-2.0-only */
/* The verbs of the command line: one row each, one file each. */
#ifndef CMD_H
#define CMD_H

struct cmd {
	const char *name;
	const char *syntax;
	const char *summary;
	int (*handler)(int argc, char **argv);	/* argv[0] is the verb */
};

extern const struct cmd cmds[];		/* a NULL name ends it */

int cmd_run(int argc, char **argv);
int cmd_sweep(int argc, char **argv);
int cmd_scenario(int argc, char **argv);
int cmd_devices(int argc, char **argv);
int cmd_report(int argc, char **argv);
int cmd_attach(int argc, char **argv);
int cmd_help(int argc, char **argv);
int cmd_legacy(int argc, char **argv);	/* no verb: upstream's options */

#endif
