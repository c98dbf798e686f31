#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
#
# make ab PLAN=: what a plan may say, what a board is sent, and each way in which a boot can fail.  The board is a
# shell of this machine, or a terminal on one.
#
# usage: ab_boards_test.sh; prints TAP; exit: 0 all passed, 1 not
# shellcheck disable=SC2016 # the board and the pretended programs expand them
set -euo pipefail
. "$(dirname "$0")/tap.sh"
. "$(dirname "$0")/tree.sh"

# A board whose kernel is what was booted last. Its run.sh says which one it was, and what it was told.
new_board() {
	new_tree ab-boards on-board
	pretend plot-ab true
	printf '#!/bin/sh\necho "tool $*"\n' >"$work/tool"
	chmod +x "$work/tool"
	pretend build-host-tool "echo '$work/tool'"
	rm -rf "$work/board" "$work/plans"
	mkdir -p "$work/board/proc/sys/kernel/random" "$work/board/tmp" "$work/plans/made/selftests/scenarios"
	cat >"$work/plans/made/run.sh" <<-'RUN'
		set -e
		mkdir -p result/x
		echo "$* $(cat "$DMA_BENCH_ROOT/proc/version"), $(ls selftests | tr '\n' ' ')" >result/x/results.json
		while [ "$1" != -o ]; do shift; done
		tar -C result -c -f - x | gzip >"$2/dma-bench-x.tar.gz"
	RUN
	touch "$work"/plans/made/selftests/{dma_map_benchmark,a_test,driver.ko}
	tar -C "$work/plans" -c -z -f "$work/plans/board.tar.gz" made
	cat >"$work/plans/boot" <<-BOOT
		cd '$work/board/proc'
		echo "\$KERNEL" >>'$work/boots'
		echo "Linux \$KERNEL" >version
		echo "id-\$(wc -l <'$work/boots')" >sys/kernel/random/boot_id
	BOOT
	: >"$work/boots"
	echo '7 4 1 7' >"$work/board/proc/sys/kernel/printk"
	plan "boot = sh ./boot"
}
plan() { # LINE...: besides what each has
	printf '%s\n' '# a board' "shell = DMA_BENCH_ROOT='$work/board' TMPDIR='$work/board/tmp' sh" \
		'A = six' 'B = seven' 'archive = board.tar.gz' 'boots = 1' '' "$@" >"$work/plans/desk.plan"
}
ab() { "$tree/scripts/ab-boards" "$work/plans/desk.plan" "$@"; }
boots_were() { [ "$(paste -sd ' ' "$work/boots")" = "$1" ] || { cat "$work/boots"; return 1; }; }
result_is() { grep -qxE -- "$2" "$tree/out/ab/desk/$1.json" || { cat "$tree/out/ab/desk/$1.json"; return 1; }; }
refused() { # TEXT LINE...: nothing is booted
	local text=$1
	shift
	new_board
	plan "$@"
	ends 1 "$text" ab && boots_were ''
}

new_board
check 'a comparison ends well' ends 0 'boots, table, comparison: out/ab/desk$' ab
check 'the kernels come in turn' boots_were 'six seven six'
check 'each result is of its kernel, and only what measures was sent' \
	result_is B/1 "-t none -s default -o .*/results Linux seven, dma_map_benchmark driver.ko scenarios "
check 'the board is left clean' [ -z "$(ls "$work/board/tmp")" ]
check 'a second time nothing boots' ab
check 'as the list shows' boots_were 'six seven six'
plan 'boot = sh ./boot' 'boots = 2'
check 'more boots go on' ab
check 'in turn, the other way' boots_were 'six seven six six seven six'
plan 'boot = sh ./boot' 'A = five'
check 'another kernel begins anew' ends 0 'they begin anew' ab

new_board
printf 'x\n' >"$work/plans/mine.ini"
plan 'boot = sh ./boot' 'scenario = ./mine.ini'
check 'a scenario may be a file beside the plan' ab
check 'which is sent as well' result_is A/1 '-t none -s /.*/dma-bench-ab/mine.ini -o .*'

new_board
plan 'boot = sh ./boot' 'folder = '"$work/plans/made"
sed -i /^archive/d "$work/plans/desk.plan"
check 'the archive may be on the board' ab
check 'where all of it is there' result_is A/1 '.* a_test dma_map_benchmark driver.ko scenarios '

new_board
plan 'boot = sh ./boot' 'shell = DMA_BENCH_ROOT='"'$work/board' TMPDIR='$work/board/tmp'"' script -qc "sh -i" /dev/null'
check 'a console that repeats what it is sent will do' ends 0 'comparison: out/ab/desk$' ab

# A console whose shell ends with its kernel, and whose loader waits a second for a key; read -t is bash's.
new_board
cat >"$work/plans/console" <<CONSOLE
cd '$work'
if [ -e up ]; then
	DMA_BENCH_ROOT='$work/board' TMPDIR='$work/board/tmp' sh <&0 &
	while kill -0 "\$!" 2>/dev/null && [ -e up ]; do sleep 0.1; done
	kill "\$!" 2>/dev/null
	exit
fi
[ -e loading ] || exit 1
printf 'any key stops the boot: '
! read -r -t 1 _ || { touch typed; exit 1; }
mv loading up
printf 'the shell is there # '
sleep 1
CONSOLE
plan "boot = sh ./boot; rm -f '$work/up'; touch '$work/loading'" 'shell = bash ./console' 'ready = shell is there # $'
check 'a boot loader sees no key' ends 0 'comparison: out/ab/desk$' ab
check 'not one' [ ! -e "$work/typed" ]
plan "boot = sh ./boot; rm -f '$work/up'; touch '$work/loading'" 'shell = bash ./console' 'ready = login:' 'boot_limit_s = 3' 'A = five'
check 'a board that never says it is ready is told' ends 1 'not printed what fits "ready = login:" within 3 s' ab

