#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
#
# `make test` in a pretended tree: its last line and its status follow from what each step did,
# also when a step dies without a word of TAP.
#
# usage: run_tests_test.sh; prints TAP; exit: 0 all passed, 1 not
# shellcheck disable=SC2016 # the pretended programs expand them
set -euo pipefail
. "$(dirname "$0")/tap.sh"
. "$(dirname "$0")/tree.sh"
# It may be the one that runs this test.
unset JOBS RESUME

tap() { # WORDS OF ONE RESULT LINE
	printf 'printf "TAP version 13\\n1..1\\n%s\\n"' "$1"
}

# A tree in which all is well: four results of programs, and one row for each of seven steps.
good_tree() {
	new_tree run-tests read-plan times ktap-summary ktap-summary.awk coverage-matrix coverage-matrix.awk
	printf 'name\tarch\nguest\tarm64\nother\tamd64\n' >"$tree/configs/guests.tsv"
	printf '%s\t%s\t%s\t%s\t%s\t%s\n' test guest 6.12 counts - - test guest 6.12 kselftest 77 - \
		test-all other '6.1 7' kselftest - 'a_test b_test' >"$tree/configs/plan.tsv"
	printf 'case\tskips\ttitle\n01\t-\tone\n' >"$tree/configs/cases.tsv"
	mkdir -p "$tree/tools/testing/selftests/dma"
	for program in install-packages build-kernel build-module build-tools; do
		pretend "$program" 'exit 0'
	done
	pretend kselftest-headers 'echo /nowhere'
	pretend run-kselftest "$(tap 'ok 1 guest_test')"
	pretend check-counts "$(tap 'ok 1 counts_test')"
	pretend tests/scripts_test.sh "$(tap 'ok 1 scripts_test')"
	host_test "$(tap 'ok 1 host_test')"
}

host_test() { # SHELL LINE
	printf 'host-progs:\nhost-test:\n\t@echo "# host: host_test"; %s\n' "$1" \
		>"$tree/tools/testing/selftests/dma/Makefile"
}

