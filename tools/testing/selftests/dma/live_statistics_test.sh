#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# The netlink family, by the verbs that speak it: what is told of a run while it
# lasts, that it can be ended, and that listening spoils neither run nor module.
#
# exit codes: 0 passed, 1 failed, 4 skipped
#
# Functions are called by name, through check().
# shellcheck disable=SC2317

cd "$(dirname "$0")" || exit 1
. ./mbe_shell.sh
require_module

TOOL=./dma_map_benchmark
INTERVAL=/sys/module/$MODULE/parameters/stats_interval_ms
[ -x "$TOOL" ] || skip_all "no $TOOL: built without its libraries"
[ -e "$INTERVAL" ] || skip_all "the kernel has no CONFIG_NET"
scratch=$(mktemp -d) || exit 1
listener=""
interval_before=$(cat "$INTERVAL")
end()
{
	[ -z "$listener" ] || kill "$listener" 2>/dev/null
	[ ! -e "$INTERVAL" ] || echo "$interval_before" >"$INTERVAL"
	rm -rf "$scratch"
}
trap end EXIT

# Until a file has a line that fits, at most half a minute.
await() # PATTERN FILE
{
	tries=0
	until grep -q -- "$1" "$2" 2>/dev/null; do
		tries=$((tries + 1))
		[ "$tries" -lt 600 ] || return 1
		usleep 50000 2>/dev/null || sleep 1
	done
}

listen() # OPTIONS...
{
	: >"$scratch/heard"
	"$TOOL" monitor --json "$@" >"$scratch/heard" 2>"$scratch/lost" &
	listener=$!
	await '"event":"listening"' "$scratch/heard"
}
heard_all()
{
	wait "$listener"
	status=$?
	listener=""
	return "$status"
}
value() # KEY FILE: of its last line
{
	sed -n "s/.*\"$1\": *\"\{0,1\}\([^,\"}]*\).*/\1/p" "$2" | tail -n 1
}
show() # FILE...
{
	sed 's/^/# /' "$@"
	return 1
}

