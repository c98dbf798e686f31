#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# Upstream's own tool, with every option that it has, against our driver, and
# our command line in its place: same lines, and each number within what our
# statistics of the same run allow (upstream_tool_judge.awk).
#
# usage: upstream_tool_test.sh
# exit codes: 0 passed, 1 failed, 4 skipped
#
# Functions are called by name, through check().
# shellcheck disable=SC2317
set -u

cd "$(dirname "$0")" || exit 1
. ./mbe_shell.sh

UPSTREAM=/sys/kernel/debug/dma_map_benchmark
OURS=./dma_map_benchmark

require_module
[ -e "$UPSTREAM" ] || skip_all "no $UPSTREAM: load the module with upstream_device="
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# $1: tool, $2: threads, $3: seconds, $4...: its options
agrees()
{
	tool=$1 threads=$2 seconds=$3
	shift 3
	"$tool" "$@" >"$scratch/lines" || return 1
	cat "$UPSTREAM" >"$scratch/statistics" || return 1
	# A second more than asked: threads end after their last operation.
	awk -v limit_ns="$(((seconds + 1) * threads))000000000" -f upstream_tool_judge.awk \
		"$scratch/statistics" "$scratch/lines" || {
		sed 's/^/# /' "$scratch/statistics" "$scratch/lines"
		return 1
	}
}

header_says()
{
	head -n 1 "$scratch/lines" | grep -q "$1" ||
		{ sed 's/^/# /' "$scratch/lines"; return 1; }
}

# Every option at least once away from its default; -s 1 keeps it short.
options_of()
{
	tool=$1 name=$2
	check "$name: defaults" agrees "$tool" 1 1 -s 1
	check "$name: says what it ran" header_says \
		'threads:1 seconds:1 node:-1 dir:BIDIRECTIONAL granule: *1$'
	check "$name: -t" agrees "$tool" 3 1 -s 1 -t 3
	check "$name: says -t" header_says threads:3
	check "$name: -s" agrees "$tool" 1 2 -s 2
	check "$name: -n" agrees "$tool" 1 1 -s 1 -n 0
	check "$name: -b" agrees "$tool" 1 1 -s 1 -b 40
	check "$name: -d 1" agrees "$tool" 1 1 -s 1 -d 1
	check "$name: says -d 1" header_says dir:TO_DEVICE
	check "$name: -d 2" agrees "$tool" 1 1 -s 1 -d 2
	check "$name: -x" agrees "$tool" 1 1 -s 1 -x 20000
	check "$name: -g" agrees "$tool" 1 1 -s 1 -g 16
}

modes_of()
{
	tool=$1 name=$2
	check "$name: -m 0" agrees "$tool" 1 1 -s 1 -m 0 -g 2
	check "$name: -m 1" agrees "$tool" 1 1 -s 1 -m 1 -g 64
	check "$name: says -m 1" header_says 'SG_MODE.*granule: *64$'
}

refuses()
{
	! "$@" >/dev/null 2>&1
}

same_first_line()
{
	"$1" -s 1 -t 2 -n 0 -b 36 -d 1 -x 100 -g 3 | head -n 1 >"$scratch/theirs"
	"$OURS" -s 1 -t 2 -n 0 -b 36 -d 1 -x 100 -g 3 | head -n 1 >"$scratch/ours"
	cmp "$scratch/theirs" "$scratch/ours"
}

if [ ! -x "$OURS" ]; then
	fail "our command line is built"
	finish
fi
found=
for tool in ./upstream_dma_map_benchmark-*; do
	[ -x "$tool" ] || continue
	found=$tool
	options_of "$tool" "upstream ${tool#*benchmark-}"
	# A tool without -m says "invalid option".
	if "$tool" -m 9 2>&1 | grep -q 'invalid map mode'; then
		modes_of "$tool" "upstream ${tool#*benchmark-}"
		check "our command line: the same first line" same_first_line "$tool"
	fi
	check "upstream ${tool#*benchmark-}: a mask of 19 bits is refused" refuses "$tool" -s 1 -b 19
done
[ -n "$found" ] || skip "upstream's tool" "not built: scripts/build-upstream-tool makes it"

options_of "$OURS" "our command line"
modes_of "$OURS" "our command line"
for option in "-t 0" "-t 1025" "-s 0" "-s 301" "-b 19" "-b 65" "-d 3" "-x -1" \
	"-x 10000001" "-g 0" "-g 1025" "-m 2" "-n 99"; do
	# The option and its value are two words.
	# shellcheck disable=SC2086
	check "our command line: $option is refused" refuses "$OURS" -s 1 $option
done
finish
