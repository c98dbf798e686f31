# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# A small TAP producer for the tests of scripts.  To be sourced; end with tap_end.

# shellcheck disable=SC2034 # for those who source this
scripts=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
work=$(mktemp -d)
trap 'rm -rf -- "$work"' EXIT
# shellcheck source=../lib-tap.sh
. "$scripts/lib-tap.sh"

# check NAME COMMAND...: the command must succeed; what it said is shown when it does not.
check() {
	local name=$1 said status=0
	shift
	said=$("$@" 2>&1) || status=$?
	[ "$status" -eq 0 ] || [ -z "$said" ] || printf '%s\n' "$said" | sed 's/^/# /'
	verdict "$status" "$name"
}

# skip NAME WHY: a test that cannot be made here.
skip() {
	tap_count=$((tap_count + 1))
	printf 'ok %d %s # SKIP %s\n' "$tap_count" "$1" "$2"
}

# ends STATUS TEXT COMMAND...: the command ends with STATUS and says TEXT (a regular expression).
ends() {
	local wanted=$1 text=$2 said status=0
	shift 2
	said=$("$@" 2>&1) || status=$?
	printf '%s\nstatus %d, wanted %d; text wanted: %s\n' "$said" "$status" "$wanted" "$text"
	[ "$status" -eq "$wanted" ] && grep -qE -- "$text" <<<"$said"
}
