#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# Loads the module, runs the test programs beside this script, prints KTAP and
# unloads. Plain POSIX shell: a guest has nothing but busybox.
#
# usage: run_kselftest.sh [-l] [-t PROGRAM]...
#	-l		list the programs and exit
#	-t PROGRAM	run this one only; may be given several times
# environment:
#	MBE_MODULE_FILE	module to load (default: the .ko beside this script,
#			else modprobe)
#	MBE_MODULE_ARGS	its parameters (default: devices=2)
#	kselftest_override_timeout	seconds per program, instead of "settings"
# exit codes: 0 passed, 1 failed, 4 skipped because a requirement is missing
#
# Functions are called by name, through step().
# shellcheck disable=SC2317
set -u

MODULE=dma_map_benchmark_ext
# Redirected by the tests of this script.
: "${MBE_SYSFS:=/sys}" "${MBE_KMSG:=/dev/kmsg}" "${MBE_PROC:=/proc}"
: "${MBE_MODULE_ARGS=devices=2}"

count=0 passed=0 failed=0 known=0 skipped=0

skip_all()
{
	printf 'TAP version 13\n1..0 # SKIP %s\n' "$1"
	exit 4
}

usage()
{
	sed -n 's/^# \{0,1\}//; 3,/^exit codes/p' "$0"
	exit "$1"
}