plan_line='boot = sh ./boot'
check 'a key that there is not' refused 'desk.plan:8: no key "colour"; known: boot shell' 'colour = red'
check 'a line that is none' refused 'desk.plan:8: "boot" is no line' boot
check 'a pattern that is none' refused 'ready = [(]: no extended regular expression' "$plan_line" 'ready = ('
check 'a pattern that fits nothing' refused 'ready = x\*: fits an empty line' "$plan_line" 'ready = x*'
check 'no way to boot' refused '"boot =" is missing' 'boots = 2'
check 'a number of boots that is none' refused 'boots = many: a number' "$plan_line" 'boots = many'
check 'an archive that is not there' refused 'archive none: no such file' "$plan_line" 'archive = none'
check 'an archive that is none' refused 'desk.plan: not a tar.gz file' "$plan_line" 'archive = desk.plan'
check 'an archive and a folder' refused 'which one is to be run' "$plan_line" 'folder = /made'
check 'a scenario that is not there' refused 'scenario = ./s.ini: no such file' "$plan_line" 'scenario = ./s.ini'
check 'a plan that is not there' ends 1 'PLAN=none: no such file' "$tree/scripts/ab-boards" none

new_board
plan 'boot = echo no power; exit 5'
check 'a boot that fails is told, with its log' ends 1 'boot 1 of A: the command of "boot =" has ended with 5, see .*A/1.log' ab
check 'which says what it said' grep -q 'no power' "$tree/out/ab/desk/A/1.log"
plan 'boot = true' 'boot_limit_s = 2'
mkdir -p "$work/board/proc/sys/kernel/random"
echo id-0 >"$work/board/proc/sys/kernel/random/boot_id"
echo Linux >"$work/board/proc/version"
check 'a board that was not booted measures nothing' ends 1 'has not booted within 2 s: its boot_id is still id-0' ab
mkdir -p "$tree/out/ab/desk"
echo id-0 >"$tree/out/ab/desk/boot_ids"
plan "boot = rm -f '$work/no'" "shell = [ ! -e '$work/no' ] || exit 1; DMA_BENCH_ROOT='$work/board' sh" 'boot_limit_s = 2'
touch "$work/no"
check 'nor one that had no shell before' ends 1 'its boot_id is still id-0' ab
plan 'boot = sh ./boot' 'shell = exit 1' 'boot_limit_s = 2'
check 'a board without a shell' ends 1 'no shell within 2 s' ab

new_board
plan 'boot = sh ./boot; echo "Linux $(wc -l <'"$work/boots"')" >'"'$work/board/proc/version'"
check 'a side that changes its kernel' ends 1 'runs "Linux 3", but earlier boots of this side ran "Linux 1"' ab

new_board
printf 'echo broken >&2; exit 3\n' >"$work/plans/made/run.sh"
tar -C "$work/plans" -c -z -f "$work/plans/board.tar.gz" made
check 'a run that fails is told, with its last words' ends 1 '    broken' ab
check 'and its status' ends 1 'the run has ended with 3, see' ab
check 'and leaves no result' [ ! -e "$tree/out/ab/desk/A/1.json" ]

new_board
plan 'boot = sh ./boot' "shell = DMA_BENCH_ROOT='$work/board' TMPDIR='$work/board/tmp' sh | sed -u 's/^H4sI/H4sX/'"
check 'a result that was damaged on its way' ends 1 'came back damaged' ab
plan 'boot = sh ./boot' "shell = sed -u 's/^H4sI/H4sX/' | DMA_BENCH_ROOT='$work/board' TMPDIR='$work/board/tmp' sh"
check 'an archive that was damaged on its way' ends 1 'did not arrive whole' ab

# A shell on a board.
on_board() { printf '%s\n' "$1" | DMA_BENCH_ROOT=$work/board "$scripts/on-board" "${@:3}" "${2:-sh}" "${limit_s:-3}"; }
level_is() { [ "$(cat "$work/board/proc/sys/kernel/printk")" = "$1" ]; }
prints() { [ "$("${@:2}")" = "$1" ]; }
check 'a script prints what it prints' prints $'a\n b' on_board 'echo a; printf " b"'
check 'and ends with its status' ends 7 '' on_board 'exit 7'
check 'what reads does not read the script' prints 'end' on_board 'cat; echo end'
check 'the console is quiet meanwhile' prints 1 on_board 'cat $DMA_BENCH_ROOT/proc/sys/kernel/printk'
check 'and only then' level_is '7 4 1 7'
check 'no end in time' ends 124 '' on_board 'exec sleep 20'
check 'which leaves the console as it was' await level_is '7 4 1 7'
# Where somebody's line was cut off within its quotes: a console, whose shell is started anew when it ends.
cat >"$work/console" <<'CONSOLE'
rm -f "$1/up"
{ printf "echo 'half\n"; until [ -e "$1/up" ]; do sleep 0.1; done; cat; } |
	script -q -c "trap : INT; touch $1/up; while :; do sh -i; done" /dev/null
CONSOLE
cut_off=(on_board 'echo whole' "sh '$work/console' '$work'")
check 'a line that was cut off keeps the script to itself' ends 124 '' "${cut_off[@]}"
limit_s=30 check 'afresh it does not' prints whole "${cut_off[@]}" --afresh
check 'which means nothing to a shell without a terminal' prints whole on_board 'echo whole' sh --afresh
check 'a shell that goes away' ends 125 '' on_board true 'exit 1'
tap_end
