#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
#
# `make run` in a pretended tree: it is good only when this very run left results, and bad names end
# it before anything is built.
#
# usage: run_scenario_test.sh; prints TAP; exit: 0 all passed, 1 not
# shellcheck disable=SC2016 # the pretended programs expand them
set -euo pipefail
. "$(dirname "$0")/tap.sh"
. "$(dirname "$0")/tree.sh"

run=$tree/out/guest-6.12

# A guest that leaves results and prints a table.
good_tree() {
	new_tree run-scenario times
	printf 'name\tarch\tkernel_arch\tcount\nguest\tarm64\tarm64\tno\ncounting\tarm64\tarm64\tyes\n' \
		>"$tree/configs/guests.tsv"
	mkdir -p "$tree/tools/testing/selftests/dma/scenarios"
	: >"$tree/tools/testing/selftests/dma/scenarios/default.ini"
	for program in install-packages build-kernel build-module build-tools; do
		pretend "$program" 'echo "${0##*/}" >>"$(dirname "$0")/../built"'
	done
	boots 'echo a table; echo "{}" >out/guest-6.12/results.json'
	printf '#!/bin/sh\necho "$@" >>"%s/tool"\n[ "$1" != report ] || echo a counted table\n' "$tree" >"$tree/tool-for-here"
	chmod +x "$tree/tool-for-here"
	pretend build-host-tool "echo '$tree/tool-for-here'"
}
boots() { pretend boot-guest "cd '$tree' || exit; echo \"\$*\" >>boots; $1"; } # SHELL LINES

scenario() { timeout 60 "$tree/scripts/run-scenario" "$@"; }
last_line() { scenario "$@" 2>/dev/null | tail -n 1; }
builds_nothing() { ends 1 "$1" scenario "${@:2}" && [ ! -e "$tree/built" ]; } # TEXT ARGUMENTS

good_tree
check 'a good run ends well' ends 0 'a table' scenario guest 6.12 default
check 'its last line names the results' test "$(last_line guest 6.12 default)" = 'results: out/guest-6.12/results.json'

good_tree
boots 'exit 0'
check 'a guest that leaves no results fails' ends 1 'ended well but left no .*results.json' scenario guest 6.12 default
mkdir -p "$run"
echo '{}' >"$run/results.json"
check 'the results of an earlier run do not count' ends 1 'left no' scenario guest 6.12 default
check 'and are gone' test ! -e "$run/results.json"

good_tree
boots 'echo "{}" >out/guest-6.12/results.json; exit 1'
check 'a scenario that fails fails' ends 1 'FAILED: scenario' scenario guest 6.12 default
boots 'exit 125'
check 'no verdict arrives as such' ends 125 'FAILED: scenario' scenario guest 6.12 default

good_tree
boots 'echo "{}" >out/counting-6.12/results.json; echo counted >out/counting-6.12/counts.txt'
check 'with counts the table comes from here' ends 0 '^a counted table$' scenario counting 6.12 default
check 'after they were brought in' grep -q '^attach .*results.json .*counts.txt$' "$tree/tool"
rm "$tree/tool"
check '--count off leaves them out' ends 0 'results:' scenario --count off counting 6.12 default
check 'and the tool alone' test ! -e "$tree/tool"
check 'a count that is neither is a usage error' ends 2 'on, or off' scenario --count maybe counting 6.12 default

good_tree
boots 'echo "{ \"intervals\": [] }" >out/guest-6.12/results.json'
check 'a time series is drawn' ends 0 '^drawing: out/guest-6.12/intervals.svg' scenario guest 6.12 default
check 'of these results' grep -q 'report .*/results.json --plot .*/intervals.svg$' "$tree/tool"

good_tree
check 'an unknown scenario ends before a build' builds_nothing 'known: default, or a path' guest 6.12 fast
check 'so does a file that is not there' builds_nothing 'no such file' guest 6.12 ./fast.ini
check 'and a guest that is not' builds_nothing 'known: guest counting' vax 6.12 default
check 'and a kernel that is too old' builds_nothing 'needs 6.1 or newer' guest 5.10 default
check 'and a folder that is no kernel tree' builds_nothing 'not a kernel tree' guest "$work/" default

printf '[x]\n' >"$work/mine.ini"
check 'a scenario by path' ends 0 'results:' scenario guest 6.12 "$work/mine.ini"
check 'is what the guest gets' grep -q 'scenario /out/scenario.ini' "$tree/boots"
check 'as a copy' cmp "$work/mine.ini" "$run/scenario.ini"

# The first run waits in its guest for the second one, which must not touch the folder meanwhile.
good_tree
mkfifo "$work/go"
# Both ends, so that nobody waits for the other end for ever.
exec 7<>"$work/go"
boots "echo '{}' >out/guest-6.12/results.json; read -r _ <'$work/go'"
two_runs() {
	local status=0 first
	scenario guest 6.12 default >"$work/first" 2>&1 &
	first=$!
	await test -e "$run/results.json"
	boots 'exit 0'
	scenario guest 6.12 default >"$work/second" 2>&1 &
	await grep -q 'waiting for another run' "$work/second" || status=1
	test -e "$run/results.json" || status=1
	echo >&7
	wait "$first" || status=1
	wait || :
	cat "$work/first" "$work/second"
	return "$status"
}
check 'a second run waits, and leaves the results of the first alone' two_runs
tap_end
