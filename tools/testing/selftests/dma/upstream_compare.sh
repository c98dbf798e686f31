#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# Measures one case alternately with upstream's driver, built into this kernel,
# and with ours: one synthetic device of ours is handed to upstream's driver.
# scripts/compare-upstream runs it over several boots and judges.
#
# usage: upstream_compare.sh upstream|ours [ROUNDS]
#	the first word says who begins
# output, a line a measurement (upstream's numbers come in steps of 100 ns):
#	upstream GRANULE MAP_NS UNMAP_NS
#	ours GRANULE MAP_NS UNMAP_NS EMPTY_NS
# exit codes: 0 measured, 1 failed, 4 upstream's driver or tool is missing
set -u

cd "$(dirname "$0")" || exit 1
MODULE=dma_map_benchmark_ext
PLATFORM=/sys/bus/platform
UPSTREAM=/sys/kernel/debug/dma_map_benchmark

first=${1:-upstream} rounds=${2:-5}

fail() { echo "$1" >&2; exit 1; }
missing() { echo "$1" >&2; exit 4; }

[ -d $PLATFORM/drivers/dma_map_benchmark ] ||
	missing "upstream's driver is not in this kernel: CONFIG_DMA_MAP_BENCHMARK"
tool=
for tool in ./upstream_dma_map_benchmark-*; do :; done
[ -x "$tool" ] || missing "upstream's tool is not built: scripts/build-upstream-tool makes it"

insmod ./$MODULE.ko devices=2 upstream_device=none || fail "the module does not load"
trap 'hand_back; rmmod $MODULE' EXIT

hand_back()
{
	echo $MODULE.1 >$PLATFORM/drivers/dma_map_benchmark/unbind
	echo >$PLATFORM/devices/$MODULE.1/driver_override
} 2>/dev/null

hand_over()
{
	echo $MODULE.1 >$PLATFORM/drivers/$MODULE/unbind &&
		echo dma_map_benchmark >$PLATFORM/devices/$MODULE.1/driver_override &&
		echo $MODULE.1 >$PLATFORM/drivers/dma_map_benchmark/bind
}

# Tenths of a us are 100 ns.
upstream()
{
	"$tool" -s 1 -t 1 -b 32 -d 0 -g "$1" >/tmp/upstream || fail "upstream's tool failed"
	sed -n 's/^average [a-z]* latency(us):0*\([0-9]*\)\.\([0-9]\) .*/\1\200/p' /tmp/upstream |
		tr '\n' ' ' | sed "s/^/upstream $1 /; s/ $//"
	echo
}

ours()
{
	./mbe_hold measure $MODULE.0 "$1" | sed "s/^/ours $1 /" || fail "our run failed"
}

hand_over || fail "upstream's driver does not take our device"
[ -e $UPSTREAM ] || fail "upstream's driver made no $UPSTREAM"
if [ "$first" = ours ]; then
	second=upstream
else
	first=upstream second=ours
fi
for granule in 1 64; do
	round=0
	while [ "$round" -lt "$rounds" ]; do
		"$first" "$granule"
		"$second" "$granule"
		round=$((round + 1))
	done
done
