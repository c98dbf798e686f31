#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
#
# run-qemu with a QEMU that is only pretended: output, time limit, leftovers of an earlier run.
#
# usage: run_qemu_test.sh; prints TAP; exit: 0 all passed, 1 not
# shellcheck disable=SC2016 # the pretended QEMU expands them
set -euo pipefail
. "$(dirname "$0")/tap.sh"

pretend() { # the rest of the script that stands for QEMU
	mkdir -p "$work/run"
	printf '#!/bin/sh\ncd "$(dirname "$0")" || exit 1\n%s\n' "$1" >"$work/run/qemu.sh"
	chmod +x "$work/run/qemu.sh"
}

good='printf "dma-bench-init: end of log now\n" >console.log
printf "verdict run=now exit=%d tainted=0 end\n" "$status" >verdict
echo "words of the job"'

pretend "status=0; $good"
check 'a good run passes, its output is shown' ends 0 'words of the job' "$scripts/run-qemu" "$work/run" now 10
check 'its output is kept' grep -q 'words of the job' "$work/run/output.log"

pretend "status=3; $good"
check "the job's status arrives" ends 3 '' "$scripts/run-qemu" "$work/run" now 10

pretend "status=0; $good; exec sleep 30"
check 'a guest that hangs, even after its verdict: no verdict' \
	ends 125 'time limit' "$scripts/run-qemu" "$work/run" now 1

pretend 'echo started >console.log; exit 0'
check 'an old verdict does not count' ends 125 'without writing one' "$scripts/run-qemu" "$work/run" now 10

pretend 'echo "no such machine" >&2; exit 1'
check 'QEMU cannot start: no verdict, with its own words' \
	ends 125 'no such machine' "$scripts/run-qemu" "$work/run" now 10

tap_end
