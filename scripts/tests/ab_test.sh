#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
#
# make ab: the order of boots, what is kept after an interruption, what is refused.
#
# usage: ab_test.sh; prints TAP; exit: 0 all passed, 1 not
# shellcheck disable=SC2016 # the pretended programs expand them
set -euo pipefail
. "$(dirname "$0")/tap.sh"
. "$(dirname "$0")/tree.sh"

# A boot writes which one it was; the tool says what it was asked.
new_ab() {
	new_tree ab fetch-revision
	mkdir -p "$tree/configs/variants" "$tree/kernel/dma" "$tree/include/uapi/linux"
	printf 'x\n' >"$tree/configs/variants/v.cocci"
	: >"$tree/kernel/dma/x.c"
	: >"$tree/include/uapi/linux/map_benchmark_ext.h"
	pretend install-packages true
	pretend plot-ab true
	printf 'name\tarch\timage\nguest\tarm64\tImage\n' >"$tree/configs/guests.tsv"
	printf 'image\n' >"$work/Image"
	pretend build-kernel "echo '$work'"
	pretend run-scenario "echo \"\$2\" >>'$work/boots'
		mkdir -p '$tree/out/guest-'\"\$(basename \"\$2\")\"
		echo \"boot of \$2\" >'$tree/out/guest-'\"\$(basename \"\$2\")\"/results.json"
	printf '#!/bin/sh\necho "tool $*"\n' >"$work/tool"
	chmod +x "$work/tool"
	pretend build-host-tool "echo '$work/tool'"
	: >"$work/boots"
}
ab() { "$tree/scripts/ab" "$@"; }
boots_were() {
	local found
	found=$(paste -sd ' ' "$work/boots")
	printf '%s\n' "$found"
	[ "$found" = "$1" ]
}

new_ab
check 'a comparison ends well' ends 0 'boots, table, comparison: out/ab/guest-6.12-7-s' ab --boots 3 guest 6.12 7 s
check 'boots alternate, and A comes again' boots_were '6.12 7 6.12 6.12 7 6.12 6.12 7 6.12'
check 'each side has its files' grep -q 'compare --format text .*/A/1.json .*/A/3.json -- .*/B/1.json .*/B/3.json -- .*/again/1.json' \
	"$tree/out/ab/guest-6.12-7-s/table.txt"
: >"$work/boots"
check 'a second time nothing boots' ab --boots 3 guest 6.12 7 s
check 'as the list shows' boots_were ''
rm "$tree/out/ab/guest-6.12-7-s/B/2.json"
check 'what is missing is made up for' ab --boots 3 guest 6.12 7 s
check 'and nothing else' boots_were '7'
: >"$work/boots"
printf 'changed\n' >"$tree/kernel/dma/x.c"
check 'with another module all begins anew' ends 0 'they begin anew' ab --boots 1 guest 6.12 7 s
check 'on all sides' boots_were '6.12 7 6.12'

: >"$work/boots"
printf 'rebuilt\n' >"$work/Image"
check 'and with another kernel of the same name' ends 0 'they begin anew' ab --boots 1 guest 6.12 7 s
mkdir -p "$tree/tools/testing/selftests/dma/scenarios"
printf 'x\n' >"$tree/tools/testing/selftests/dma/scenarios/s.ini"
check 'and with another scenario of the same name' ends 0 'they begin anew' ab --boots 1 guest 6.12 7 s
check 'a folder can be named' ends 0 'comparison: .*/here$' ab --boots 1 --dir "$work/here" guest 6.12 7 s
check 'an option that there is not' ends 2 'no option --boot' ab --boot 3 guest 6.12 7 s

new_ab
pretend run-scenario 'exit 1'
check 'a boot that fails is told, with its log' ends 1 'boot 1 of A failed: see .*A/1.log' ab guest 6.12 7 s
new_ab
printf '#!/bin/sh\nexit 1\n' >"$work/tool"
check 'and so is a comparison' ends 1 '' ab --boots 1 guest 6.12 7 s
check 'no second kernel' ends 2 'two kernels' ab guest 6.12 '' s
check 'a variant that is not there' ends 1 'variant "none" is not' ab guest 6.12 6.12+none s
check 'a number of boots that is none' ends 2 'from 1 to 99' ab --boots 0 guest 6.12 7 s

# A revision of a tree.
new_ab
git init -q "$work/linux"
printf 'VERSION = 6\nPATCHLEVEL = 12\n' >"$work/linux/Makefile"
mkdir "$work/linux/arch"
: >"$work/linux/Kbuild"
: >"$work/linux/arch/Kconfig"
git -C "$work/linux" add .
git -C "$work/linux" -c user.name=x -c user.email=x@x commit -qm 'the first'
git -C "$work/linux" tag first
printf 'new\n' >"$work/linux/Kbuild"
commit=$(git -C "$work/linux" rev-parse --short=12 first)
check 'a revision of a tree is a kernel' ab --boots 1 guest "$work/linux@first" 7 s
check 'by the name of its commit' boots_were "$XDG_CACHE_HOME/dma-bench/sources/revision-$commit 7 $XDG_CACHE_HOME/dma-bench/sources/revision-$commit"
check 'as it was, not as the tree is' [ ! -s "$XDG_CACHE_HOME/dma-bench/sources/revision-$commit/Kbuild" ]
check 'a revision that is not there' ends 1 'knows no commit none' ab guest "$work/linux@none" 7 s
tap_end
