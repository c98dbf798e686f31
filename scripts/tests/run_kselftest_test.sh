#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only
#
# Proves that run_kselftest.sh says what happened: pass, fail, skip, timeout, a
# kernel warning, a module that does not load or unload, a program that is
# missing. The machine is a folder of fakes: no root, no module.
#
# usage: run_kselftest_test.sh
# exit: 0 passed, 1 failed; prints TAP
set -euo pipefail
. "$(dirname "$0")/tap.sh"

source=$scripts/../tools/testing/selftests/dma/run_kselftest.sh
box=$work/box

fake() { # NAME, its script on standard input
	{ echo '#!/bin/sh'; cat; } >"$1"
	chmod +x "$1"
}

# A machine on which everything works, with one program that passes.
new_box() {
	rm -rf "$box"
	mkdir -p "$box"/{bin,sys/module,proc/sys/kernel,dma}
	cp "$source" "$(dirname "$source")/mbe_splats.sh" "$box/dma/"
	: >"$box/kmsg"
	: >"$box/proc/modules"
	: >"$box/dma/dma_map_benchmark_ext.ko"
	echo "none $box/sys/kernel/debug debugfs rw 0 0" >"$box/proc/mounts"
	echo ratelimit >"$box/proc/sys/kernel/printk_devkmsg"
	fake "$box/bin/id" <<<'echo 0'
	fake "$box/bin/dmesg" <<<"cat $box/kmsg.old $box/kmsg 2>/dev/null; :"
	fake "$box/bin/insmod" <<<"echo \"\$*\" >$box/insmod; mkdir $box/sys/module/dma_map_benchmark_ext"
	fake "$box/bin/rmmod" <<<"rmdir $box/sys/module/dma_map_benchmark_ext"
	fake "$box/dma/good_test" <<<'printf "TAP version 13\n1..1\nok 1 a\n"'
}

shell=(sh)
override=

run_box() { # ARGUMENTS
	env -i PATH="$box/bin:$PATH" MBE_SYSFS="$box/sys" MBE_PROC="$box/proc" \
		MBE_KMSG="$box/kmsg" ${override:+kselftest_override_timeout=$override} \
		"${shell[@]}" "$box/dma/run_kselftest.sh" "$@"
}

says() { # STATUS TEXT [ARGUMENTS]
	ends "$1" "$2" run_box "${@:3}"
}

new_box
for words in sh bash 'busybox sh'; do
	read -ra shell <<<"$words"
	! command -v "${shell[0]}" >/dev/null ||
		check "passes in $words" says 0 '^ok 2 selftests: dma: good_test$'
done
shell=(sh)
check 'the plan counts load, programs and unload' says 0 '^1\.\.3$'
check 'nested output is a comment' says 0 '^# ok 1 a$'
check 'parameters reach the module' grep -q '^./dma_map_benchmark_ext.ko devices=2$' "$box/insmod"
check 'the limit on user messages is put back' grep -qx ratelimit "$box/proc/sys/kernel/printk_devkmsg"
check 'lists the programs' says 0 '^good_test$' -l
check 'runs the one chosen' says 0 '^1\.\.3$' -t good_test

fake "$box/dma/bad_test" <<<'exit 1'
check 'a failed program fails' says 1 '^not ok 2 selftests: dma: bad_test # exit=1$'
fake "$box/dma/bad_test" <<<'kill -SEGV $$'
check 'a crash fails' says 1 '^not ok 2 .*bad_test # exit=139$'
fake "$box/dma/bad_test" <<<'printf "1..1\nnot ok 1 a\n"'
check 'a failure with exit 0 fails' says 1 'bad_test # exit=0 although a test failed'
# What a program prints, and what is said of it; one run for all: the program takes the next line
# each time that it is run.
cat >"$work/outputs" <<'END'
0||it has 0 plans
0|ok 1 a\n|it has 0 plans
0|1..0\n|0 of 0 tests have a result
0|1..3\nok 1 a\n|1 of 3 tests have a result
0|1..1\nok 1 a\nok 2 b\n|2 of 1 tests have a result
0|1..1\nok 1 a\n1..1\n|it has 2 plans
0|1..1\nok 1 a\nBail out!\n|it bailed out
0|1..1\nnot ok 1 a # SKIPPED maybe\n|a test failed
0|1..1\nnot ok 1 a # exit=1 # SKIP\n|a test failed
0|1..1\nok 1 a\n  not ok 1 nested\n|a test failed
2|1..2\nnot ok 1 a\nok 2 b # SKIP\n|a test failed
4|1..2\nnot ok 1 a\nok 2 b # SKIP\n|a test failed
END
cp "$work/outputs" "$box/left"
fake "$box/dma/bad_test" <<<"IFS='|' read -r status output text <$box/left
sed -i 1d $box/left; printf \"\$output\"; exit \$status"
chosen=()
while IFS= read -r _; do chosen+=(-t bad_test); done <"$work/outputs"
run_box "${chosen[@]}" >"$work/said" || :
number=1
while IFS='|' read -r status output text; do
	number=$((number + 1))
	# A " # " in a name would begin a directive.
	check "exit $status and \"${output//#/hash}\" fails" \
		grep -qx "not ok $number .*bad_test # exit=$status although $text" "$work/said"
