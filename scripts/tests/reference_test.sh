#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
#
# `make reference-N` holds each count that its table lists to what two pretended kernels executed.
#
# usage: reference_test.sh; prints TAP; exit: 0 all passed, 1 not
# shellcheck disable=SC2016 # the pretended script expands them
set -euo pipefail
. "$(dirname "$0")/tap.sh"
. "$(dirname "$0")/tree.sh"

command -v jq >/dev/null || {
	skip 'make reference-N' 'jq is not installed'
	tap_end
	exit
}
result() { # WAITS of 4096 bytes, of 8192
	printf '{"environment":{"devices":{"d":{"path":"IOMMU"}}},"results":[%s,%s]}\n' \
		"{\"name\":\"single/size=4096/x\",\"params\":{\"size\":4096},\"phases\":{\"unmap\":{\"counts\":{\"dsb_sy\":$1}}}}" \
		"{\"name\":\"single/size=2097152/x\",\"params\":{\"size\":2097152},\"phases\":{\"unmap\":{\"counts\":{\"dsb_sy\":$2}}}}"
}
new_reference() {
	new_tree reference
	printf 'name\tarch\nguest\tarm64\n' >"$tree/configs/guests.tsv"
	mkdir -p "$tree/configs/references" "$work/a" "$work/b"
	pretend install-packages true
	pretend ab "mkdir -p \"\$4/A\" \"\$4/B\"; cp '$work'/a/*.json \"\$4/A/\"; cp '$work'/b/*.json \"\$4/B/\"
		echo '{}' >\"\$4/comparison.json\"; echo \"\$*\" >>'$work/calls'"
	rm -f "$work"/?/*.json
	result 1 512 >"$work/a/1.json"
	result 1 1 >"$work/b/1.json"
	{
		printf '# guest: guest\n# scenario: some\n# found: less\n# table: unmap dsb_sy\n'
		printf 'a\tb\tcase\tphase\tcount\ta_count\tb_count\n'
		printf 'old\tnew\tsingle/size=4096/*\tunmap\tdsb_sy\t1\t1\n'
		printf 'old\tnew\tsingle/size=2097152/*\tunmap\tdsb_sy\t512\t1\n'
	} >"$tree/configs/references/7.tsv"
}
reference() { "$tree/scripts/reference" "$@"; }

new_reference
check 'all as published' ends 0 '^reference 7: 2 of 2 counts as published: less$' reference 7
check 'both kernels are booted' grep -q -- '--boots 1 --dir .*/reference-7/1 guest old new some' "$work/calls"
check 'the table over the size' ends 0 '^   2 MiB +512 +1 +99.80$' reference 7
check 'equal on both sides gains nothing' ends 0 '^   4 KiB +1 +1 +0.00$' reference 7
check 'the comparisons are kept' jq -e 'length == 1' "$tree/out/reference-7/comparison.json"
result 1 2 >"$work/b/1.json"
check 'another count' ends 1 'size=2097152.* NOT as published: 512 -> 2' reference 7
result 1 1 >"$work/b/1.json"
result 1 3 >"$work/b/2.json"
check 'boots that differ' ends 1 'NOT as published: 512 -> 1,3' reference 7 2
new_reference
sed -i 's/4096/128/' "$tree/configs/references/7.tsv"
check 'a case that there is not' ends 1 'NOT as published: none -> none' reference 7
new_reference
sed -i 's/size=4096/size=*/' "$tree/configs/references/7.tsv"
check 'a pattern that fits two cases' ends 1 'NOT as published: several -> several' reference 7
new_reference
sed -i '1i# console: a word of the kernel' "$tree/configs/references/7.tsv"
mkdir -p "$tree/out/guest-old" "$tree/out/guest-new"
printf 'a word of the kernel\n' >"$tree/out/guest-old/console.log"
: >"$tree/out/guest-new/console.log"
check 'a kernel that is not what it should be' ends 1 'kernel new did not say "a word of the kernel"' reference 7
new_reference
sed -i '1i# fio: read' "$tree/configs/references/7.tsv"
printf 'old\tnew\tfio/bs=1\tread\tcopies\t3\t2\n' >>"$tree/configs/references/7.tsv"
pretend count-fio '[ "$2" = old ] && copies=3 || copies=2
	printf "fio/bs=1\tread\tcopies\t$copies\nfio/bs=1\tread\tkinsn_per_mib\t${copies}00\n"'
check 'reads of fio are counted too' ends 0 '^reference 7: 3 of 3 counts as published' reference 7
check 'and their instructions told' ends 0 'fio, instructions .* in thousands: 300 -> 200' reference 7
check 'a reference that there is not' ends 1 'reference 8: there is none; known: 7' reference 8
check 'no number' ends 2 'usage' reference
tap_end
