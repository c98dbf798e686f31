# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=sh
# For shell tests, sourced: TAP, and loading the module with other parameters.
# Plain POSIX shell. A test is "check NAME COMMAND..."; it ends with "finish",
# which is where the verdict is: a test that dies before has no plan and exit 1.

MODULE=dma_map_benchmark_ext
# For the tests.
# shellcheck disable=SC2034
DEBUGFS=/sys/kernel/debug/$MODULE
# What run_kselftest.sh exports, and the same default for a test run by hand.
: "${MBE_MODULE_FILE=./$MODULE.ko}" "${MBE_MODULE_ARGS=devices=2}"

tests=0 failures=0
echo "TAP version 13"

skip_all()
{
	echo "1..0 # SKIP $1"
	exit 4
}

pass()
{
	tests=$((tests + 1))
	echo "ok $tests $1"
}

fail()
{
	tests=$((tests + 1))
	failures=$((failures + 1))
	echo "not ok $tests $1${2:+ # $2}"
}

skip()
{
	tests=$((tests + 1))
	echo "ok $tests $1 # SKIP $2"
}

check()
{
	checked=$1
	shift
	if "$@"; then
		pass "$checked"
	else
		fail "$checked" "$* (exit $?)"
	fi
}

finish()
{
	echo "1..$tests"
	[ "$failures" = 0 ]
	exit
}

is_loaded()
{
	[ -d "/sys/module/$MODULE" ]
}

# Only what was loaded can be unloaded.
is_built_in()
{
	is_loaded && [ ! -e "/sys/module/$MODULE/initstate" ]
}

# $@: parameters
load()
{
	if [ -n "$MBE_MODULE_FILE" ]; then
		insmod "$MBE_MODULE_FILE" "$@" 2>/dev/null
	else
		modprobe "$MODULE" "$@" 2>/dev/null
	fi
}

unload()
{
	rmmod "$MODULE" 2>/dev/null
}

# Back to what the runner loaded, whatever a test did.
load_default()
{
	! is_loaded || unload
	# Parameters are words of their own.
	# shellcheck disable=SC2086
	load $MBE_MODULE_ARGS
}

require_module()
{
	[ "$(id -u)" = 0 ] || skip_all "not root: run as root"
	is_loaded || skip_all "module not loaded: insmod $MODULE.ko"
}
