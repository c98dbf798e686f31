// SPDX-License-Identifier: GPL-2.0
/*
 * Runs a command between two marks for the counting plugin, which then says what the
 * whole machine executed meanwhile (tools/emulation/window.h).
 *
 *	window NUMBER COMMAND [ARGUMENT]...
 *
 * Exit status: that of the command; 127 when it cannot be started, 2 usage.
 */
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../../include/uapi/linux/map_benchmark_mark.h"

#if defined(__aarch64__)
#define MARK(kind, word) do {						\
	register unsigned long long word_ asm("x0") = (word);		\
									\
	asm volatile("movz xzr, #%c[code], lsl #16"			\
		     : : [code] "i" (MBE_MARK_MAGIC | (kind)),		\
			 "r" (word_) : "memory");			\
} while (0)
#else
#define MARK(kind, word)	((void)(kind), (void)(word))
#endif

int main(int argc, char **argv)
{
	unsigned long number;
	int status = 0;
	pid_t pid;

	if (argc < 3) {
		fputs("usage: window NUMBER COMMAND [ARGUMENT]...\n", stderr);
		return 2;
	}
	number = strtoul(argv[1], NULL, 10);
	MARK(MBE_MARK_WINDOW_BEGIN, MBE_MARK_WORD(number, 0, 0));
	pid = fork();
	if (!pid) {
		execvp(argv[2], argv + 2);
		perror(argv[2]);
		_exit(127);
	}
	if (pid < 0 || waitpid(pid, &status, 0) != pid) {
		perror("window");
		return 127;
	}
	MARK(MBE_MARK_WINDOW_END, MBE_MARK_WORD(number, 0, 0));
	return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}
