#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
#
# What lib.sh promises its users: steps that fail end the script and show why, quiet ones keep what
# a Makefile warns of, a result goes out untouched.
#
# usage: lib_test.sh; prints TAP; exit: 0 all passed, 1 not
# shellcheck disable=SC2016 # the scripts under test expand them
set -euo pipefail
. "$(dirname "$0")/tap.sh"
. "$(dirname "$0")/tree.sh"

new_tree times
script() { # LINES: a script that sources lib.sh
	printf '#!/usr/bin/env bash\nset -euo pipefail\n. "$(dirname "$0")/lib.sh"\n%s\n' "$1" >"$tree/scripts/script"
	chmod +x "$tree/scripts/script"
}
silent() {
	local said
	said=$("$@" 2>&1) || :
	printf '%s\n' "$said"
	[[ $said != *"$unwanted"* ]]
}
result_is() { [ "$("${@:2}" 2>/dev/null)" = "$1" ]; }

script 'step build compile sh -c "echo words; exit 3"; echo went on'
check 'a step that fails ends the script' ends 1 'FAILED: compile' "$tree/scripts/script"
check 'and shows what it said' ends 1 '^    words$' "$tree/scripts/script"
unwanted='went on'
check 'and nothing runs behind it' silent "$tree/scripts/script"

script 'step run guest -o sh -c "exit 125"'
check 'one with -o ends it with its own status' ends 125 'FAILED: guest' "$tree/scripts/script"
script 'at_exit "echo cleaned"; step build compile sh -c "kill -TERM \$PPID"'
check 'a signal is not taken for a failure' ends 143 cleaned "$tree/scripts/script"

script 'two() { false; echo went on; }; step build compile two'
check 'a function as a step ends where it fails' silent "$tree/scripts/script"

script 'step build compile sh -c "exit 3" || echo "returned $?"'
check 'where set -e is off a step returns its status' ends 0 'returned 3' "$tree/scripts/script"
check 'and says that it failed' ends 0 'FAILED: compile' "$tree/scripts/script"

script 'step build compile echo words'
unwanted=words
check 'a step that went well is quiet' silent "$tree/scripts/script"
check 'V=1 shows it' ends 0 '^words$' env V=1 "$tree/scripts/script"

script 'step build compile echo "Makefile:87: json-c is missing"'
check 'what a Makefile warns of is shown' ends 0 '^    Makefile:87: json-c is missing$' "$tree/scripts/script"

script 'step run guest -o echo result'
check 'with -o the output goes out, and nothing else' result_is result "$tree/scripts/script"

script 'step build compile sh -c "exit 1" || :; step download packages true'
noted() {
	DMA_BENCH_TIMES=$work/noted "$tree/scripts/script" 2>/dev/null
	[ "$(cut -f 1,3 "$work/noted" | paste -sd,)" = "$(printf 'build\tcompile,download\tpackages')" ]
}
check 'the time of each step is noted, also of one that failed' noted

# Asked twice, so that the first answer is out.
script 'step_every=0.1; probe() { echo 3 of 7; echo >>asked; }
step build compile -p probe sh -c "until [ \$(wc -l <asked) -ge 2 ]; do sleep 0.1; done"'
far() {
	cd "$work"
	: >asked
	ends 0 'compile: 3 of 7, [0-9]+ s' timeout 20 "$tree/scripts/script"
}
check 'a long step says how far it is' far

tap_end