done <"$work/outputs"
fake "$box/dma/bad_test" <<<'printf "ok 1 a # SKIP\nnot ok 2 b # SKIP no\nnot ok 3 c # XFAIL x\n1..3\n"'
check 'directives are honoured, and a plan at the end' says 0 '^ok 2 .*bad_test$'
fake "$box/dma/bad_test" <<<'exit 3'
check 'an unexpected pass fails' says 1 '^not ok 2 .*bad_test # exit=3$'
fake "$box/dma/bad_test" <<<'sleep 20'
override=1
check 'a timeout fails' says 1 'bad_test # TIMEOUT 1 seconds'
override=
fake "$box/dma/bad_test" <<<"echo '[ 1.0] WARNING: CPU: 0 PID: 1 at x.c:1' >>$box/kmsg"
check 'a kernel warning fails the program that ran' says 1 '^not ok 2 .*bad_test # kernel log: .*WARNING'
check 'and only that one' says 1 '^ok 3 .*good_test$'

fake "$box/dma/bad_test" <<<"printf '1..1\nok 1 a\n'
printf '[ 1.0] %s\n' 'dma-selftest begin: a' 'dma-selftest expect: vmalloc' '---[ cut here ]---' \
	'DMA map of vmalloc memory' 'WARNING: CPU: 0 PID: 1 at x.c:1' '---[ end trace 0 ]---' >>$box/kmsg"
check 'a kernel warning that the program expects is no failure' says 0 '^ok 2 .*bad_test$'

# Each pattern of configs/splats has a message here, and each message fails.
cat >"$work/messages" <<'END'
BUG kmalloc-64 (Not tainted): Poison overwritten
BUG: sleeping function called from invalid context
DMA-API: x 0: device driver tries to free DMA memory it has not allocated
INFO: task cat:88 blocked for more than 120 seconds.
Internal error: synchronous external abort: 0000000096000010
Kernel panic - not syncing: x
Oops - undefined instruction: 0
UBSAN: array-index-out-of-bounds in x.c:1
Unable to handle kernel NULL pointer dereference
WARNING: CPU: 0 PID: 1 at x.c:1
the existing circular locking dependency is:
Watchdog detected hard LOCKUP on cpu 0
inconsistent lock state
kmemleak: 1 new suspected memory leaks
list_add corruption. next->prev should be prev
list_del corruption, x->next is LIST_POISON1
rcu: INFO: rcu_sched detected stalls on CPUs/tasks:
refcount_t: underflow; use-after-free.
soft lockup on CPU 0, stuck for 26s!
suspicious RCU usage
END
while IFS= read -r pattern; do
	check "a message for \"$pattern\"" grep -qE -- "$pattern" "$work/messages"
done < <(grep -v '^#' "$scripts/../configs/splats")
# One run for all: the program says the next message each time that it is run.
cp "$work/messages" "$box/left"
fake "$box/dma/bad_test" <<<"printf '1..1\nok 1 a\n'
head -n 1 $box/left >>$box/kmsg; sed -i 1d $box/left"
chosen=()
while IFS= read -r _; do chosen+=(-t bad_test); done <"$work/messages"
run_box "${chosen[@]}" >"$work/said" || :
while IFS= read -r message; do
	check "\"${message:0:30}\" fails" grep -qF "bad_test # kernel log: $message" "$work/said"
done <"$work/messages"
fake "$box/dma/bad_test" <<<"printf '1..1\nok 1 a\n'
echo '[ 1.0] DMA-API: preallocated 65536 debug entries' >>$box/kmsg"
check 'a harmless message is none' says 0 '^ok 2 .*bad_test$' -t bad_test
fake "$box/dma/bad_test" <<<"mv $box/kmsg $box/gone; echo 'BUG: scheduling while atomic' >$box/kmsg"
check 'a mark that the log has lost does not hide a splat' says 1 'bad_test # kernel log: BUG'
fake "$box/dma/bad_test" <<<"rmdir $box/sys/module/dma_map_benchmark_ext"
check 'leaving the module unloaded fails' says 1 '^not ok 2 .*bad_test # exit=1$'
check 'and the others go on' says 1 '^ok 3 .*good_test$'
fake "$box/dma/bad_test" <<<'printf "1..0 # SKIP no board\n"; exit 4'
check 'a skip has its reason' says 0 '^ok 2 .*bad_test # SKIP no board$'
check 'nothing but skips is a skip' says 4 'SKIP no board' -t bad_test
fake "$box/dma/bad_test" <<<'exit 2'
check 'a known failure is no failure' says 0 '^ok 2 .*bad_test # XFAIL its output names no reason$'
fake "$box/dma/bad_test" <<<'printf "1..2\nok 1 a\nnot ok 2 b # XFAIL erratum 7\n"; exit 2'
check 'and has the reason that its output gives' says 0 '^ok 2 .*bad_test # XFAIL erratum 7$'
check 'it is counted as such, and loading as no test' says 0 '^# Totals: pass:1 fail:0 xfail:1 xpass:0 skip:0 error:0$'
fake "$box/dma/bad_test" <<<'printf "1..2\nok 1 # SKIP\nok 2 b # SKIP no IOMMU\n"; exit 4'
check 'a skip of each test gives a reason' says 0 '^ok 2 .*bad_test # SKIP no IOMMU$'
check 'and is counted' says 0 '^# Totals: pass:1 fail:0 xfail:0 xpass:0 skip:1 error:0$'

