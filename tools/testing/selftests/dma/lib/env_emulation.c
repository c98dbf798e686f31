// SPDX-License-Identifier: GPL-2.0-only
/*
 * Is this CPU emulated? "yes" and "no" need evidence; without it the answer is
 * "unknown". A virtual machine under KVM runs on the real CPU: "no".
 *
 * Evidence, strongest first:
 *  - dma_bench.emulated=tcg|kvm|no on the kernel's command line: whoever started
 *    the guest knows
 *  - x86: the signature in CPUID leaf 0x40000000
 *  - Arm: QEMU's own part number 0x51 of implementer 0, which no silicon has
 *  - devicetree: "linux,dummy-virt" is a virtual machine of either kind; two old
 *    Arm boards are met in QEMU far more often than on a desk
 *  - otherwise, on machines with a devicetree or DMI: no sign of one, "no"
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#if defined(__x86_64__) || defined(__i386__)
#include <cpuid.h>
#endif

#include "env.h"
#include "err.h"
#include "json.h"
#include "sys.h"

struct answer {
	const char *value;
	char how[128];
};

static int say(struct answer *answer, const char *value, const char *how)
{
	answer->value = value;
	snprintf(answer->how, sizeof(answer->how), "%s", how);
	return 1;
}

static int by_command_line(struct answer *answer)
{
	static const char token[] = "dma_bench.emulated=";
	char *line = db_read_line("/proc/cmdline"), *word;
	int known = 0;

	word = line ? strstr(line, token) : NULL;
	if (word) {
		word += sizeof(token) - 1;
		word[strcspn(word, " ")] = 0;
		known = say(answer, !strcmp(word, "kvm") || !strcmp(word, "no") ?
			    "no" : "yes", "");
		snprintf(answer->how, sizeof(answer->how),
			 "kernel command line: %s%.32s", token, word);
	}
	free(line);
	return known;
}

#if defined(__x86_64__) || defined(__i386__)
static int by_cpu(struct answer *answer)
{
	unsigned int a, b, c, d;
	char name[13] = "";

	/* A fake root directory describes another machine than this CPU. */
	if (*db_path(""))
		return 0;
	if (!__get_cpuid(1, &a, &b, &c, &d) || !(c & 1u << 31))
		return say(answer, "no", "CPUID: no hypervisor");
	__cpuid(0x40000000, a, b, c, d);
	memcpy(name, &b, 4);
	memcpy(name + 4, &c, 4);
	memcpy(name + 8, &d, 4);
	if (!strncmp(name, "TCG", 3))
		return say(answer, "yes", "CPUID: QEMU's TCG");
	if (!strncmp(name, "KVM", 3) || !strcmp(name, "Microsoft Hv") ||
	    !strcmp(name, "VMwareVMware") || !strcmp(name, "XenVMMXenVMM")) {
		say(answer, "no", "");
		snprintf(answer->how, sizeof(answer->how),
			 "CPUID: virtual machine on the real CPU (%s)", name);
		return 1;
	}
	say(answer, "unknown", "");
	snprintf(answer->how, sizeof(answer->how), "CPUID: hypervisor '%s'", name);
	return 1;
}
#else
static int by_cpu(struct answer *answer)
{
	char *info = db_read_file(db_path("/proc/cpuinfo"), NULL);
	int found = info && strstr(info, "CPU implementer\t: 0x00\n") &&
		    strstr(info, "CPU part\t: 0x051\n");

	free(info);
	return found && say(answer, "yes", "CPU part 0x00/0x051 is QEMU's own");
}
#endif

static int has_string(const char *list, size_t bytes, const char *wanted)
{
	size_t at;

	for (at = 0; at < bytes; at += strlen(list + at) + 1)
		if (strstr(list + at, wanted))
			return 1;
	return 0;
}

static int by_devicetree(struct answer *answer)
{
	static const char *const rare[] = { "arm,versatile-pb", "arm,realview-eb" };
	size_t bytes, i;
	char *list = db_read_file(db_path("/sys/firmware/devicetree/base/compatible"),
				  &bytes);
	int known = 0;

	if (!list)
		return 0;
	if (has_string(list, bytes, "linux,dummy-virt"))
		known = say(answer, "unknown",
			    "devicetree linux,dummy-virt: a virtual machine, on the real CPU or not");
	for (i = 0; i < sizeof(rare) / sizeof(*rare) && !known; i++)
		if (has_string(list, bytes, rare[i]))
			known = say(answer, "unknown",
				    "a board that QEMU emulates, or the real one");
	if (!known)
		known = say(answer, "no", "devicetree of a real board");
	free(list);
	return known;
}

static int by_dmi(struct answer *answer)
{
	char *maker = db_read_line("/sys/class/dmi/id/sys_vendor");
	int known = 0;

	if (maker)
		known = strstr(maker, "QEMU") ?
			say(answer, "unknown", "DMI: QEMU, on the real CPU or not") :
			say(answer, "no", "DMI: no sign of an emulator");
	free(maker);
	return known;
}

struct json_object *db_env_emulation(void)
{
	struct json_object *json = json_object_new_object();
	struct answer answer = { "unknown", "nothing here tells" };

	(void)(by_command_line(&answer) || by_cpu(&answer) ||
	       by_devicetree(&answer) || by_dmi(&answer));
	db_json_text(json, "value", answer.value);
	db_json_text(json, "how", answer.how);
	return json;
}
