// SPDX-License-Identifier: GPL-2.0
/*
 * PID 1 of a guest: prepare the system, run one job, report how it ended, power off.
 *
 * main() is the list of steps.  The job is /job.sh, put into the initramfs by scripts/boot-guest.
 * Its output goes to the console (the log of the run) and to the virtio port "output" (what the
 * person at the host sees).  The verdict goes to the virtio port "verdict", as the very last
 * thing: whatever goes wrong before, the host finds no verdict and takes that as a failure.
 *
 * Kernel command line: dma_bench.run=WORD is repeated in the verdict, so that an old one is never
 * taken for ours; dma_bench.epoch=SECONDS sets the clock.
 *
 * Build: <cross>gcc -static -O2 -Wall -Wextra init.c -o init
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <glob.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/reboot.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

#define PORT_TRIES 500		/* times 10 ms: ports appear a little after init starts */
#define STATUS_NO_JOB 126	/* the job could not be started, as a shell would say */

static const struct {
	const char *type, *dir, *data;
	int optional;
} mounts[] = {
	{ "devtmpfs", "/dev", NULL, 0 },
	{ "proc", "/proc", NULL, 0 },
	{ "sysfs", "/sys", NULL, 0 },
	{ "tmpfs", "/tmp", NULL, 0 },
	{ "tmpfs", "/run", NULL, 0 },
	{ "devpts", "/dev/pts", NULL, 1 },
	{ "debugfs", "/sys/kernel/debug", NULL, 1 },
	{ "tracefs", "/sys/kernel/tracing", NULL, 1 },
	{ "securityfs", "/sys/kernel/security", NULL, 1 },
};

static void power_off(void)
{
	sync();
	reboot(RB_POWER_OFF);
	for (;;)
		pause();
}

/* Without a verdict the host fails the run; the reason is for the reader of the console. */
__attribute__((format(printf, 1, 2)))
static void give_up(const char *fmt, ...)
{
	va_list args;

	printf("dma-bench-init: ");
	va_start(args, fmt);
	vprintf(fmt, args);
	va_end(args);
	printf(": %s\n", strerror(errno));
	fflush(stdout);
	tcdrain(STDOUT_FILENO);
	power_off();
}

/*
 * A kernel that was not built here has its drivers as modules: make-root has put
 * them there, in the order of loading.
 */
static void load_modules(void)
{
	glob_t files;

	if (glob("/modules/*.ko", 0, NULL, &files))
		return;
	for (size_t i = 0; i < files.gl_pathc; i++) {
		int fd = open(files.gl_pathv[i], O_RDONLY | O_CLOEXEC);

		if (fd < 0 || syscall(SYS_finit_module, fd, "", 0))
			give_up("load %s", files.gl_pathv[i]);
		close(fd);
	}
	globfree(&files);
}

/* The source is the tag that boot-guest gives QEMU. */
static void mount_shared(void)
{
	mkdir("/out", 0755);
	mount("out", "/out", "9p", 0, "trans=virtio,version=9p2000.L,msize=262144");
}

/* The source is the folder's name. */
static void mount_all(void)
{
	for (size_t i = 0; i < sizeof(mounts) / sizeof(mounts[0]); i++) {
		const char *source = strrchr(mounts[i].dir, '/') + 1;

		mkdir(mounts[i].dir, 0755);
		if (mount(source, mounts[i].dir, mounts[i].type, 0, mounts[i].data) &&
		    !mounts[i].optional)
			give_up("mount %s on %s", mounts[i].type, mounts[i].dir);
	}
}

static void read_line(const char *path, char *text, size_t size)
{
	FILE *file = fopen(path, "r");

	text[0] = '\0';
	if (!file)
		return;
	if (fgets(text, (int)size, file))
		text[strcspn(text, "\n")] = '\0';
	fclose(file);
}

/* The value of KEY on the kernel's command line, or an empty string. */
static void boot_option(const char *key, char *value, size_t size)
{
	char line[4096], *word, *rest;
	size_t length = strlen(key);

	value[0] = '\0';
	read_line("/proc/cmdline", line, sizeof(line));
	for (word = strtok_r(line, " ", &rest); word; word = strtok_r(NULL, " ", &rest))
		if (!strncmp(word, key, length) && word[length] == '=')
			snprintf(value, size, "%s", word + length + 1);
}

static void set_clock(void)
{
	struct timeval now = { 0 };
	char value[32];

	boot_option("dma_bench.epoch", value, sizeof(value));
	now.tv_sec = strtoll(value, NULL, 10);
	if (now.tv_sec)
		settimeofday(&now, NULL);
}

