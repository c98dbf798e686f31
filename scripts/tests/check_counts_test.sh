#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
#
# check_counts says no to every count that is not the expected one, and its rules for page tables
# give the published numbers: waits for an unmap of 1, 2 and 4 MiB.
#
# usage: check_counts_test.sh; prints TAP; exit: 0 all passed, 1 not
set -euo pipefail
. "$(dirname "$0")/tap.sh"

top=$scripts/..
timeout 300 make -s -C "$top/tools/emulation" OUTPUT="$work/emulation" "$work/emulation/check_counts" >&2
tables=$top/tools/emulation

release=6.12.1 flags='"synthetic"' mode=single size=4096 entries=0 dir=from_device attrs='' bounced=0 phase=map path=''
# result COUNTER=VALUE...: one case with one phase; counters that are not named are 0.
result() {
	local word counts='"dc_cvac":0,"dc_civac":0,"dc_ivac":0,"dsb_sy":0,"dsb_st":0'
	for word; do
		counts+=",\"${word%=*}\":${word#*=}"
	done
	cat >"$work/result.json" <<-JSON
		{ "schema": 1, "environment": { "kernel": { "release": "$release" },
		  "devices": { "d": { $path "cache_line_bytes": 64, "flags": [ $flags ] } } },
		  "results": [ { "name": "case", "failed": 0, "bounced": $bounced,
		    "params": { "mode": "$mode", "dir": "$dir", "state": "dirty", "size": $size,
		      "entries": $entries, "offset": 0, "attrs": [ $attrs ], "irqs_off": true },
		    "phases": { "$phase": { "n": 1, "unit": "ns", "min": 9, "median": 9, "mean": 9,
		      "p90": 9, "p99": 9, "max": 9, "stddev": null, "disturbed": 0,
		      "counts": { $counts } } } } ] }
	JSON
}
direct() { result "$@" && "$work/emulation/check_counts" "$work/result.json" "$tables/expected-arm64.tsv"; }
smmu() { result "$@" && "$work/emulation/check_counts" "$work/result.json" "$tables/expected-arm64-smmu.tsv" - ${walk:+"$walk"}; }

good=(dc_cvac=64 dsb_sy=1 arch_sync_dma_for_device=1)
check 'right counts' direct "${good[@]}"
check 'which are what case 10 asks for' ends 0 '^ok 1 case: map, case10' direct "${good[@]}"
check 'dirty lines are lost' ends 1 '^not ok 1 case: map, case10' direct dc_ivac=64 dsb_sy=1 arch_sync_dma_for_device=1
check 'a line too few' ends 1 'not ok 1 case: map' direct dc_cvac=63 dsb_sy=1 arch_sync_dma_for_device=1
check 'a wait too many' ends 1 'expected .* dsb sy 1 .*"dsb_sy": *2' direct dc_cvac=64 dsb_sy=2 arch_sync_dma_for_device=1
check 'a fraction is no count' ends 1 'not ok' direct 'dc_cvac="129/2"' dsb_sy=1 arch_sync_dma_for_device=1
check 'a dsb st where there is no IOMMU' ends 1 'not ok' direct "${good[@]}" dsb_st=1
check 'a call too many' ends 1 'not ok' direct dc_cvac=64 dsb_sy=1 arch_sync_dma_for_device=2
check 'a copy where nothing bounced' ends 1 'expected 0 copies' direct "${good[@]}" swiotlb_bounce/4096/1=1
bounced=1
check 'one copy into the slot' direct "${good[@]}" swiotlb_bounce/4096/1=1
check 'none at all' ends 1 'expected 1 copies of the size in and 0 out' direct "${good[@]}"
check 'two of them' ends 1 'expected 1 copies' direct "${good[@]}" swiotlb_bounce/4096/1=2
check 'in the other direction' ends 1 'expected 1 copies' direct "${good[@]}" swiotlb_bounce/4096/2=1
check 'of another size' ends 1 'expected 1 copies' direct "${good[@]}" swiotlb_bounce/2048/1=1
check 'of another size too' ends 1 'expected 1 copies' direct "${good[@]}" swiotlb_bounce/4096/1=1 swiotlb_bounce/64/2=1
phase=unmap release=7.3.1
check 'waited for the copy out, and once more' ends 0 '^ok 1 case: unmap, case09' direct dc_ivac=64 dsb_sy=2 swiotlb_bounce/4096/2=1
check 'copied before it was waited for' ends 1 '^not ok 1 case: unmap, case09' direct dc_ivac=64 dsb_sy=1 swiotlb_bounce/4096/2=1
phase=map
bounced=0 release=5.10.1
check 'a kernel without a column' ends 1 'no column for kernel 5.10.1' direct "${good[@]}"

