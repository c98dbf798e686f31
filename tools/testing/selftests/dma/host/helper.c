// SPDX-License-Identifier: GPL-2.0-only
/* A fake machine, and running the tool before it. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "err.h"
#include "helper.h"
#include "sys.h"

static char root[PATH_MAX];

const char *machine_path(const char *path)
{
	static char full[2][PATH_MAX * 2];
	static int next;
	char *at = full[next++ % 2];

	snprintf(at, sizeof(full[0]), "%s%s", root, path);
	return at;
}

static void check(int bad, const char *what)
{
	if (bad) {
		perror(what);
		exit(1);
	}
}

void machine_write(const char *path, const char *text)
{
	char folder[PATH_MAX * 2], *slash;
	FILE *file;

	snprintf(folder, sizeof(folder), "%s", machine_path(path));
	for (slash = folder + strlen(root) + 1; (slash = strchr(slash, '/')); slash++) {
		*slash = 0;
		mkdir(folder, 0755);
		*slash = '/';
	}
	file = fopen(folder, "w");
	check(!file, path);
	fputs(text, file);
	check(fclose(file), path);
}

void machine_remove(const char *path)
{
	char *command = db_printf("rm -rf '%s'", machine_path(path));

	check(system(command), command);
	free(command);
}

void machine_make(void)
{
	const char *tmp = getenv("TMPDIR");

	snprintf(root, sizeof(root), "%s/dma-bench-host-XXXXXX", tmp ? tmp : "/tmp");
	check(!mkdtemp(root), root);
	setenv("DMA_BENCH_ROOT", root, 1);
	machine_write("/proc/mounts", "none /sys/kernel/debug debugfs rw 0 0\n");
	machine_write("/proc/cmdline", "console=ttyAMA0 dma_bench.emulated=no\n");
	machine_write("/proc/cpuinfo", "model name\t: Test CPU\n");
	machine_write("/sys/devices/system/cpu/online", "0-3\n");
	machine_write("/sys/firmware/devicetree/base/soc/dma-coherent", "");
	machine_write(DEVICE_FILE, "");
	machine_write("/sys/kernel/debug/dma_map_benchmark", "");
}

void machine_drop(void)
{
	machine_remove("");
	unsetenv("DMA_BENCH_ROOT");
}

static void child(char *words, const char *out, const char *err)
{
	char *argv[64] = { DB_HOST_DIR "/fake_dma_map_benchmark" };
	int argc = 1;

	while (argc < 63 && (argv[argc] = strsep(&words, " ")))
		argc += !!*argv[argc];
	argv[argc] = NULL;
	if (freopen(out, "w", stdout) && freopen(err, "w", stderr))
		execv(argv[0], argv);
	_exit(126);
}

void tool_run(struct ran *ran, const char *words)
{
	char *copy = db_strdup(words), out[PATH_MAX * 2], err[PATH_MAX * 2];
	int status = 0;
	pid_t pid;

	snprintf(out, sizeof(out), "%s", machine_path("/out"));
	snprintf(err, sizeof(err), "%s", machine_path("/err"));
	fflush(NULL);
	pid = fork();
	if (!pid)
		child(copy, out, err);
	check(pid < 0 || waitpid(pid, &status, 0) != pid, "waitpid");
	ran->status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
	ran->out = db_read_file(out, NULL);
	ran->err = db_read_file(err, NULL);
	check(!ran->out || !ran->err, "output");
	free(copy);
}

void ran_free(struct ran *ran)
{
	free(ran->out);
	free(ran->err);
	memset(ran, 0, sizeof(*ran));
}

static uint64_t state;

void random_begin(void)
{
	const char *seed = getenv("DMA_BENCH_SEED");

	state = seed ? strtoull(seed, NULL, 0) : (uint64_t)time(NULL) << 20 ^ getpid();
	printf("# seed %llu: DMA_BENCH_SEED=%llu repeats this\n",
	       (unsigned long long)state, (unsigned long long)state);
}

/* splitmix64: every state is a good one. */
uint64_t random_next(void)
{
	uint64_t z = state += 0x9e3779b97f4a7c15ull;

	z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ull;
	z = (z ^ z >> 27) * 0x94d049bb133111ebull;
	return z ^ z >> 31;
}
