#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
#
# upstream_tool_judge.awk passes lines that the statistics allow, up to the last ns, and says of
# every other pair of them what is wrong.
#
# usage: upstream_judge_test.sh; prints TAP; exit: 0 all passed, 1 not
set -euo pipefail
. "$(dirname "$0")/tap.sh"

judge=$scripts/../tools/testing/selftests/dma/upstream_tool_judge.awk

# Four maps of 1000, 1000, 3000, 3000 ns: mean 2000, variance 1333333.3, deviation 1154.7. Unmaps
# take exactly 500 ns each.
good() {
	printf '%s\n' 'map n=4 sum_ns=8000 sum_sq_ns2=20000000' 'unmap n=4 sum_ns=2000 sum_sq_ns2=1000000' >"$work/statistics"
	printf '%s\n' 'dma mapping benchmark: threads:1 seconds:1' \
		'average map latency(us):2.0 standard deviation:1.2' \
		'average unmap latency(us):0.5 standard deviation:0.0' >"$work/lines"
}

judged() { "${awk[@]}" -v limit_ns="${limit_ns:-1000000000}" -f "$judge" "$work/statistics" "$work/lines"; }
says() { ends 1 "^# $1" judged; }

with() { # FILE SED
	good
	sed -i "$2" "$work/$1"
}

for words in awk mawk gawk 'busybox awk'; do
	read -ra awk <<<"$words"
	command -v "${awk[0]}" >/dev/null || continue
	good
	check "$words: lines that agree pass" judged
	with statistics 's/sum_ns=8000 .*/sum_ns=8204 sum_sq_ns2=20826404/'
	check "$words: a mean that is off by 51 ns passes" judged
	with statistics 's/sum_ns=8000 .*/sum_ns=8208 sum_sq_ns2=20843000/'
	check "$words: one that is off by 52 ns does not" says 'map: mean printed 2.0 us, exact 2052 ns'
	with statistics 's/sum_ns=8000 .*/sum_ns=7792 sum_sq_ns2=19178816/'
	check "$words: nor one that is off the other way" says 'map: mean printed 2.0 us, exact 1948 ns'
done
awk=(awk)

with lines 's/map latency(us):2.0/map latency(us):1.9/'
check 'a mean that is too small' says 'map: mean printed 1.9'
with lines 's/deviation:1.2/deviation:1.1/'
check 'a deviation that is too small by a step' says 'map: deviation printed 1.1'
with lines 's/deviation:1.2/deviation:1.3/'
check 'or too large' says 'map: deviation printed 1.3'
with lines 's/deviation:0.0/deviation:0.1/'
check 'a deviation where there is none' says 'unmap: deviation printed 0.1'
good
limit_ns=7999
check 'more time than the run had' says 'map: more time than the run had'
limit_ns=
with statistics 's/map n=4 sum_ns=8000 sum_sq_ns2=20000000/map n=1 sum_ns=2000 sum_sq_ns2=4000000/'
check 'too few samples' says 'map: fewer than two samples'
with statistics '/^unmap/s/n=4 sum_ns=2000 sum_sq_ns2=1000000/n=5 sum_ns=2500 sum_sq_ns2=1250000/'
check 'a map without its unmap' says 'maps and unmaps differ in number'
with statistics 's/unmap n=4 .*/unmap n=4 sum_ns=0 sum_sq_ns2=0/'
sed -i 's/unmap latency(us):0.5/unmap latency(us):0.0/' "$work/lines"
check 'operations that took no time' says 'unmap: no time at all'
good
: >"$work/statistics"
check 'no statistics' says 'map: fewer than two samples'
good
: >"$work/lines"
check 'no lines' says 'not exactly the three lines'
for line in 1 2 3; do
	with lines "${line}d"
	check "line $line is missing" says 'not exactly the three lines'
	with lines "${line}p"
	check "line $line comes twice" says 'not exactly the three lines'
done
with lines '3aoops'
check 'a line more' says 'unexpected line: oops'
with lines 's/latency(us):2.0/latency(us):nan/'
check 'a number that is none' says 'unexpected line: average map'
with lines 's/latency(us):2.0/latency(us):2.04/'
check 'a digit more' says 'unexpected line: average map'
rm "$work/lines"
check 'a file that is lost' ends 2 '' judged
tap_end