last_line() { # STATUS LINE [ARGUMENTS of run-tests]
	local status=0 said arguments=("${@:3}")
	[ $# -gt 2 ] || arguments=("test")
	said=$("$tree/scripts/run-tests" "${arguments[@]}" 2>&1) || status=$?
	printf '%s\nstatus %d, wanted %d and "%s"\n' "$said" "$status" "$1" "$2"
	[ "$status" -eq "$1" ] && [ "$(tail -n 1 <<<"$said")" = "$2" ]
}

good_tree
check 'all is well' last_line 0 '11 passed, 0 failed, 0 skipped'
check 'the summary has a row for each' grep -q '"test":"guest_test","guest":"guest","kernel":"6.12","result":"PASS"' \
	"$tree/out/test/summary.json"

good_tree
pretend run-kselftest "$(tap 'ok 1 guest_test # SKIP no device')"
check 'a skipped test is counted as such' last_line 0 '10 passed, 0 failed, 1 skipped'

good_tree
pretend run-kselftest "$(tap 'not ok 1 guest_test'); exit 1"
check 'a failed test fails' last_line 1 '9 passed, 2 failed, 0 skipped'

good_tree
pretend check-counts "$(tap 'not ok 1 counts_test'); exit 1"
check 'a count that is not as expected fails' last_line 1 '9 passed, 2 failed, 0 skipped'

good_tree
pretend run-kselftest 'exit 125'
check 'a guest without a verdict fails' last_line 1 '9 passed, 2 failed, 0 skipped'

good_tree
pretend run-kselftest 'printf "TAP version 13\n1..2\nok 1 guest_test\n"'
check 'a truncated log fails, whatever its status' last_line 1 '11 passed, 1 failed, 0 skipped'

good_tree
host_test 'kill -SEGV $$$$'
check 'a host test that crashes without a word fails' last_line 1 '9 passed, 1 failed, 0 skipped'

good_tree
pretend build-module 'exit 1'
check 'a module that does not build fails' last_line 1 '10 passed, 1 failed, 0 skipped'

good_tree
pretend tests/scripts_test.sh "$(tap 'not ok 1 scripts_test'); exit 1"
check 'a failed test of the scripts fails' last_line 1 '9 passed, 2 failed, 0 skipped'

# It hangs, and so does a process of it in a group of its own, as QEMU has one.
good_tree
pretend tests/scripts_test.sh "setsid sh -c 'echo \$\$ >$work/pid; exec sleep 1000' & sleep 1000"
hangs() { ends 1 'scripts_test: FAILED, no end within 2 s' env DMA_BENCH_PART_LIMIT=2 "$tree/scripts/run-tests" "test"; }
check 'a step that hangs is ended and fails' hangs
check 'the summary says why' grep -q '"steps/scripts: scripts_test".*"FAIL","reason":"no end within 2 s"' \
	"$tree/out/test/summary.json"
check 'the steps behind it are run' grep -q 'guest guest, kernel 6.12: kselftest' "$tree/out/test/logs/steps"
# It may stay as a zombie, where nobody reaps orphans.
ended() { ! grep -q '^State:[[:space:]]*[^ZX]' "/proc/$(cat "$work/pid")/status" 2>/dev/null; }
check 'nothing of it is left' await ended

good_tree
check 'each step says which of how many it is' ends 0 'step 7 of 7: guest guest, kernel 6.12: kselftest' \
	"$tree/scripts/run-tests" "test"
check 'a kernel that cannot be right ends it at once' ends 1 'needs 6.1 or newer' "$tree/scripts/run-tests" "test" guest 5.10

good_tree
pretend run-kselftest "echo \"\$* \$TIMEOUT\" >>'$work/calls'; $(tap 'ok 1 guest.case01_test')"
check 'the whole plan: another guest, two kernels' last_line 0 '18 passed, 0 failed, 0 skipped' test-all
check 'guest, kernel, limit and programs reach the runner' grep -qx 'guest 6.12  77' "$work/calls"
check 'also those that a row names' grep -qx 'other 7 -t a_test -t b_test  ' "$work/calls"
check 'the matrix is written' grep -q '^01 one  *1  *1  *1$' "$tree/out/test/coverage.txt"

good_tree
pretend run-kselftest "$(tap 'ok 1 guest.case01_test # SKIP no device')"
check 'a case that is skipped everywhere fails the whole plan' last_line 1 '14 passed, 2 failed, 3 skipped' test-all
check 'but not a part of it' last_line 0 '10 passed, 0 failed, 1 skipped' test-all guest

good_tree
pretend run-kselftest "$(tap 'not ok 1 guest.case01_test # XFAIL known')"
check 'a known failure covers its case' last_line 0 '15 passed, 0 failed, 3 skipped' test-all

good_tree
pretend install-packages 'echo "$*" >"$0.said"'
check 'the plan of one guest' last_line 0 '9 passed, 0 failed, 0 skipped' "test" other
check 'its packages are asked for' grep -qx 'run test amd64' "$tree/scripts/install-packages.said"

# Each of the two guests waits for the other.
good_tree
printf '%s\t%s\t%s\t%s\t%s\t%s\n' test guest 6.12 kselftest 77 - test other 7 kselftest 77 - >"$tree/configs/plan.tsv"
pretend run-kselftest "touch '$work/met-'\$1; for i in 1 2 3 4 5 6 7 8 9 10; do
	[ -e '$work/met-guest' ] && [ -e '$work/met-other' ] && break; sleep 0.5; done
	[ -e '$work/met-guest' ] && [ -e '$work/met-other' ] || exit 1; $(tap 'ok 1 guest_test')"
check 'guests beside each other' env JOBS=2 "$tree/scripts/run-tests" "test"
check 'each has its own number' grep -q '^ok 8 guest other' "$tree/out/test/logs/steps"
rm "$work"/met-*
check 'one after the other, if nobody asks' ends 1 'guest guest, kernel 6.12: kselftest: FAILED' "$tree/scripts/run-tests" "test"
check 'how many must be a number' ends 2 'JOBS=all' env JOBS=all "$tree/scripts/run-tests" "test"

# A long plan that was ended, or of which a step failed for the machine's sake.
good_tree
pretend run-kselftest "echo \$1 \$2 >>'$work/ran'; [ \$1 = guest ] || [ -e '$work/well' ] || exit 1; $(tap 'ok 1 guest.case01_test')"
resume() { env RESUME="$1" "$tree/scripts/run-tests" "${@:2}"; }
check 'nothing to go on with is said' ends 1 'RESUME=1: no such run to go on with' resume 1 test-all
check 'two kernels of a guest fail' last_line 1 '14 passed, 4 failed, 0 skipped' test-all
rm "$work/ran"
touch "$work/well"
again() { RESUME=1 last_line "$@"; }
check 'what had failed passes when it is run again' again 0 '18 passed, 0 failed, 0 skipped' test-all
check 'and nothing else is run' diff - "$work/ran" <<<$'other 6.1\nother 7'
check 'of another plan nothing is kept' ends 1 'RESUME=1: no such run to go on with' resume 1 "test"
touch "$tree/scripts/new"
check 'nor of another state of the project' ends 1 'or a file of the project has changed' resume 1 test-all
check 'its results stay as they were' grep -q '"kernel":"7","result":"PASS"' "$tree/out/test/summary.json"
check 'a word is no answer' ends 2 'RESUME=yes' resume yes test-all

# ^C while two guests run: none of them stays.
good_tree
printf '%s\t%s\t%s\t%s\t%s\t%s\n' test guest 6.12 kselftest 77 - test other 7 kselftest 77 - >"$tree/configs/plan.tsv"
pretend run-kselftest "echo \$\$ >'$work/pid-'\$1; exec setsid sleep 1000"
env JOBS=2 "$tree/scripts/run-tests" "test" >/dev/null 2>&1 &
runner=$!
both_run() { [ -s "$work/pid-guest" ] && [ -s "$work/pid-other" ]; }
await both_run
kill "$runner"
wait "$runner" || :
all_ended() { cp "$work/pid-guest" "$work/pid" && await ended && cp "$work/pid-other" "$work/pid" && await ended; }
check 'an end of all ends both' all_ended

good_tree
printf 'test\tnobody\t6.12\tkselftest\t77\t-\n' >>"$tree/configs/plan.tsv"
check 'a plan with a guest that is not there runs nothing' last_line 1 \
	'dma-bench: error: guest "nobody" is not in configs/guests.tsv; known: guest other'

tap_end
