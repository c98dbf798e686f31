#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# Runs the 32-bit client on a 64-bit kernel, where there is one.
#
# usage: abi_compat32_test.sh
# exit codes: those of abi_compat32, 4 skipped
set -u

cd "$(dirname "$0")" || exit 1

skip_all()
{
	printf 'TAP version 13\n1..0 # SKIP %s\n' "$1"
	exit 4
}

case "$(uname -m)" in
*64*) ;;
*) skip_all "this kernel is a 32-bit one" ;;
esac
[ -x ./abi_compat32 ] || skip_all "not built: give make a CC32 that makes 32-bit programs"
if [ -r /proc/config.gz ]; then
	zcat /proc/config.gz | grep -Eq '^CONFIG_(COMPAT|IA32_EMULATION)=y' ||
		skip_all "this kernel runs no 32-bit programs: CONFIG_COMPAT"
fi
exec ./abi_compat32
