#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only
# Proves that ktap-summary passes a good log and says FAIL for every way in
# which a log can lie: a failed test, a lost one, a lost plan, a crash, ...
#
# usage: ktap_summary_test.sh
# exit codes: 0 passed, 1 failed; prints TAP
set -euo pipefail

summary=$(dirname "$0")/../ktap-summary
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
count=0 failed=0

report()
{
	count=$((count + 1))
	if [ "$1" = ok ]; then
		echo "ok $count $2"
	else
		failed=1
		echo "not ok $count $2 # $3"
	fi
}

# $1: name, $2: expected exit status, $3: expected last line, $4: a pattern that
# the JSON must hold, $5: printf format of the log.
expect()
{
	local name=$1 status=0 last

	# The log is a format on purpose: it holds escapes.
	# shellcheck disable=SC2059
	printf "$5" >"$scratch/log"
	last=$("$summary" -g arm64 -k 6.12 -o "$scratch/json" "$scratch/log" | tail -n 1) ||
		status=$?
	if [ "$status" != "$2" ]; then
		report bad "$name" "exit $status, expected $2"
	elif [ "$last" != "$3" ]; then
		report bad "$name" "last line \"$last\", expected \"$3\""
	elif ! grep -qE "$4" "$scratch/json"; then
		report bad "$name" "no $4 in $(tr '\n' ' ' <"$scratch/json")"
	elif command -v jq >/dev/null && ! jq -e 'type == "array"' "$scratch/json" >/dev/null; then
		report bad "$name" "not a JSON array"
	else
		report ok "$name"
	fi
}

head='TAP version 13\n1..1\n# selftests: dma: prog\n'
body='# TAP version 13\n# 1..2\n# # Starting 2 tests from 1 test cases.\n# ok 1 f.one\n# ok 2 f.two\n'
totals='# # Totals: pass:2 fail:0 xfail:0 xpass:0 skip:0 error:0\n'

echo "TAP version 13"
echo "1..33"
expect good 0 "2 passed, 0 failed, 0 skipped" '"prog/f.two","guest":"arm64","kernel":"6.12","result":"PASS"' \
	"$head$body${totals}ok 1 selftests: dma: prog\n"
expect nested_by_spaces 0 "1 passed, 0 failed, 0 skipped" '"suite/one"' \
	'KTAP version 1\n1..1\n# selftests: dma: suite\n  KTAP version 1\n  1..1\n  ok 1 one\nok 1 suite\n'
expect program_without_nested_tests 0 "1 passed, 0 failed, 0 skipped" '"test":"prog"' \
	"${head}ok 1 selftests: dma: prog\n"
expect harness_alone 0 "2 passed, 0 failed, 0 skipped" '"f.one"' "$(printf '%s' "$body$totals" | sed 's/^# //; s/\\n# /\\n/g')"
expect skip 0 "1 passed, 0 failed, 1 skipped" '"result":"SKIP","reason":"no board"' \
	'1..2\nok 1 a\nok 2 b # SKIP no board\n'
expect not_ok_skip 0 "0 passed, 0 failed, 1 skipped" SKIP '1..1\nnot ok 1 b # SKIP no board\n'
expect known_failure 0 "1 passed, 0 failed, 1 skipped" '"result":"XFAIL","reason":"bug 7"' \
	'1..2\nok 1 a\nok 2 b # XFAIL bug 7\n'
expect known_failure_passes 1 "1 passed, 1 failed, 0 skipped" '"result":"FAIL","reason":"XPASS bug 7 is gone"' \
	'1..2\nok 1 a\nok 2 b # XPASS bug 7 is gone\n'
expect nested_known_failure_passes 1 "0 passed, 1 failed, 0 skipped" '"prog/b".*"FAIL","reason":"XPASS"' \
	"${head}# 1..1\n# ok 1 b # XPASS\nnot ok 1 selftests: dma: prog # exit=3\n"
expect program_skipped 0 "0 passed, 0 failed, 1 skipped" '"prog".*"SKIP","reason":"not root"' \
	"$head# TAP version 13\n# 1..0 # SKIP not root\nok 1 selftests: dma: prog # SKIP not root\n"
