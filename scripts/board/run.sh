#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# On the board: loads the driver, runs the tests and a scenario, packs what came
# of it into one file. Needs root and busybox, nothing else.
#
# usage: sh run.sh [-s SCENARIO] [-t PROGRAM]... [-o FOLDER]
#	-s SCENARIO	file or name; default "default"; "none" measures nothing
#	-t PROGRAM	this test only, may be given several times; "none": no test
#	-o FOLDER	where the file goes (default: here)
# exit codes: 0 all went well, 1 something failed (the file is there all the same),
#	2 usage, 4 the driver is missing or cannot be loaded
#
# clean_up() is called by trap, and others by step().
# shellcheck disable=SC2317
set -u
MODULE=dma_map_benchmark_ext
ROOT=${DMA_BENCH_ROOT:-}

say() { echo "dma-bench: $*" >&2; }
usage() { sed -n '6,9s/^# \{0,1\}//p' "$0" >&2; exit 2; }
give_up() { say "error: $*"; exit 4; }

cd "$(dirname "$0")" || exit 1
scenario=default tests='' run_tests=1 folder=.
while getopts 's:t:o:h' option; do
	case $option in
	s) scenario=$OPTARG ;;
	t)
		[ "$OPTARG" != none ] || run_tests=
		tests="$tests -t $OPTARG"
		;;
	o) folder=$OPTARG ;;
	*) usage ;;
	esac
done
shift $((OPTIND - 1))
[ $# -eq 0 ] || usage
[ "$(id -u)" = 0 ] || give_up "not root (user id $(id -u)): the driver's files are open to root only"
if [ ! -d "$folder" ] || [ ! -w "$folder" ]; then
	give_up "$folder: no folder that can be written; give one with -o"
fi

# What is mounted and loaded here goes again, whatever ends this.
mounted='' loaded='' work=
clean_up()
{
	[ -z "$loaded" ] || rmmod "$MODULE"
	[ -z "$mounted" ] || umount "$ROOT/sys/kernel/debug"
	[ -z "$work" ] || rm -rf "$work"
}
trap clean_up EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

grep -q "^[^ ]* [^ ]* debugfs" "$ROOT/proc/mounts" || {
	mount -t debugfs none "$ROOT/sys/kernel/debug" ||
		give_up "debugfs cannot be mounted: the kernel needs CONFIG_DEBUG_FS=y"
	mounted=1
}
if [ -d "$ROOT/sys/module/$MODULE" ]; then
	say "the driver is there already: it is used as it is, and stays"
elif [ -e "selftests/$MODULE.ko" ]; then
	insmod "selftests/$MODULE.ko" devices=2 ||
		give_up "selftests/$MODULE.ko does not load into kernel $(uname -r): build module/ for it, see README (the kernel log may say why)"
	loaded=1
elif modprobe "$MODULE" devices=2 2>/dev/null; then
	loaded=1
else
	give_up "no driver: no selftests/$MODULE.ko here, and modprobe knows none; build module/ for kernel $(uname -r), see README"
fi

work=$(mktemp -d) || exit 1
# A board may have a name that is none for a file, like "(none)".
name=dma-bench-$(uname -n | tr -cd 'A-Za-z0-9._-')-$(date +%Y%m%d-%H%M%S)
results=$work/$name
mkdir "$results"
status=0

# step NAME COMMAND...: what it prints goes to NAME, what it says to NAME.err.
step()
{
	file=$1
	shift
	say "$file ..."
	"$@" >"$results/$file" 2>"$results/$file.err"
	code=$?
	[ -s "$results/$file.err" ] || rm -f "$results/$file.err"
	[ "$code" = 0 ] && return
	say "$file: exit status $code"
	echo "$file $code" >>"$results/failed"
	status=1
}

uname -a >"$results/uname"
cat "$ROOT/proc/cmdline" >"$results/cmdline"
step devices.json selftests/dma_map_benchmark devices --json
# shellcheck disable=SC2086 # words
[ -z "$run_tests" ] || step kselftest.tap sh selftests/run_kselftest.sh $tests
[ "$scenario" = none ] ||
	step table.txt selftests/dma_map_benchmark scenario "$scenario" --json "$results/results.json"
dmesg >"$results/dmesg"
echo "$status" >"$results/status"
if ! tar -C "$work" -c -f - "$name" | gzip >"$folder/$name.tar.gz.new" ||
	! mv "$folder/$name.tar.gz.new" "$folder/$name.tar.gz"; then
	say "error: $folder/$name.tar.gz cannot be written: is the disk full?"
	exit 1
fi
say "results, one file to bring back: $folder/$name.tar.gz"
exit "$status"
