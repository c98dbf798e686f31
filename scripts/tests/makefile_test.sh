#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
#
# The top Makefile before pretended scripts: its last line is theirs, comes when they say it, and
# their failure is its own.
#
# usage: makefile_test.sh; prints TAP; exit: 0 all passed, 1 not
# shellcheck disable=SC2016 # the pretended programs expand them
set -euo pipefail
. "$(dirname "$0")/tap.sh"
. "$(dirname "$0")/tree.sh"

unset MAKEFLAGS MFLAGS MAKELEVEL KERNEL GUEST
new_tree times
cp "$scripts/../Makefile" "$tree/"
for program in check-names install-packages build-kernel build-module build-tools run-scenario; do
	pretend "$program" 'echo "${0##*/} $*"'
done
pretend run-tests 'echo "1 passed, 0 failed, 0 skipped"'

last_line() { # WANTED MAKE-ARGUMENTS
	local said
	said=$(timeout 30 make "${@:2}" 2>&1) || :
	printf '%s\nwanted last: %s\n' "$said" "$1"
	[ "$(tail -n 1 <<<"$said")" = "$1" ]
}
line='1 passed, 0 failed, 0 skipped'
cd "$tree"
check 'the last line is that of the tests' last_line "$line" test
cd /
check 'also with -C' last_line "$line" -C "$tree" test
check 'and -j' last_line "$line" -j4 -C "$tree" test
check 'and under another make' last_line "$line" MAKELEVEL=1 -C "$tree" test
check 'arguments arrive' last_line 'run-scenario --count off guest 7 fast --a b' -C "$tree" run COUNT=off GUEST=guest \
	KERNEL=7 SCENARIO=fast 'ARGS=--a b'
check 'lines of a target go one after the other' last_line 'build-kernel arm64 6.12' -C "$tree" -j4 kernel
check 'and so do targets' last_line 'build-tools arm64' -C "$tree" -j4 kernel module tools
check 'names are checked first' ends 0 '^check-names arm64 6.12$' make -s -C "$tree" kernel

pretend check-names 'exit 1'
not_begun() { ends 2 'Error 1' make -C "$tree" kernel && ! ends 2 'install-packages' make -C "$tree" kernel; }
check 'and end it when they cannot be right' not_begun
pretend run-tests 'exit 1'
check 'a failure fails' ends 2 'Error 1' make -C "$tree" test
pretend run-tests "echo ran >>'$work/ran'"
check '-n runs nothing' ends 0 "scripts/run-tests test '' ''" make -n -C "$tree" test
check 'indeed' test ! -e "$work/ran"

# The program ends only when its first line has been seen.
pretend run-tests "echo begun; n=0; until [ -e '$work/seen' ] || [ \$n -gt 200 ]; do n=\$((n + 1)); sleep 0.1; done
[ -e '$work/seen' ] && echo seen"
at_once() {
	make -s -C "$tree" test | { read -r line && [ "$line" = begun ] && : >"$work/seen" && read -r line && [ "$line" = seen ]; }
}
check 'what a program says is seen at once' at_once
check 'the help names each target' ends 0 '^  modules-check ' make -C "$tree" help
check 'and has the last line, too' last_line '  distclean         remove out/ and the cache (sources, kernels, libraries)' -C "$tree" help
tap_end
