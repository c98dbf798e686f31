#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
#
# coverage-matrix finds the case that no guest has shown, and read-plan leaves no row out.
#
# usage: coverage_test.sh; prints TAP; exit: 0 all passed, 1 not
set -euo pipefail
. "$(dirname "$0")/tap.sh"

tree=$work/tree
mkdir -p "$tree/scripts" "$tree/configs"
cp "$scripts"/lib.sh "$scripts"/read-plan "$scripts"/coverage-matrix* "$tree/scripts/"
printf 'case\tskips\ttitle\n01\t-\tone\n02\t-\ttwo\n' >"$tree/configs/cases.tsv"

row() { # TEST GUEST KERNEL RESULT [REASON]
	printf '{"test":"%s","guest":"%s","kernel":"%s","result":"%s","reason":"%s"},\n' "$1" "$2" "$3" "$4" "${5:-}"
}
rows() { cat >"$work/rows"; }
judged() { # STATUS TEXT
	ends "$1" "$2" "$tree/scripts/coverage-matrix" --tap "$work/rows"
}

rows < <(row p/f.case01_a a 6.1 PASS; row p/f.case02_a a 6.1 PASS)
check 'every case passes somewhere' judged 0 '^1\.\.2$'
rows < <(row p/f.case01_a a 6.1 PASS; row p/f.case02_a a 6.1 XFAIL)
check 'or is a known failure' judged 0 '^ok 2 case02 two$'
rows < <(row p/f.case01_a a 6.1 PASS; row p/f.case02_a a 6.1 SKIP; row p/f.case02_a b 7 PASS)
check 'skipped in one guest, passed in another' judged 0 '^ok 2 case02 two$'
rows < <(row p/f.case01_a a 6.1 PASS; row p/f.case02_a a 6.1 SKIP 'no pool')
check 'a case that is skipped everywhere' judged 1 '^not ok 2 case02 two # it passes nowhere$'
check 'and its test' judged 1 '^not ok 3 p/f.case02_a # it is skipped everywhere: no pool$'
rows < <(row p/f.case01_a a 6.1 PASS; row p/f.case02_a a 6.1 FAIL)
check 'a case that fails where it runs' judged 1 '^not ok 2 case02 two # it passes nowhere$'
rows < <(row p/f.case01_a a 6.1 PASS)
check 'a case without a test' judged 1 '^not ok 2 case02 two # no test ran$'
rows < <(row p/f.case01_a a 6.1 PASS; row p/f.case02_a host none PASS)
check 'what passes on this machine is no guest' judged 1 '^not ok 2 .*no test ran$'
rows < <(row p/f.case01_a a 6.1 PASS; row p/f.case02_a a 6.1 PASS; row p/f.case02_b a 6.1 SKIP 'no \"x\"')
check 'a test that is skipped everywhere, of a case that passes' judged 1 '^not ok 3 p/f.case02_b # .*no .*x'
sed -i 's/^02\t-/02\thardware/' "$tree/configs/cases.tsv"
rows < <(row p/f.case01_a a 6.1 PASS; row counts/map,_case02 a 6.1 PASS; row p/f.case02_b a 6.1 SKIP emulated)
check 'a test that only hardware can pass, of a case that counts show' judged 0 '^ok 2 case02 two$'
rows < <(row p/f.case01_a a 6.1 PASS; row p/f.case02_b a 6.1 SKIP emulated)
check 'and of one that they do not' judged 1 '^not ok 2 case02 two # it passes nowhere$'
sed -i 's/^02\thardware/02\t-/' "$tree/configs/cases.tsv"
rows < <(row p/f.v.case01_a a 6.1 PASS; row p/f.v.case02_a a 6.1 PASS; row p/f.w.case02_a a 6.1 SKIP)
check 'one variant is enough for a test' judged 0 '^1\.\.2$'
rows < <(row p/f.case01_a a 6.1 PASS; row p/f.case02_a a 6.1 PASS; row p/f.case03_a a 6.1 PASS)
check 'a case that nobody knows' judged 1 'p/f.case03_a # case03 is not in'
rows < <(row p/f.case01_a host none PASS)
check 'no guest at all' ends 1 'no row of a guest' "$tree/scripts/coverage-matrix" "$work/rows"
check 'no summary at all' ends 1 'no summary' "$tree/scripts/coverage-matrix" "$work/none"

rows < <(row p/f.case01_a a 6.1 PASS; row p/f.case01_b a 6.1 PASS; row p/f.case01_b b 7 FAIL
	row p/f.case01_a b 7 PASS; row p/f.case02_a a 6.1 SKIP; row other b 7 PASS)
check 'the table counts' ends 0 '^01 one +2 +F1 1$' "$tree/scripts/coverage-matrix" "$work/rows"
check 'a skip is no pass' ends 0 '^02 two +s +\.$' "$tree/scripts/coverage-matrix" "$work/rows"
check 'tests of no case are there too' ends 0 '^-- .* \. +1$' "$tree/scripts/coverage-matrix" "$work/rows"

printf 'name\tarch\na\tx\nb\tx\nc\tx\n' >"$tree/configs/guests.tsv"
plan() { printf '%s\t%s\t%s\t%s\t%s\t%s\n' plan guest kernels what timeout_s tests "$@" >"$tree/configs/plan.tsv"; }
reads() { # WANTED ARGUMENTS
	local is
	is=$("$tree/scripts/read-plan" "${@:2}" | cut -f 1-3 | tr '\t\n' '  ')
	printf 'is "%s", wanted "%s"\n' "$is" "$1"
	[ "$is" = "$1" ]
}
refused() { ends 1 "$1" "$tree/scripts/read-plan" "${@:2}"; }

plan test a 6.1 kselftest 9 - test b '6.1 7' kselftest - - test a 7 counts - - test-all c 7 kselftest - -
check 'one line for each kernel' reads 'a 6.1 kselftest b 6.1 kselftest b 7 kselftest a 7 counts ' "test"
check 'test-all has those of test too' \
	reads 'a 6.1 kselftest b 6.1 kselftest b 7 kselftest a 7 counts c 7 kselftest ' test-all
check 'one guest' reads 'a 6.1 kselftest a 7 counts ' "test" a
check 'another kernel, each once' reads 'a 5 kselftest b 5 kselftest a 5 counts ' "test" '' 5
check 'both' reads 'b 5 kselftest ' "test" b 5
check 'a guest that the plan has not' reads 'c 6.12 kselftest ' "test" c
check 'a guest that is not there' refused 'guest "d" is not in' "test" d
check 'a plan that is not there' refused 'plan "tset" is not in configs/plan.tsv; known:' tset
whole_row() { "$tree/scripts/read-plan" test-all | grep -x $'a\t7\tkselftest\t60\t-'; }
plan test a 7 kselftest 9 'one two' test-all a 7 kselftest 60 -
check 'all tests rather than some' whole_row
plan test a 6.1 kselftests 9 -
check 'a row with an unknown word' refused 'none of kselftest, counts, stacks' "test"
plan test a 6.1 kselftest soon -
check 'a row with no number' refused 'no number of seconds' "test"
plan test d 6.1 kselftest 9 -
check 'a row with a guest that is not there' refused 'guest "d" is not in' "test"
plan
check 'an empty plan' refused 'plan "test" is not in' "test"
check 'an empty whole' refused 'is empty' test-all
tap_end
