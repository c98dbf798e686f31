#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only
#
# What of a kernel log is a fault: every report that no test has announced, and
# whatever hides behind an announced one.
#
# usage: splats_test.sh
# exit: 0 passed, 1 failed; prints TAP
set -euo pipefail
. "$(dirname "$0")/tap.sh"

splats=$scripts/../tools/testing/selftests/dma/mbe_splats.sh
shells=(sh)
! command -v busybox >/dev/null || shells+=('busybox sh')
# Every awk that is here, one after the other, under the name that the judge uses.
awks=()
for name in mawk gawk original-awk 'busybox awk'; do
	! command -v "${name%% *}" >/dev/null || awks+=("$name")
done

faults() {
	# shellcheck disable=SC2086,SC2016 # a shell and its argument
	PATH=$work/bin:$PATH $shell -c '. "$1"; mbe_faults "$2"' - "$splats" "$work/log"
}

# log NAME FAULT... -- WORD...: the log that the words make has just these faults (patterns).  A
# word is a function below, or a line.
log() {
	local shell awk word name=$1 wanted=()
	shift
	while [ "$1" != -- ]; do
		wanted+=("$1")
		shift
	done
	shift
	for word; do
		if [ "$(type -t "$word")" = function ]; then "$word"; else printf '%s\n' "$word"; fi
	done | awk '{ printf "[ %4d.%06d] %s\n", NR, NR, $0 }' >"$work/log"
	for shell in "${shells[@]}"; do
		for awk in "${awks[@]}"; do
			printf '#!/bin/sh\nexec %s "$@"\n' "$awk" >"$work/bin/awk"
			check "$name ($shell, $awk)" has_faults "${wanted[@]}"
		done
	done
}
has_faults() {
	local said fault
	said=$(faults) || said='could not be judged'
	printf 'said:\n%s\nwanted: %s\n' "$said" "$*"
	[ "$(grep -c . <<<"$said")" -eq $# ] || return 1
	for fault; do
		grep -qE -- "$fault" <<<"$said" || return 1
	done
}
mkdir "$work/bin"
: >"$work/bin/awk"
chmod +x "$work/bin/awk"

begin() { echo 'dma-selftest begin: a.b'; }
end() { echo 'dma-selftest end: a.b'; }
expect_vmalloc() { echo 'dma-selftest expect: rejecting DMA map of vmalloc'; }
expect_frees() { echo 'dma-selftest expect: device driver frees'; }
cut_here() { echo '------------[ cut here ]------------'; }
vmalloc() { # what is between
	echo 'x 0: rejecting DMA map of vmalloc memory'
	echo 'WARNING: CPU: 1 PID: 7 at dma-mapping.h:1 x+0x1/0x2'
	trace
}
other() { echo 'WARNING: CPU: 1 PID: 7 at lib/other.c:1 other+0x1/0x2'; trace; }
trace() { printf 'Call trace:\n x+0x1/0x2\n'; }
end_trace() { echo '---[ end trace 0000000000000000 ]---'; }
a_vmalloc() { cut_here; vmalloc; end_trace; }
an_other() { cut_here; other; end_trace; }

log 'a quiet log' -- 'DMA-API: preallocated 65536 debug entries'
log 'a deprecated interface, which we use' 'deprecated workqueue' -- \
	'workqueue: work func interval_work [dma_map_benchmark_ext] enqueued on deprecated workqueue. Use system_{percpu|dfl}_wq instead.'
log 'a report that nobody expects' 'other\.c' -- an_other
log 'an expected report' -- begin expect_vmalloc a_vmalloc end
log 'the same twice' -- begin expect_vmalloc a_vmalloc a_vmalloc end
log 'another report than the expected one' 'other\.c' -- begin expect_vmalloc an_other end
log 'another one behind the expected one' 'other\.c' -- begin expect_vmalloc a_vmalloc an_other end
log 'an expected report after the end' WARNING -- begin expect_vmalloc end a_vmalloc
log 'an expectation that comes too late' WARNING -- begin a_vmalloc expect_vmalloc end
log 'an expectation outside of a test' 'not to be expected' WARNING -- expect_vmalloc a_vmalloc
log 'an expectation of the test before' WARNING -- begin expect_vmalloc begin a_vmalloc end
log 'a second warning inside of the report' 'other\.c' 'Call trace' -- \
	begin expect_vmalloc cut_here vmalloc other end_trace end
log 'worse than a warning inside of the report' KASAN -- \
	begin expect_vmalloc cut_here vmalloc 'BUG: KASAN: slab-out-of-bounds in x' end_trace end
log 'an expected report that does not end' WARNING -- begin expect_vmalloc cut_here vmalloc end
log 'one that another report interrupts' WARNING -- begin expect_vmalloc cut_here vmalloc a_vmalloc end
log 'what can never be expected' UBSAN Unable locking -- begin \
	'dma-selftest expect: UBSAN|Unable|locking' 'UBSAN: shift-out-of-bounds in x.c:1' \
	'Unable to handle kernel paging request' \
	'WARNING: possible circular locking dependency detected' end
log 'a line of DMA debugging that is expected' -- begin expect_frees \
	'DMA-API: x 0: device driver frees DMA memory with different size' end
log 'a line of DMA debugging that is not' stack -- begin expect_frees \
	'DMA-API: x 0: device driver maps memory from stack' end
for much in '' '.*' WARNING 'WARNING:|x' Call.trace; do
	log "\"$much\" expects too much" 'not to be expected' 'other\.c' -- \
		begin "dma-selftest expect: $much" an_other end
done
# busybox takes it for plain text.
log 'an expression that is none' 'other\.c|could not be judged' -- begin 'dma-selftest expect: (' an_other end
tap_end
