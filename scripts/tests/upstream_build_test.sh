#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
#
# Upstream's tool stands beside the tests once for each kernel that was asked for, and for no other.
#
# usage: upstream_build_test.sh; prints TAP; exit: 0 all passed, 1 not
set -euo pipefail
. "$(dirname "$0")/tap.sh"
. "$(dirname "$0")/tree.sh"

new_tree build-upstream-tool
printf 'name\tarch\tcross\nguest\tarm64\t%s/\n' "$work/bin" >"$tree/configs/guests.tsv"
mkdir -p "$work/bin" "$work"/source/{tools/dma,include/linux} "$work/a+tree"
: >"$work/source/tools/dma/dma_map_benchmark.c"
: >"$work/source/include/linux/map_benchmark.h"
cp -r "$work/source/." "$work/a+tree"
# Its last argument is the program.
# shellcheck disable=SC2016
printf '#!/bin/sh\nfor last; do :; done; : >"$last"\n' >"$work/bin/gcc"
chmod +x "$work/bin/gcc"
pretend fetch-kernel "case \$1 in */*) echo \$1 ;; *+*) exit 1 ;; *) echo '$work/source' ;; esac"
built() { # KERNEL...; the names that are there then
	"$tree/scripts/build-upstream-tool" guest "$@" >/dev/null
	(cd "$tree/out/build/arm64/selftests" && printf '%s\n' upstream_* | paste -sd ' ')
}
gives() { # NAMES KERNEL...
	local found
	found=$(built "${@:2}")
	printf '%s\n' "$found"
	[ "$found" = "$1" ]
}

mkdir -p "$tree/out/build/arm64/selftests"
check 'one for each kernel' gives 'upstream_dma_map_benchmark-6.12 upstream_dma_map_benchmark-7' 6.12 7
check 'those of other kernels go' gives 'upstream_dma_map_benchmark-6.1 upstream_dma_map_benchmark-7' 6.1 7
check 'a variant has that of its kernel' gives 'upstream_dma_map_benchmark-6.12 upstream_dma_map_benchmark-7' 6.12+redundant-copy 7
check 'a tree may have a plus in its name' gives 'upstream_dma_map_benchmark-a+tree' "$work/a+tree"
tap_end