# A kernel that looks for leaks: what its file holds comes from "cat" here.
new_box
mkdir -p "$box/sys/kernel/debug"
: >"$box/sys/kernel/debug/kmemleak"
fake "$box/bin/sleep" <<<':'
fake "$box/bin/cat" <<<"case \"\$1\" in */kmemleak) command -p cat $box/leaks ;; *) command -p cat \"\$@\" ;; esac"
: >"$box/leaks"
check 'no leak is a pass' says 0 '^ok 4 selftests: dma: kmemleak$'
check 'the plan counts it' says 0 '^1\.\.4$'
echo 'unreferenced object 0xffff000012345678 (size 64):' >"$box/leaks"
check 'a leak fails' says 1 '^not ok 4 selftests: dma: kmemleak # exit=1$'
rm "$box/leaks"
check 'leaks that cannot be read fail' says 1 '^not ok 4 selftests: dma: kmemleak # exit=1$'
rm "$box/sys/kernel/debug/kmemleak"
mkdir "$box/sys/kernel/debug/kmemleak"
check 'a kernel that does not look is told' says 0 '^# kmemleak is switched off'
check 'and counted nowhere' says 0 '^1\.\.3$'

# Only what a judge found may pass, not what it could not see.
new_box
fake "$box/bin/awk" <<'END'
case "$*" in *'cut here'*) exit 2 ;; esac
PATH=${PATH#*:} exec awk "$@"
END
check 'a log that cannot be judged fails' says 1 'load # the kernel log could not be judged'
new_box
fake "$box/bin/dmesg" <<<"cat $box/kmsg; [ ! -e $box/blind ]"
fake "$box/dma/good_test" <<<": >$box/blind; printf '1..1\nok 1 a\n'"
check 'a log that cannot be read any more fails' says 1 'good_test # the kernel log could not be read'
new_box
fake "$box/bin/awk" <<'END'
case "$*" in *status=*) exit 2 ;; esac
PATH=${PATH#*:} exec awk "$@"
END
check 'an output that cannot be judged fails' says 1 'good_test # exit=0 although its output could not be judged'

new_box
echo 'BUG: before our time' >"$box/kmsg.old"
check 'old messages are not judged' says 0 '^ok 2 .*good_test$'
printf 'dma:good_test\ndma:lost_test\n' >"$box/dma/kselftest-list.txt"
check 'a program that was lost fails' says 1 '^not ok 3 .*lost_test'
new_box
rm "$box/dma/good_test"
check 'no program at all fails' says 1 '^not ok 1 .*programs'

new_box
fake "$box/bin/insmod" <<<'echo "invalid argument"; exit 1'
check 'a module that does not load fails' says 1 '^not ok 1 selftests: dma: load'
check 'and nothing else is run' says 1 '^Bail out!'
new_box
fake "$box/bin/rmmod" <<<'exit 1'
check 'a module that does not unload fails' says 1 '^not ok 3 selftests: dma: unload'
new_box
mkdir "$box/sys/module/dma_map_benchmark_ext"
check 'a loaded module is used and stays' says 0 '^1\.\.1$'
check 'it is still there' test -d "$box/sys/module/dma_map_benchmark_ext"

new_box
fake "$box/bin/id" <<<'echo 1000'
check 'not root is a skip' says 4 'SKIP not root'
new_box
: >"$box/proc/mounts"
check 'no debugfs is a skip' says 4 'SKIP no debugfs'
new_box
rm "$box/proc/modules"
check 'a kernel without modules is a skip' says 4 'SKIP this kernel loads no modules: CONFIG_MODULES'
new_box
rm "$box/dma/dma_map_benchmark_ext.ko"
fake "$box/bin/modprobe" <<<'exit 1'
check 'no module is a skip' says 4 'SKIP no dma_map_benchmark_ext.ko'
new_box
fake "$box/bin/dmesg" <<<'exit 1'
check 'an unreadable kernel log is a skip' says 4 'SKIP the kernel log is not readable'
new_box
fake "$box/bin/dmesg" <<<':'
check 'a log that cannot be marked fails' says 1 'could not be marked'
check 'an unknown option is told' says 1 'usage: ' -z
tap_end
