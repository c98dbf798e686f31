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
	cp "$source" "$box/dma/"
	: >"$box/kmsg"
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
fake "$box/dma/bad_test" <<<'exit 3'
check 'an unexpected pass fails' says 1 '^not ok 2 .*bad_test # exit=3$'
fake "$box/dma/bad_test" <<<'sleep 20'
override=1
check 'a timeout fails' says 1 'bad_test # TIMEOUT 1 seconds'
override=
fake "$box/dma/bad_test" <<<"echo '[ 1.0] WARNING: CPU: 0 PID: 1 at x.c:1' >>$box/kmsg"
check 'a kernel warning fails the program that ran' says 1 '^not ok 2 .*bad_test # kernel log: .*WARNING'
check 'and only that one' says 1 '^ok 3 .*good_test$'
fake "$box/dma/bad_test" <<<"mv $box/kmsg $box/gone; echo 'BUG: scheduling while atomic' >$box/kmsg"
check 'a mark that the log has lost does not hide a splat' says 1 'bad_test # kernel log: BUG'
fake "$box/dma/bad_test" <<<"rmdir $box/sys/module/dma_map_benchmark_ext"
check 'leaving the module unloaded fails' says 1 '^not ok 2 .*bad_test # exit=1$'
check 'and the others go on' says 1 '^ok 3 .*good_test$'
fake "$box/dma/bad_test" <<<'printf "1..0 # SKIP no board\n"; exit 4'
check 'a skip has its reason' says 0 '^ok 2 .*bad_test # SKIP no board$'
check 'nothing but skips is a skip' says 4 'SKIP no board' -t bad_test
fake "$box/dma/bad_test" <<<'exit 2'
check 'a known failure is no failure' says 0 '^ok 2 .*bad_test # XFAIL'

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
