#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
#
# `make kselftest GUEST=none` on a pretended machine: what it lacks is told before anything is
# built, and the exit codes of kselftest arrive.
#
# usage: kselftest_here_test.sh; prints TAP; exit: 0 all passed, 1 not
# shellcheck disable=SC2016 # the pretended programs expand them
set -euo pipefail
. "$(dirname "$0")/tap.sh"
. "$(dirname "$0")/tree.sh"

# Root, running the kernel 9.9-here, whose build folder is $work/kbuild.
new_machine() {
	new_tree run-kselftest kselftest-here
	mkdir -p "$work/bin" "$work/kbuild/include"/{config,generated} "$tree/kernel/dma" "$tree/include"
	fake id 'echo 0'
	fake uname 'echo 9.9-here'
	echo '#define UTS_RELEASE "9.9-here"' >"$work/kbuild/include/generated/utsrelease.h"
	# As in Debian 12.
	echo 9.9.192 >"$work/kbuild/include/config/kernel.release"
	printf 'modules:\n\t@: >$(M)/x.ko\n' >"$work/kbuild/Makefile"
	pretend install-packages "echo \"\$*\" >>'$work/packages'"
	pretend kselftest-headers 'echo /nowhere'
	: >"$work/packages"
	runner 'ls x.ko; echo "arguments: $*"'
	cp "$scripts/../Makefile" "$tree/"
}
runner() { # LINE: the test runner that the Makefile of the programs brings
	mkdir -p "$tree/tools/testing/selftests/dma"
	printf '%s\n' "$1" >"$tree/tools/testing/selftests/dma/runner"
	printf '$(warning json-c is missing)\nall:\n\t@cp runner $(OUTPUT)/run_kselftest.sh\n' \
		>"$tree/tools/testing/selftests/dma/Makefile"
}
here() { timeout 30 env PATH="$work/bin:$PATH" "$tree/scripts/run-kselftest" none "${kernel-$work/kbuild}" "$@"; }
lacks() { ends "$1" "$2" here && [ ! -s "$work/packages" ] && [ ! -e "$tree/out" ]; } # STATUS TEXT

new_machine
check 'module and programs are built, and the runner starts beside them' ends 0 '^x.ko$' here
check 'with its arguments' ends 0 '^arguments: -t a -t b$' here '-t a -t b'
check 'packages are installed for this' grep -qx here "$work/packages"
check 'a library that is missing is told' ends 0 'Makefile:1: json-c is missing' here
for status in 0 1 4; do
	runner "exit $status"
	check "exit $status of kselftest arrives" ends "$status" '' here
done
check 'make turns it into 2' ends 2 'Error 4' env PATH="$work/bin:$PATH" \
	make --no-print-directory -C "$tree" kselftest GUEST=none KERNEL="$work/kbuild"

new_machine
fake id 'echo 1000'
check 'not root is a skip' lacks 4 '^1\.\.0 # SKIP not root'
new_machine
rm "$work/kbuild/Makefile"
check 'no headers: the package is named' lacks 1 'install the package linux-headers-9.9-here'
kernel=6.12
check 'also where a guest would have had a version' lacks 1 'no Makefile in /lib/modules/9.9-here/build.: install'
unset kernel
new_machine
echo '#define UTS_RELEASE "8.8"' >"$work/kbuild/include/generated/utsrelease.h"
check 'those of another kernel are refused' lacks 1 'that of kernel "8.8", and 9.9-here is running'
rm -r "$work/kbuild/include/generated"
check 'and so is a tree in which nothing was built' lacks 1 'that of kernel ""'
new_machine
printf 'modules:\n\t@exit 1\n' >"$work/kbuild/Makefile"
check 'a module that does not build fails' ends 1 'FAILED: module for the running kernel' here
pretend install-packages 'exit 1'
check 'and so do packages that are not there' ends 1 '' here
tap_end
