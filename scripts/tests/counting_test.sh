#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
#
# A QEMU that does not fit, and a plugin that cannot count, end the run and say why.
#
# usage: counting_test.sh; prints TAP; exit: 0 all passed, 1 not
# shellcheck disable=SC2016 # the pretended QEMU expands it
set -euo pipefail
. "$(dirname "$0")/tap.sh"

pretend() { # VERSION HELP
	printf '#!/bin/sh\ncase $1 in\n--version) echo "QEMU emulator version %s" ;;\n--help) echo "%s" ;;\n*) exit 1 ;;\nesac\n' \
		"$1" "$2" >"$work/qemu"
	chmod +x "$work/qemu"
}
fits() { "$scripts/fetch-qemu" --check "$work/qemu" qemu-system-aarch64; }

pretend 10.0.2 '-plugin [file=]<file>'
check 'a QEMU with plugins fits' ends 0 "$work/qemu" fits
printf '#!/bin/sh\ncase $1 in\n--version) echo "QEMU emulator version 10.0.2" ;;\n--help) echo "-plugin x"; seq 1 100000 ;;\n*) exit 1 ;;\nesac\n' >"$work/qemu"
check 'also one whose help goes on for long' ends 0 "$work/qemu" fits
pretend 7.2.22 '-plugin [file=]<file>'
check 'one that is too old is named' ends 1 'QEMU 7.2.22: counting needs 10 or newer' fits
pretend 10.0.2 '-version'
check 'one without plugins is named' ends 1 'built without TCG plugins' fits
rm "$work/qemu"
check 'one that is not there is named' ends 1 'does not run' fits
check 'a name without a package' ends 1 'no Debian package is known' "$scripts/fetch-qemu" qemu-system-vax

qemu=$("$scripts/fetch-qemu" qemu-system-aarch64)
plugin=$("$scripts/build-plugin")
start() { # QEMU PLUGIN-ARGUMENTS
	printf 'quit\n' | timeout 20 "$1" -M none -accel tcg -display none -monitor stdio -plugin "$plugin$2"
}

check 'without a place for the counts: no start' ends 1 'out=PATH: is missing' start "$qemu" ''
check 'a place that cannot be written: no start' ends 1 'No such file' start "$qemu" ",out=$work/none/counts.txt"
check 'an unknown argument: no start' ends 1 'valid: out=PATH' start "$qemu" ",out=$work/counts.txt,speed=1"
check 'a plugin that is not there: no start' ends 1 'none.so' start "$qemu" "$work/none.so"
check 'QEMU ends: the file is sealed' start "$qemu" ",out=$work/counts.txt"
check 'the seal fits' test "$(sed -n 's/^sha256 //p' "$work/counts.txt")" = \
	"$(sed '$d' "$work/counts.txt" | sha256sum | cut -d ' ' -f 1)"

old=$(command -v qemu-system-aarch64 || :)
if [ -n "$old" ] && [ "$old" != "$qemu" ]; then
	check "the system's older QEMU refuses the plugin" ends 1 'plugin' start "$old" ",out=$work/old.txt"
fi

tap_end
