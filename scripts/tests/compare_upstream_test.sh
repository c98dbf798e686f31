#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only
#
# Proves that compare-upstream tells equal from different, and a lost measurement from both.
#
# usage: compare_upstream_test.sh
# exit: 0 passed, 1 failed; prints TAP
set -euo pipefail
. "$(dirname "$0")/tap.sh"

# A line for each of five boots: $1 and $2 are upstream's and our map time, noise included.
measurements() {
	local boot
	for boot in 1 2 3 4 5; do
		printf '%s upstream 1 %s 5000\n' "$boot" $(($1 + boot % 3))
		printf '%s ours 1 %s 5100 150\n' "$boot" $(($2 + boot % 2))
	done >"$work/measurements"
}

judged() { # STATUS TEXT
	ends "$1" "$2" "$scripts/compare-upstream" --judge "$work/measurements"
}

measurements 10000 10100
check 'the same after what upstream cuts off' judged 0 'map .* equal'
check 'the README table has a row per phase' judged 0 '4 KiB \| unmap \| 5000 \| 5100 \| 150 '
measurements 10000 10190
check 'within what upstream may cut off' judged 0 'map .* explained'
measurements 10000 10330
check 'and our empty operation on top' judged 0 'map .* explained'
measurements 10000 10000
check 'nothing cut off' judged 0 'map .* explained'
measurements 10000 10500
check 'slower by 5 % is different' judged 1 'map .* different'
measurements 10000 9500
check 'faster by 5 % is different' judged 1 'map .* different'
measurements 10000 10100
sed -i '/^3 ours/d' "$work/measurements"
check 'a lost measurement fails' judged 1 'boot 3: no measurement of ours'
measurements 10000 10100
echo '6 upstream 1 0 0' >>"$work/measurements"
check 'a measurement of nothing fails' judged 1 'not a measurement: 6 upstream'
sed -i '1,$d' "$work/measurements"
check 'no measurement fails' judged 1 'fewer than two boots'
check 'one boot is a usage error' ends 2 'boots is 2 or more' "$scripts/compare-upstream" --boots 1
check 'an unknown option is one too' ends 2 usage "$scripts/compare-upstream" --bots 5
tap_end