/* The device file of the virtio port NAME, opened for writing; -1 when there is none. */
static int open_port(const char *name)
{
	char path[64], found[64];
	glob_t ports;
	int fd = -1;

	if (glob("/sys/class/virtio-ports/*", 0, NULL, &ports))
		return -1;
	for (size_t i = 0; i < ports.gl_pathc && fd < 0; i++) {
		snprintf(path, sizeof(path), "%s/name", ports.gl_pathv[i]);
		read_line(path, found, sizeof(found));
		if (strcmp(found, name))
			continue;
		snprintf(path, sizeof(path), "/dev%s", strrchr(ports.gl_pathv[i], '/'));
		fd = open(path, O_WRONLY | O_CLOEXEC);
	}
	globfree(&ports);
	return fd;
}

static int wait_for_port(const char *name)
{
	int fd = open_port(name);

	for (int tries = 0; fd < 0 && tries < PORT_TRIES; tries++) {
		usleep(10000);
		fd = open_port(name);
	}
	if (fd < 0)
		give_up("no virtio port named \"%s\"", name);
	return fd;
}

static void write_all(int fd, const char *data, size_t size)
{
	while (size) {
		ssize_t written = write(fd, data, size);

		if (written < 0 && errno == EINTR)
			continue;
		if (written <= 0)
			return;
		data += written;
		size -= (size_t)written;
	}
}

static pid_t start_job(int pipe_end)
{
	pid_t pid = fork();

	if (pid)
		return pid;
	setsid();
	dup2(open("/dev/null", O_RDONLY), STDIN_FILENO);
	dup2(pipe_end, STDOUT_FILENO);
	dup2(pipe_end, STDERR_FILENO);
	if (chdir("/dma"))
		_exit(STATUS_NO_JOB);
	execl("/bin/busybox", "sh", "/job.sh", (char *)NULL);
	_exit(STATUS_NO_JOB);
}

/* Copies what is readable now to console and port; false when nothing more will come. */
static int pass_on(int from, int port)
{
	char data[65536];
	ssize_t size = read(from, data, sizeof(data));

	if (size <= 0)
		return size < 0 && (errno == EAGAIN || errno == EINTR);
	write_all(STDOUT_FILENO, data, (size_t)size);
	write_all(port, data, (size_t)size);
	return size == sizeof(data) ? pass_on(from, port) : 1;
}

/* A process that the job left behind may keep the pipe: the job's end counts, not the pipe's. */
static int run_job(int port)
{
	int ends[2], status = 0, open_end = 1, ended = 0;
	pid_t job, pid;

	if (pipe2(ends, O_CLOEXEC))
		give_up("pipe");
	job = start_job(ends[1]);
	if (job < 0)
		give_up("fork");
	close(ends[1]);
	fcntl(ends[0], F_SETFL, O_NONBLOCK);
	while (!ended) {
		struct pollfd ready = { .fd = open_end ? ends[0] : -1, .events = POLLIN };
		int wait_status;

		poll(&ready, 1, open_end ? 50 : 5);
		while ((pid = waitpid(-1, &wait_status, WNOHANG)) > 0)
			if (pid == job) {
				status = wait_status;
				ended = 1;
			}
		if (open_end)
			open_end = pass_on(ends[0], port);
	}
	return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

static void run_quietly(const char *program, const char *argument, const char *more)
{
	pid_t pid = fork();

	if (!pid) {
		execl("/bin/busybox", program, argument, more, "/bin", (char *)NULL);
		_exit(STATUS_NO_JOB);
	}
	waitpid(pid, NULL, 0);
}

static void write_verdict(int port, int status)
{
	char run[64], tainted[32], line[192];

	boot_option("dma_bench.run", run, sizeof(run));
	read_line("/proc/sys/kernel/tainted", tainted, sizeof(tainted));
	printf("\ndma-bench-init: end of log %s\n", run);
	fflush(stdout);
	tcdrain(STDOUT_FILENO);
	snprintf(line, sizeof(line), "verdict run=%s exit=%d tainted=%s end\n",
		 run, status, tainted);
	write_all(port, line, strlen(line));
}

int main(void)
{
	int output, verdict, status;

	mount_all();
	load_modules();
	mount_shared();
	set_clock();
	setenv("PATH", "/dma:/bin", 1);
	setenv("HOME", "/tmp", 1);
	run_quietly("busybox", "--install", "-s");
	verdict = wait_for_port("verdict");
	output = wait_for_port("output");
	status = run_job(output);
	close(output);
	sync();
	umount2("/out", MNT_DETACH);
	write_verdict(verdict, status);
	power_off();
}
