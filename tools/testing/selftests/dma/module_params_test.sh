#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# Loading: a bad parameter makes it fail and leaves nothing behind, a good one
# does what it says. Unloading: refused while a session is open, clean after a
# run was killed.
#
# usage: module_params_test.sh
# exit codes: 0 passed, 1 failed, 4 skipped
#
# Functions are called by name, through check().
# shellcheck disable=SC2317
set -u

cd "$(dirname "$0")" || exit 1
. ./mbe_shell.sh

require_module
! is_built_in || skip_all "the driver is built into this kernel: its parameters are on the command line"
command -v ./mbe_hold >/dev/null || { fail "mbe_hold is here" "build it"; finish; }
unload || { fail "the module can be unloaded"; finish; }
scratch=$(mktemp)
trap 'rm -f "$scratch"; load_default' EXIT

leaves_nothing()
{
	! is_loaded && [ ! -e "$DEBUGFS" ] &&
		[ ! -e "/sys/bus/platform/drivers/$MODULE" ] &&
		[ ! -e "/sys/bus/platform/devices/$MODULE.0" ]
}

# $1: a parameter that must be refused
refused()
{
	if load "$1"; then
		unload
		return 1
	fi
	leaves_nothing
}

# $1: parameters that must be accepted, $2...: what must hold then
with()
{
	parameters=$1
	shift
	# Parameters are words of their own.
	# shellcheck disable=SC2086
	load $parameters || return 1
	"$@"
	held=$?
	unload && leaves_nothing && [ "$held" = 0 ]
}

# Of the synthetic ones: a real device may be ours as well.
devices_are()
{
	[ "$(find "$DEBUGFS" -name "$MODULE.*" | sed 's,.*/,,' | sort)" = "$1" ]
}

query_says()
{
	./mbe_hold query "$MODULE.0" | grep -q "$1"
}

session_holds_the_module()
{
	./mbe_hold open "$MODULE.0" >"$scratch" &
	holder=$!
	tries=0
	until [ -s "$scratch" ]; do
		tries=$((tries + 1))
		[ "$tries" -lt 100 ] || break
		sleep 0.05
	done
	unload
	refusal=$?
	kill "$holder"
	wait "$holder" 2>/dev/null
	[ "$refusal" != 0 ] && is_loaded
}

killed_run_leaves_it_unloadable()
{
	./mbe_hold run "$MODULE.0" &
	runner=$!
	sleep 1
	kill -9 "$runner" || return 1
	wait "$runner" 2>/dev/null
	[ $? = 137 ]
}

over_the_cap()
{
	./mbe_hold cap "$MODULE.0" | grep -q ENOBUFS
}

refuses_not_one_byte()
{
	[ "$(cat "/sys/module/$MODULE/parameters/memory_cap_mib")" = 1 ]
}

upstream_file_is()
{
	if [ "$1" = there ]; then
		[ -e /sys/kernel/debug/dma_map_benchmark ]
	else
		[ ! -e /sys/kernel/debug/dma_map_benchmark ]
	fi
}

for bad in devices=-1 devices=65 devices=many dma_bits=0 dma_bits=65 dma_bits=x \
	coherent=bogus coherent= memory_cap_mib=-1 memory_cap_mib=lots; do
	check "$bad is refused" refused "$bad"
done

check "one device by default" with "" devices_are "$MODULE.0"
check "three devices" with devices=3 devices_are "$(printf '%s\n' $MODULE.0 $MODULE.1 $MODULE.2)"
check "no device" with devices=0 devices_are ""
check "mask of 32 bits" with dma_bits=32 query_says "dma_mask=0xffffffff "
check "mask of 64 bits by default" with "" query_says "dma_mask=0xffffffffffffffff "
check "coherent" with coherent=1 query_says "coherent=1 by_param=1"
check "coherency of the machine by default" with "" query_says "by_param=0"
case "$(uname -m)" in
aarch64 | arm*)
	check "not coherent" with coherent=0 query_says "coherent=0 by_param=1"
	;;
*)
	check "coherent=0 where every device is coherent" refused coherent=0
	;;
esac
check "a run beyond the memory cap is ENOBUFS" with memory_cap_mib=1 over_the_cap
check "the cap is a parameter to read" with memory_cap_mib=1 refuses_not_one_byte
check "an open session holds the module" with "" session_holds_the_module
check "a killed run does not" with "" killed_run_leaves_it_unloadable
check "no device behind upstream's file" with upstream_device=none upstream_file_is absent
check "the second device behind it" with "devices=2 upstream_device=$MODULE.1" upstream_file_is there
check "the first one by default" with "" upstream_file_is there
finish
