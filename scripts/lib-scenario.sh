# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash disable=SC2154 # top: of lib.sh
#
# What SCENARIO= may be, told before anything long starts.  To be sourced, after lib.sh.

scenarios=$top/tools/testing/selftests/dma/scenarios

# is_scenario_file SCENARIO: a file's path, and not the name of one of ours.
is_scenario_file() { [[ $1 == */* || $1 == *.ini ]]; }

# scenario_path SCENARIO: prints its file, or ends the script with what is wrong.
scenario_path() {
	if is_scenario_file "$1"; then
		[ -f "$1" ] || die "SCENARIO=$1: no such file; a name without / and .ini is one of ours"
		printf '%s\n' "$1"
		return
	fi
	[ -f "$scenarios/$1.ini" ] ||
		die "SCENARIO=$1 is not known; known: $(cd "$scenarios" && printf '%s\n' *.ini | sed 's/\.ini$//' | paste -sd ' '), or a path"
	printf '%s\n' "$scenarios/$1.ini"
}
