#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
#
# judge-run lets a good run through and says "no verdict" (125) about each kind of bad one.
#
# usage: judge_run_test.sh; prints TAP; exit: 0 all passed, 1 not
set -euo pipefail
. "$(dirname "$0")/tap.sh"

# A good run in DIR, whose job ended with STATUS.
good_run() { # DIR STATUS
	mkdir -p "$1"
	cat >"$1/console.log" <<-LOG
		[    0.000000] Booting Linux on physical CPU 0x0000000000 [0x000f0510]
		[    0.010000] DMA-API: preallocated 65536 debug entries
		WARNING: only the job's own words, without a time stamp
		dma-bench-init: end of log now
		[    2.000000] reboot: Power down
	LOG
	printf 'verdict run=now exit=%s tainted=4096 end\n' "$2" >"$1/verdict"
}

judged() { # NAME STATUS TEXT [QEMU-STATUS [MODE]]
	check "$1" ends "$2" "$3" "$scripts/judge-run" "$work/run" now "${4:-0}" "${5:-fatal}"
	rm -rf "$work/run"
}

splat() { printf 'job output [    1.500000] %s\n' "$1" >>"$work/run/console.log"; }

good_run "$work/run" 0
judged 'a good run passes' 0 ''

good_run "$work/run" 1
judged 'a failed job fails' 1 ''

good_run "$work/run" 4
judged 'a skipped job keeps its status' 4 ''

for words in 'WARNING: CPU: 1 PID: 70 at kernel/dma/debug.c:1000 check_unmap+0x1' \
	'BUG: sleeping function called from invalid context' \
	'BUG kmalloc-64 (Not tainted): Poison overwritten' \
	'Unable to handle kernel NULL pointer dereference' 'Internal error: Oops: 0000000096000004' \
	'Kernel panic - not syncing: kernel: panic_on_warn set' \
	'WARNING: possible circular locking dependency detected' \
	'rcu: INFO: rcu_sched detected stalls on CPUs/tasks:' \
	'watchdog: BUG: soft lockup - CPU#0 stuck for 26s!' \
	'INFO: task cat:88 blocked for more than 120 seconds.' \
	'DMA-API: pci 0000:00:01.0: device driver tries to free DMA memory it has not allocated'; do
	good_run "$work/run" 0
	splat "$words"
	judged "the kernel says \"${words:0:40}\": no verdict" 125 'the kernel said'
done

good_run "$work/run" 0
splat 'WARNING: CPU: 1 PID: 70 at lib/misuse.c:1'
judged 'a warning is left to the tests where it is expected' 0 '' 0 expected

good_run "$work/run" 0
splat 'Kernel panic - not syncing: Fatal exception'
judged 'a panic is never expected' 125 'the kernel said' 0 expected

good_run "$work/run" 0
splat 'WARNING: CPU: 1 PID: 70 at lib/misuse.c:1'
splat 'Kernel panic - not syncing: Fatal exception'
judged 'not behind an expected warning either' 125 'the kernel said' 0 expected

good_run "$work/run" 0
judged 'an unknown word about warnings is refused' 2 'usage: ' 0 expect

for status in 256 18446744073709551616; do
	good_run "$work/run" "$status"
	judged "exit $status in a verdict: no verdict" 125 'no exit status'
done

good_run "$work/run" 255
judged 'exit 255 is one' 255 ''

good_run "$work/run" 0
rm "$work/run/verdict"
judged 'no verdict file: no verdict' 125 'ended without writing one'

good_run "$work/run" 0
: >"$work/run/verdict"
judged 'an empty verdict: no verdict' 125 'ended without writing one'

good_run "$work/run" 0
printf 'verdict run=now exit=0 tain' >"$work/run/verdict"
judged 'a verdict that is cut off: no verdict' 125 'cut off'

good_run "$work/run" 0
printf 'verdict run=before exit=0 tainted=0 end\n' >"$work/run/verdict"
judged 'the verdict of another run: no verdict' 125 'of another run'

good_run "$work/run" 0
sed -i '/end of log/,$d' "$work/run/console.log"
judged 'a truncated console log: no verdict' 125 'truncated'

good_run "$work/run" 0
rm "$work/run/console.log"
judged 'no console log: no verdict' 125 'empty or missing'

good_run "$work/run" 0
judged 'the time limit: no verdict' 125 'time limit' 124

good_run "$work/run" 0
judged 'QEMU ended badly: no verdict' 125 'QEMU ended with status 1' 1

good_run "$work/run" 0
printf 'verdict run=now exit=0 tainted=512 end\n' >"$work/run/verdict"
judged 'tainted by a warning that nobody saw: no verdict' 125 'tainted'

tap_end