tells_start_and_end()
{
	listen --until-done || return
	"$TOOL" run --size 4K --dir to_device --iterations 500 --json "$scratch/result" >/dev/null || return
	heard_all || return
	grep -c '"event":"run-start"' "$scratch/heard" | grep -qx 1 || show "$scratch/heard"
	[ "$(value operations "$scratch/heard")" = 500 ] || show "$scratch/heard"
}
tells_what_runs()
{
	grep -q '"mode":"single","dir":"to_device","state":"dirty","bytes":4096,"entries":0,"threads":1,"iterations":500,' \
		"$scratch/heard" || show "$scratch/heard"
}
means_agree()
{
	# The run's own exact mean, and the one that was told, rounded down.
	told=$(sed -n 's/.*"event":"run-done".*"phase":"map","count":500,"mean_ns":\([0-9]*\).*/\1/p' "$scratch/heard")
	exact=$(tr -d ' \n' <"$scratch/result" | sed -n 's/.*"map":{[^}]*"mean":\([0-9]*\).*/\1/p')
	if [ -z "$told" ] || [ "$told" != "$exact" ]; then
		echo "# told $told, exact $exact"
		show "$scratch/heard"
	fi
}
tells_each_interval()
{
	echo 100 >"$INTERVAL"
	listen --until-done || return
	"$TOOL" run --size 4K --dir to_device --seconds 2 >/dev/null || return
	heard_all || return
	# Of 20 at least 5, however busy the machine is, and their sum is no more than the whole.
	[ "$(grep -c '"event":"stats"' "$scratch/heard")" -ge 5 ] || show "$scratch/heard" || return
	awk -F '"operations":' '/"stats"/ { split($2, a, ","); sum += a[1] } /"run-done"/ { split($2, a, ","); all = a[1] }
		END { exit !(sum > 0 && sum <= all) }' "$scratch/heard" || show "$scratch/heard"
}
result_keeps_the_intervals()
{
	echo 100 >"$INTERVAL"
	"$TOOL" run --size 4K --dir to_device --seconds 2 --json "$scratch/result" >/dev/null || return
	kept=$(tr -d ' \n' <"$scratch/result" | sed -n 's/.*"intervals":\[\(.*\)/\1/p' | grep -o '"sequence":' | wc -l)
	[ "$kept" -ge 5 ] || show "$scratch/result" || return
	"$TOOL" report "$scratch/result" >"$scratch/said" 2>&1 || show "$scratch/said"
}
refuses_an_interval()
{
	! { echo 9 >"$INTERVAL"; } 2>/dev/null && ! { echo 60001 >"$INTERVAL"; } 2>/dev/null &&
		[ "$(cat "$INTERVAL")" = 100 ]
}
stops_a_run()
{
	listen || return
	"$TOOL" run --size 4K --dir to_device --seconds 250 --json "$scratch/result" >/dev/null 2>"$scratch/said" &
	run=$!
	await '"event":"stats"' "$scratch/heard" || return
	"$TOOL" stop "$(value run_id "$scratch/heard")" || return
	wait "$run" || show "$scratch/said" || return
	await '"event":"run-done"' "$scratch/heard"
}
# A socket of process PID has lost messages (the last 22 bits of its port, as libnl makes them).
await_drops() # PID
{
	tries=0
	until awk -v pid="$1" '$3 % 4194304 == pid && $9 > 0 { found = 1 } END { exit !found }' /proc/net/netlink; do
		tries=$((tries + 1))
		[ "$tries" -lt 600 ] || return 1
		usleep 50000 2>/dev/null || sleep 1
	done
}
lost_intervals_are_said()
{
	echo 10 >"$INTERVAL"
	listen || return
	kill -STOP "$listener"
	"$TOOL" run --size 4K --dir to_device --seconds 250 >/dev/null 2>&1 &
	run=$!
	await_drops "$listener"
	dropped=$?
	kill -CONT "$listener"
	await 'run [0-9]*: [0-9]* interval(s) lost' "$scratch/lost" && grep -q 'events were lost' "$scratch/lost"
	said=$?
	"$TOOL" stop "$(value run_id "$scratch/heard")" && wait "$run"
	stopped=$?
	kill "$listener"
	listener=""
	[ "$stopped" = 0 ] || kill "$run"
	[ "$dropped$said$stopped" = 000 ] || show "$scratch/lost"
}
stopped_run_says_so()
{
	tr -d ' \n' <"$scratch/result" | grep -q '"flags":\[[^]]*"stopped"' || show "$scratch/result"
}
no_such_run()
{
	"$TOOL" stop 4000000000 >"$scratch/said" 2>&1
	status=$?
	grep -q 'run 4000000000: no such run is in progress' "$scratch/said" || show "$scratch/said"
	[ "$status" = 1 ]
}
# The last run of the test before has ended, and the listener is still there.
unloads_beside_a_listener()
{
	unload && kill -0 "$listener" && kill "$listener"
	status=$?
	listener=""
	load_default || return
	return "$status"
}
devices_tell_use()
{
	"$TOOL" devices >"$scratch/said" 2>&1 || show "$scratch/said" || return
	grep -q '^  runs_in_progress *0$' "$scratch/said" || show "$scratch/said" || return
	grep -q '^  bus *' "$scratch/said" || show "$scratch/said"
}
devices_without_debugfs()
{
	DMA_BENCH_ROOT=$scratch/none "$TOOL" devices --json >"$scratch/said" 2>"$scratch/err" || show "$scratch/err" || return
	grep -q '"name": *"' "$scratch/said" || show "$scratch/said" || return
	grep -q 'only what netlink tells' "$scratch/err" || show "$scratch/err"
}

check "start and end are told, with all operations" tells_start_and_end
check "what runs is told" tells_what_runs
check "the mean that is told is that of the result" means_agree
check "each interval is told" tells_each_interval
check "the result keeps them" result_keeps_the_intervals
check "an interval out of range is refused" refuses_an_interval
check "a run can be stopped, and delivers" stops_a_run
check "its result says that it was stopped" stopped_run_says_so
check "no such run" no_such_run
if is_built_in; then
	skip "the module can be unloaded beside a listener" "it is built in"
else
	check "the module can be unloaded beside a listener" unloads_beside_a_listener
fi
check "who reads too slowly is told what was lost" lost_intervals_are_said
check "devices tell their bus and runs in progress" devices_tell_use
check "devices are known without debugfs" devices_without_debugfs
finish