release=7.3.1 mode=sg entries=4 variant=(dc_cvac=256 dsb_sy=4 arch_sync_dma_for_device=4)
column() { result "${variant[@]}" && "$work/emulation/check_counts" "$work/result.json" "$tables/expected-arm64.tsv" "$@"; }
check 'a variant whose release does not say so' column 7+unbatched
check 'is another kernel by its release' ends 1 'dsb sy 1 ' column
release=7.3.1-unbatched
check 'a variant whose release says so' column
mode=single entries=0

# Behind an IOMMU. The buffer's own: nothing with skip_cpu_sync.
attrs='"skip_cpu_sync"' phase=unmap walk=non-coherent-walk
unmap() { # RELEASE SIZE LINES WAITS
	release=$1 size=$2
	smmu dc_cvac="$3" dsb_sy="$4" arch_sync_dma_for_device="$4" arm_smmu_cmdq_issue_cmdlist=1
}
check 'unmap of 1 MiB in 4 KiB pages: 256 waits in 6.1' unmap 6.1.1 1048576 256 256
check 'and 1 in 6.12' unmap 6.12.1 1048576 32 1
check 'and 1 in 7' unmap 7.3.1 1048576 32 1
check 'unmap of one block of 2 MiB: 1 wait in 6.1' unmap 6.1.1 2097152 1 1
check 'and in 6.12' unmap 6.12.1 2097152 1 1
check 'unmap of two blocks: 2 waits in 6.1' unmap 6.1.1 4194304 2 2
check 'and 1 in 6.12, too' unmap 6.12.1 4194304 1 1
check '256 in 6.12 are too many' ends 1 'not ok' unmap 6.12.1 1048576 256 256
check 'pages and a block: no rule' ends 1 'no row of the table fits' unmap 6.12.1 3145728 1 1
release=6.12.1 size=4096
check 'no command: stale translations' ends 1 'not ok' smmu dc_cvac=1 dsb_sy=1 arch_sync_dma_for_device=1
walk=''
check 'tables that are walked coherently need none' smmu arm_smmu_cmdq_issue_cmdlist=1
attrs='' mode=sg entries=5 size=12288 phase=map walk=non-coherent-walk
# Entries of three pages: five runs of 24 bytes in the table, one of them over the edge of a line.
check 'a list: each run ends with a dsb st' smmu dc_cvac=$((5 * 192 + 6)) dsb_sy=10 dsb_st=5 arch_sync_dma_for_device=10
flags='"coherent"' walk=''
check 'all coherent: the dsb st remain' smmu dsb_st=5
check 'a list without them' ends 1 'not ok' smmu dsb_st=0

# Two boots.
same() { # "COUNTER=VALUE..." of the one, of the other
	# shellcheck disable=SC2086 # words
	result $1 && cp "$work/result.json" "$work/other.json" && result $2 &&
		"$work/emulation/check_counts" --same "$work/other.json" "$work/result.json"
}
check 'two boots with the same counts' same 'insn=9 dmb=6 dsb_sy=1' 'insn=9 dmb=6 dsb_sy=1'
check 'on the direct path instructions are counts, too' ends 1 'not ok 1 case: map' same insn=9 insn=8
bounced=1
check 'a slot that was searched takes instructions, but no barriers' same insn=9 insn=8
check 'which are counts there' ends 1 'not ok 1 case: map' same dmb=6 dmb=5
bounced=0 path='"path": "IOMMU",'
check "behind an IOMMU a poll of its queue takes as long as the host's" same 'insn=9 dmb="25/4"' 'insn=8 dmb=6'
check 'but a wait too many is one there as well' ends 1 'not ok 1 case: map' same dsb_sy=1 dsb_sy=2

tap_end