expect skip_without_name_or_reason 0 "0 passed, 0 failed, 2 skipped" '"b","guest":.*"SKIP","reason":""' \
	'1..2\nok 1 # SKIP a\nok 2 b # SKIP\n'
expect quotes_are_escaped 0 "1 passed, 0 failed, 0 skipped" '"a \\"x\\" \\\\\\\\"' '1..1\nok 1 a "x" \\\\\n'
expect carriage_returns 0 "1 passed, 0 failed, 0 skipped" '"test":"a"' '1..1\r\nok 1 a\r\n'

expect fail_nested 1 "1 passed, 1 failed, 0 skipped" '"prog/f.two".*FAIL.*t.c:9:two:Expected' \
	"$head# TAP version 13\n# 1..2\n# ok 1 f.one\n# # t.c:9:two:Expected 1 == 2\n# not ok 2 f.two\nnot ok 1 selftests: dma: prog # exit=1\n"
expect fail_by_exit_only 1 "2 passed, 1 failed, 0 skipped" '"prog",.*"FAIL","reason":"exit=139"' \
	"$head$body${totals}not ok 1 selftests: dma: prog # exit=139\n"
expect fail_by_kernel_log 1 "2 passed, 1 failed, 0 skipped" 'kernel log: BUG' \
	"$head$body${totals}not ok 1 selftests: dma: prog # kernel log: BUG: x\n"
expect parent_passes_despite_child 1 "0 passed, 1 failed, 0 skipped" '"prog/a"' \
	"$head# 1..1\n# not ok 1 a\nok 1 selftests: dma: prog\n"
expect truncated_nested 1 "2 passed, 1 failed, 0 skipped" 'truncated: 2 of 3' \
	"$head# 1..3\n# ok 1 a\n# ok 2 b\nok 1 selftests: dma: prog\n"
expect truncated_in_program 1 "2 passed, 2 failed, 0 skipped" 'totals are missing' "$head$body"
expect truncated_before_last 1 "1 passed, 1 failed, 0 skipped" 'truncated: 1 of 2' '1..2\nok 1 a\n'
expect totals_missing 1 "2 passed, 1 failed, 0 skipped" 'totals are missing' \
	"$head${body}ok 1 selftests: dma: prog\n"
expect no_plan 1 "1 passed, 1 failed, 0 skipped" 'no plan' 'TAP version 13\nok 1 a\n'
expect no_nested_plan 1 "1 passed, 1 failed, 0 skipped" '"prog",.*no plan' \
	"$head# ok 1 a\nok 1 selftests: dma: prog\n"
expect bail_out 1 "1 passed, 2 failed, 0 skipped" 'Bail out! no module' '1..2\nok 1 a\nBail out! no module\n'
expect duplicate 1 "2 passed, 1 failed, 0 skipped" 'duplicate' '1..2\nok 1 a\nok 2 a\n'
expect lost_number 1 "2 passed, 1 failed, 0 skipped" 'number 3 where 2' '1..2\nok 1 a\nok 3 b\n'
expect too_many 1 "2 passed, 1 failed, 0 skipped" '2 of 1' '1..1\nok 1 a\nok 2 b\n'
expect directive_not_first 1 "1 passed, 1 failed, 0 skipped" '"prog",.*"FAIL","reason":"exit=1 # SKIP"' \
	'1..2\nok 1 a\nnot ok 2 prog # exit=1 # SKIP\n'
expect directive_is_a_word 1 "0 passed, 1 failed, 0 skipped" '"FAIL","reason":"SKIPPED maybe"' \
	'1..1\nnot ok 1 x # SKIPPED maybe\n'
expect plan_of_nothing 1 "0 passed, 1 failed, 0 skipped" 'a plan of no tests' '1..0\n'
expect nested_plan_of_nothing 1 "0 passed, 1 failed, 0 skipped" '"prog",.*a plan of no tests' \
	"$head# 1..0\nok 1 selftests: dma: prog\n"
expect empty_file 1 "0 passed, 1 failed, 0 skipped" 'no test result' ''

status=0
"$summary" "$scratch/missing" >/dev/null 2>&1 || status=$?
if [ "$status" = 1 ]; then
	report ok missing_file
else
	report bad missing_file "exit $status, expected 1"
fi
exit "$failed"
