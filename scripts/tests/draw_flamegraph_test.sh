#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
#
# make flamegraph: what it is refused before anything is built, and which guests it boots; all is pretended.
#
# usage: draw_flamegraph_test.sh; prints TAP; exit: 0 all passed, 1 not
# shellcheck disable=SC2016 # the pretended scripts expand them
set -euo pipefail
. "$(dirname "$0")/tap.sh"
. "$(dirname "$0")/tree.sh"

good_tree() {
	new_tree draw-flamegraph
	printf 'name\tarch\tkernel_arch\tcount\nguest\tarm64\tarm64\tyes\nother\tarm64\tarm64\tno\n' \
		>"$tree/configs/guests.tsv"
	mkdir -p "$tree/tools/testing/selftests/dma/scenarios"
	printf '[one]\niterations = 200\nwarmup=9\nsize = 4K\n' >"$tree/tools/testing/selftests/dma/scenarios/some.ini"
	for program in install-packages build-kernel build-module build-tools; do
		pretend "$program" 'echo "${0##*/}" >>"$(dirname "$0")/../built"'
	done
	pretend make-flamegraph-page 'echo page'
	pretend boot-guest 'echo "$*" >>"$(dirname "$0")/../boots"'
	pretend fold-counts 'echo "a;do_map 1"'
	pretend build-perf 'echo "$(dirname "$0")/../perf"'
	echo perf >"$tree/perf"
	printf '#!/bin/sh\necho "tool $*"\n' >"$tree/tool"
	chmod +x "$tree/tool"
	pretend build-host-tool "echo '$tree/tool'"
}
draw() { "$tree/scripts/draw-flamegraph" "$@"; }
refused() { # STATUS TEXT ARGUMENTS: nothing is built
	good_tree
	ends "$1" "$2" draw "${@:3}" && [ ! -e "$tree/built" ]
}
holds() { grep -qxE -- "$2" "$tree/out/flamegraph/$1" || { cat "$tree/out/flamegraph/$1"; return 1; }; }
booted() { grep -cE -- "--kernel $1 " "$tree/boots"; }

check 'a guest that nobody counts' refused 1 'GUEST=other: the plugin does not know' other some dsb_sy 6.12
check 'a counter without stacks' refused 1 'EVENT=insn: no counter whose stacks' guest some insn 6.12
check 'a word that is no event' refused 1 'EVENT=../x: neither a counter' guest some ../x 6.12
check 'a scenario that is not there' refused 1 'SCENARIO=none is not known; known: some, or a path' guest none dsb_sy 6.12
check 'a file that is not there' refused 1 'SCENARIO=./none.ini: no such file' guest ./none.ini dsb_sy 6.12
check 'A without B' refused 2 'A and B are two kernels' guest some dsb_sy 6.12 ''
check 'B without A' refused 2 'A and B are two kernels' guest some dsb_sy '' 7
check 'no kernel' refused 1 'KERNEL=frob' guest some dsb_sy frob

good_tree
check 'one kernel' ends 0 'tool flamegraph --event dsb_sy --template page .*/side-1$' draw guest some dsb_sy 6.12
check 'says where the page is' ends 0 'flame graph: out/flamegraph/guest-some-dsb_sy-6.12/flamegraph.html' draw guest some dsb_sy 6.12
check 'few operations are noted' holds guest-some-dsb_sy-6.12/side-1/scenario.ini 'iterations = 2'
check 'with little ahead' holds guest-some-dsb_sy-6.12/side-1/scenario.ini 'warmup = 1'
check 'and all else as it was' holds guest-some-dsb_sy-6.12/side-1/scenario.ini 'size = 4K'
good_tree
check 'two kernels' ends 0 'tool flamegraph .*/side-1 .*/side-2$' draw guest some dsb_sy 6.12 7
check 'of which each is booted' ends 0 '^1$' booted 7
good_tree
cp "$tree/tools/testing/selftests/dma/scenarios/some.ini" "$work/mine.ini"
check 'a scenario of the user' ends 0 'flamegraph/guest-mine-dc_cvac-6.12/' draw guest "$work/mine.ini" dc_cvac 6.12
good_tree
pretend boot-guest 'exit 125'
check 'a guest without a verdict' ends 125 'FAILED: scenario some' draw guest some dsb_sy 6.12
good_tree
pretend fold-counts 'echo damaged >&2; exit 1'
check 'damaged counts' ends 1 'damaged' draw guest some dsb_sy 6.12

good_tree
check 'samples of perf' ends 0 'tool flamegraph --template page .*/side-1$' draw other some cycles:k 6.12
check 'by the perf of the kernel' holds other-some-cycles_k-6.12/side-1/perf perf
check 'with the whole scenario' holds other-some-cycles_k-6.12/side-1/scenario.ini 'iterations = 200'
check 'and without the plugin' ends 1 '^0$' grep -c -e --count "$tree/boots"
check 'an event of a barrier is of perf' ends 0 'flamegraph/other-some-dsb_spec-6.12/' draw other some dsb_spec 6.12

tap_end
