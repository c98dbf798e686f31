# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash disable=SC2154 # scripts, work: of tap.sh
#
# A pretended tree, for the tests of scripts that call others: those under test are copied, the rest
# is pretended.  To be sourced, after tap.sh.

tree=$work/tree
real_cache=${XDG_CACHE_HOME:-${HOME:-}/.cache}/dma-bench
export XDG_CACHE_HOME=$work/cache
unset DMA_BENCH_OUT DMA_BENCH_TIMES DMA_BENCH_RUN V GIT_DIR GIT_WORK_TREE

new_tree() { # SCRIPT...: the real ones
	rm -rf "$tree" "$work/cache"
	mkdir -p "$tree/scripts/tests" "$tree/configs"
	cp "$scripts"/lib*.sh "${@/#/$scripts/}" "$tree/scripts/"
	printf 'name\tarch\nguest\tarm64\n' >"$tree/configs/guests.tsv"
}

pretend() { # SCRIPT TEXT
	printf '#!/bin/sh\n%s\n' "$2" >"$tree/scripts/$1"
	chmod +x "$tree/scripts/$1"
}

# A program of the machine, for who has $work/bin in front of PATH.
fake() { # PROGRAM LINE
	mkdir -p "$work/bin"
	printf '#!/bin/sh\n%s\n' "$2" >"$work/bin/$1"
	chmod +x "$work/bin/$1"
}

# await COMMAND...: until it succeeds, or for 20 s.
await() {
	local until=$((SECONDS + 20))
	until "$@"; do
		[ "$SECONDS" -lt "$until" ] || return 1
		sleep 0.1
	done
}

# A kernel of the arm64 guest that is built already, if there is one: for what takes a real kbuild.
kernel_build() { # PATTERN OF ITS RELEASE
	local complete
	for complete in "$real_cache"/kernels/arm64-linux-source-$1/complete; do
		[ ! -e "$complete" ] || { dirname "$complete"; return; }
	done
}