# The Makefile's list names what must be there: a program that was lost on the
# way then fails. Without the list, whatever is here.
list_programs()
{
	if [ -r kselftest-list.txt ]; then
		sed -n 's/^dma://p' kselftest-list.txt
		return
	fi
	for program in ./*_test ./*_test.sh; do
		[ -e "$program" ] && echo "${program#./}"
	done
}

timeout_s()
{
	if [ -n "${kselftest_override_timeout:-}" ]; then
		echo "$kselftest_override_timeout"
	elif [ -r settings ]; then
		sed -n 's/^timeout=//p' settings
	else
		echo 45
	fi
}

check_requirements()
{
	missing=
	[ "$(id -u)" = 0 ] || missing="not root: run as root"
	grep -qs "^[^ ]* $MBE_SYSFS/kernel/debug debugfs" "$MBE_PROC/mounts" ||
		missing="${missing:+$missing; }no debugfs: mount -t debugfs none /sys/kernel/debug"
	dmesg >/dev/null 2>&1 || missing="${missing:+$missing; }the kernel log is not readable"
	[ -w "$MBE_KMSG" ] || missing="${missing:+$missing; }$MBE_KMSG is not writable"
	command -v timeout >/dev/null || missing="${missing:+$missing; }no timeout command"
	[ -e "$MBE_PROC/modules" ] || [ -d "$MBE_SYSFS/module/$MODULE" ] ||
		missing="${missing:+$missing; }this kernel loads no modules: CONFIG_MODULES"
	[ -n "$MBE_MODULE_FILE" ] || [ -d "$MBE_SYSFS/module/$MODULE" ] ||
		modprobe -n "$MODULE" >/dev/null 2>&1 ||
		missing="${missing:+$missing; }no $MODULE.ko here, and modprobe knows none"
	[ -z "$missing" ] || skip_all "$missing"
}

# Userspace lines are rate limited by default: a lost mark would make old
# messages look new.
unlimit_kmsg()
{
	devkmsg="$MBE_PROC/sys/kernel/printk_devkmsg"
	[ -w "$devkmsg" ] || return 0
	devkmsg_was=$(cat "$devkmsg")
	echo on 2>/dev/null >"$devkmsg" || devkmsg_was=
}

mark_log()
{
	mark="dma-selftest $$ $count $1"
	echo "$mark" >>"$MBE_KMSG"
	dmesg | grep -qF "$mark"
}

# Lines of the kernel log after the mark; all of it when the mark has gone.
new_messages()
{
	dmesg >"$scratch/dmesg" || return 1
	awk -v mark="$mark" '
		index($0, mark) { lines = 0; next }
		{ line[++lines] = $0 }
		END { for (i = 1; i <= lines; i++) print line[i] }' "$scratch/dmesg"
}

module_is_loaded()
{
	[ -d "$MBE_SYSFS/module/$MODULE" ]
}

load_module()
{
	# The parameters are words of their own.
	# shellcheck disable=SC2086
	if [ -n "$MBE_MODULE_FILE" ]; then
		insmod "$MBE_MODULE_FILE" $MBE_MODULE_ARGS
	else
		modprobe "$MODULE" $MBE_MODULE_ARGS
	fi || return 1
	module_is_loaded
}

unload_module()
{
	rmmod "$MODULE" && ! module_is_loaded
}

# $1: name, $2: exit status, $3: reason or empty. Nothing but 0, 2 and 4 passes.
report()
{
	line="$count selftests: dma: $1"
	case "$2" in
	0)
		echo "ok $line"
		# That the module loads and unloads is no test that passed.
		[ "$1" = load ] || [ "$1" = unload ] || passed=$((passed + 1))
		;;
	2)
		echo "ok $line # XFAIL ${3:-}"
		known=$((known + 1))
		;;
	4)
		echo "ok $line # SKIP ${3:-}"
		skipped=$((skipped + 1))
		;;
	*)
		echo "not ok $line # ${3:-exit=$2}"
		failed=$((failed + 1))
		;;
	esac
}

# What in a program's output contradicts its exit status $1, which is no failure.
# Status 0 needs as many results as its plan says, and at least one.
tap_fault()
{
	awk -v status="$1" '
		/^ *not ok( |$)/ {
			directive = match($0, / # /) ? substr($0, RSTART + 3) : ""
			if (directive !~ /^(SKIP|XFAIL|TODO)( |:|$)/)
				failed = 1
		}
		/^(not )?ok( |$)/ { results++ }
		/^1\.\.[0-9]+/ { plans++; plan = substr($0, 4) + 0 }
		/^Bail out!/ { bailed = 1 }
		END {
			if (failed)
				print "a test failed"
			else if (bailed)
				print "it bailed out"
			else if (status == 0 && plans != 1)
				print "it has " plans + 0 " plans"
			else if (status == 0 && (!plan || results != plan))
				print results + 0 " of " plan " tests have a result"
		}' "$scratch/output"
}

# The first reason that a directive $1 of the output gives, or that its plan of no tests does.
reason_for()
{
	sed -n "s/^[^#]* # $1[: ] *\([^ ].*\)/\1/p" "$scratch/output" | head -n 1
}

# A splat among the new messages is a reason to fail, and so is not knowing.
kernel_fault()
{
	new_messages >"$scratch/log" || {
		echo "the kernel log could not be read"
		return
	}
	if ! mbe_faults "$scratch/log" >"$scratch/splat"; then
		echo "the kernel log could not be judged"
	elif [ -s "$scratch/splat" ]; then
		echo "kernel log: $(head -n 1 "$scratch/splat" | tr -d '#')"
	fi
}

# Runs "$2..." as the step named $1: status, its output and new kernel messages.
step()
{
	name=$1
	shift
	count=$((count + 1))
	reason=
	echo "# selftests: dma: $name"
	if ! mark_log "$name"; then
		report "$name" 1 "the kernel log could not be marked"
		return
	fi
	"$@" >"$scratch/output" 2>&1
	status=$?
	sed 's/^/# /' "$scratch/output"

	case "$status" in
	# 124: GNU timeout; 137 and 143: killed by it, as busybox tells it.
	124 | 137 | 143) reason="TIMEOUT $(timeout_s) seconds" ;;
	2)
		reason=$(reason_for XFAIL)
		reason=${reason:-its output names no reason}
		;;
	4) reason=$(reason_for SKIP) ;;
	esac
	case "$1 $status" in
	"run_program "[024])
		contradiction=$(tap_fault "$status") ||
			contradiction="its output could not be judged"
		if [ -n "$contradiction" ]; then
			reason="exit=$status although $contradiction"
			status=1
		fi
		;;
	esac
	fault=$(kernel_fault)
	if [ -n "$fault" ]; then
		sed 's/^/# kernel: /' "$scratch/log"
		status=1
		reason=$fault
	fi
	report "$name" "$status" "$reason"
}

# Where the kernel looks for leaks, those of before are not ours.
kmemleak_begin()
{
	kmemleak=$MBE_SYSFS/kernel/debug/kmemleak
	if [ ! -w "$kmemleak" ]; then
		kmemleak=
	elif ! { echo scan && echo clear; } 2>/dev/null >"$kmemleak"; then
		echo "# kmemleak is switched off: leaks are not looked for"
		kmemleak=
	fi
}

# An allocation counts as lost when a scan finds no reference to it 5 s after it
# was made: that is the kernel's rule, and nothing tells when they are over.
no_leaks()
{
	sleep 6
	echo scan >"$kmemleak" || return 1
	cat "$kmemleak" >"$scratch/leaks" || return 1
	cat "$scratch/leaks"
	! grep -q "^unreferenced object" "$scratch/leaks"
}

run_program()
{
	if [ ! -x "./$1" ]; then
		echo "$1 is missing or not executable: build it again"
		return 1
	fi
	timeout -k 10 "$(timeout_s)" "./$1"
	program_status=$?
	# A test of loading may have failed half way: the others need the module.
	if ! module_is_loaded; then
		echo "$1 left the module unloaded: loading it again"
		load_module
		return 1
	fi
	return "$program_status"
}

run_all()
{
	ours='' kmemleak=
	echo "TAP version 13"
	total=$(echo "$programs" | wc -w)
	if module_is_loaded; then
		echo "# $MODULE is loaded already: it is used and stays"
		echo "1..$total"
	else
		ours=1
		kmemleak_begin
		[ -z "$kmemleak" ] || total=$((total + 1))
		echo "1..$((total + 2))"
		step load load_module
		if [ "$failed" -gt 0 ]; then
			echo "Bail out! $MODULE does not load"
			return
		fi
	fi
	for program in $programs; do
		step "$program" run_program "$program"
	done
	[ -z "$ours" ] || step unload unload_module
	[ -z "$kmemleak" ] || step kmemleak no_leaks
	echo "# Totals: pass:$passed fail:$failed xfail:$known xpass:0 skip:$skipped error:0"
}

cd "$(dirname "$0")" || exit 1
. ./mbe_splats.sh
chosen=
while getopts 'hlt:' option; do
	case "$option" in
	l) list_programs; exit 0 ;;
	t) chosen="$chosen $OPTARG" ;;
	h) usage 0 ;;
	*) usage 1 >&2 ;;
	esac
done
programs=${chosen:-$(list_programs)}
if [ -z "$programs" ]; then
	printf 'TAP version 13\n1..1\nnot ok 1 %s\n' \
		"selftests: dma: programs # none beside $0: build them"
	exit 1
fi

if [ -z "${MBE_MODULE_FILE+set}" ]; then
	MBE_MODULE_FILE=
	[ ! -e "$MODULE.ko" ] || MBE_MODULE_FILE=./$MODULE.ko
fi
export MBE_MODULE_FILE MBE_MODULE_ARGS
check_requirements

devkmsg_was=
scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"; [ -z "$devkmsg_was" ] || echo "$devkmsg_was" >"$devkmsg"' EXIT
unlimit_kmsg
run_all
[ "$failed" = 0 ] || exit 1
[ "$skipped" -lt "$(echo "$programs" | wc -w)" ] || exit 4
exit 0
