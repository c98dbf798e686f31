#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
#
# What lies beside the test programs comes from one list, that of their Makefile: all of it arrives,
# is copied again when it changes, and goes into a guest's root as it is.
#
# usage: selftest_files_test.sh; prints TAP; exit: 0 all passed, 1 not
# shellcheck disable=SC2016 # a pretended compiler
set -euo pipefail
. "$(dirname "$0")/tap.sh"
. "$(dirname "$0")/tree.sh"

here=$work/dma built=$work/built
mkdir "$here"
cp -r "$scripts"/../tools/testing/selftests/dma/. "$here/"
files() { make -s -C "$here" OUTPUT="$built" "$@" 2>&1; }

files "$built/.files"
for file in "$here"/*.sh "$here"/*.awk "$here"/{settings,config,scenarios/default.ini}; do
	name=${file#"$here/"}
	check "$name lies beside the programs" cmp "$file" "$built/$name"
done

# Only FILE is newer than its copy.
again() { # FILE
	find "$here" -exec touch -d '1 hour ago' {} +
	find "$built" -maxdepth 1 -exec touch -d '1 minute ago' {} +
	echo '# changed' >>"$here/$1"
	files "$built/.files"
	cmp "$here/$1" "$built/$1"
}
for name in mbe_shell.sh run_kselftest.sh settings upstream_tool_judge.awk scenarios/default.ini; do
	check "$name is copied again when it changes" again "$name"
done
gone() {
	find "$here" -exec touch -d '1 hour ago' {} +
	find "$built" -maxdepth 1 -exec touch -d '1 minute ago' {} +
	rm "$here/scenarios/default.ini"
	files "$built/.files"
	[ ! -e "$built/scenarios/default.ini" ]
}
check 'a scenario that is gone is gone there as well' gone

lists() { # NUMBER OF PROGRAMS IN C, ARGUMENTS
	files "${@:2}" "$built/kselftest-list.txt"
	[ "$(grep -c '_test$' "$built/kselftest-list.txt")" -eq "$1" ]
}
programs=$(find "$here" -maxdepth 1 -name '*_test.c' | wc -l)
check 'without the harness no program in C is due' lists 0
check 'with it each is, whatever was built before' lists "$programs" KSFT_DIR=/usr/include

new_tree make-root
mkdir -p "$tree/scripts/guest" "$tree/out/build/arm64/selftests"/{obj,host} "$work/x"
printf 'name\tarch\tcross\nguest\tarm64\t%s\n' "$work/x/" >"$tree/configs/guests.tsv"
printf '#!/bin/sh\nwhile [ "$1" != -o ]; do shift; done; : >"$2"\n' | tee "$work/x/gcc" >"$work/x/busybox"
chmod +x "$work/x/gcc"
pretend fetch-busybox "echo '$work/x/busybox'"
: >"$tree/out/build/arm64/selftests/obj/x.o"
cp -r "$built/." "$tree/out/build/arm64/selftests/"
root_has() { # PATTERN
	cpio -t --quiet <"$archive" | grep -x "$1"
}
if command -v cpio >/dev/null; then
	archive=$("$tree/scripts/make-root" guest 6.12 2>/dev/null)
	for name in mbe_shell.sh settings upstream_tool_judge.awk scenarios/reference-1.ini kselftest-list.txt; do
		check "the root has $name" root_has "dma/$name"
	done
	no_objects() { ! root_has 'dma/\(obj\|host\|\.files\).*'; }
	check 'and no objects' no_objects
else
	skip 'the root has what was built' 'cpio is not installed'
fi
tap_end
