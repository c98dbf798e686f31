# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash disable=SC2154 # run: of those who call verdict_of
#
# TAP of the scripts that check something in the large (check-*).  To be sourced.
#
# verdict STATUS NAME [LOG]: one result; behind a failure the end of LOG.
# verdict_of NAME COMMAND...: whether COMMAND ends well; what it says goes to $run/said, and is the log.
# file_has FILE PATTERN, file_lacks FILE PATTERN: for verdict_of; a failure shows FILE.
# tap_end: the plan; fails when a result did.
tap_count=0 tap_failed=0
printf 'TAP version 13\n'

verdict() {
	tap_count=$((tap_count + 1))
	if [ "$1" -eq 0 ]; then
		printf 'ok %d %s\n' "$tap_count" "$2"
		return
	fi
	tap_failed=$((tap_failed + 1))
	printf 'not ok %d %s\n' "$tap_count" "$2"
	[ $# -lt 3 ] || tail -n 20 -- "$3" | sed 's/^/# /'
}

# Its names are its own: COMMAND sees the locals of who calls it.
verdict_of() {
	local tap_name=$1 tap_status=0
	shift
	"$@" >"$run/said" 2>&1 || tap_status=$?
	verdict "$tap_status" "$tap_name" "$run/said"
}

file_has() { # FILE PATTERN
	grep -qE -- "$2" "$1" || { cat "$1"; return 1; }
}
file_lacks() { # FILE PATTERN
	[ -e "$1" ] || { printf 'no %s\n' "$1"; return 1; }
	! grep -qE -- "$2" "$1" || { cat "$1"; return 1; }
}

tap_end() {
	printf '1..%d\n' "$tap_count"
	[ "$tap_failed" -eq 0 ]
}
