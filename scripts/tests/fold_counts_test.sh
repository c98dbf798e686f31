#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
#
# fold-counts on small files made by hand: chains are named and summed, and a file that is damaged,
# empty, or holds nothing of what was asked for is an error, never an empty result.
#
# usage: fold_counts_test.sh; prints TAP; exit: 0 all passed, 1 not
set -euo pipefail
. "$(dirname "$0")/tap.sh"

counts=$work/counts.txt symbols=$work/kallsyms

seal() { printf 'sha256 %s\n' "$(sha256sum <"$counts" | cut -d ' ' -f 1)" >>"$counts"; }

# Two runs; in the first the same chain by two addresses of one function, and a frame twice.
good() {
	cat >"$counts" <<-'COUNTS'
		dma-bench-counts 1
		target aarch64
		stray 0
		counters insn dc_cvac dsb_sy
		run 1
		phase 1 operations 5 disturbed 0
		count dc_cvac 30 6 6
		stack dc_cvac 20 ffff800080001004;ffff800080002010
		stack dc_cvac 10 ffff800080001008;ffff800080001ffc;ffff800080002010
		stack dsb_sy 5 ffff800080001004;ffff800080003000
		phase 4 operations 5 disturbed 0
		stack dsb_sy 2 ffff800080001004;ffff800080003000
		end 1
		run 2
		phase 1 operations 5 disturbed 0
		stack dsb_sy 7 ffff800080001004;ffff800080003000
		end 2
	COUNTS
	seal
	cat >"$symbols" <<-'SYMBOLS'
		ffff800080003000 T barrier	[module]
		ffff800080001000 t caller
		ffff800080001000 t $x
		ffff800080001800 d data
		ffff800080002000 W clean
	SYMBOLS
}

fold() { "$scripts/fold-counts" "$counts" "$symbols" "$@"; }
folds() { # WANTED ARGUMENTS
	local is
	is=$(fold "${@:2}")
	printf 'is:     %s\nwanted: %s\n' "$is" "$1"
	[ "$is" = "$1" ]
}

good
check 'chains are named and summed' folds 'map;caller;clean 30' dc_cvac
check 'each phase apart, over all runs' folds $'map;caller;barrier 12\nunmap;caller;barrier 2' dsb_sy
check 'or one phase only' folds 'unmap;caller;barrier 2' dsb_sy unmap
check 'a phase without such stacks folds to nothing' folds '' dc_cvac unmap
sed -i '/clean/d' "$symbols"
sed -i 's/ffff800080001000 t caller/ffff800080002800 t late/' "$symbols"
check 'an address below all symbols stays a number' folds \
	$'map;ffff800080001004;ffff800080002010 20\nmap;ffff800080001008;ffff800080001ffc;ffff800080002010 10' dc_cvac

good
check 'a counter without stacks is told' ends 1 'no stacks for "insn"; there are: dc_cvac dsb_sy' fold insn
check 'also one that would match as a pattern' ends 1 'no stacks for "dc_.*"' fold 'dc_.*'
check 'a phase that does not exist is a usage error' ends 2 'known: map sync_for_device' fold dsb_sy mapp
sed -i '/^stack/d; $d' "$counts"
seal
check 'a file without stacks names the remedy' ends 1 'none .boot-guest --count on --stacks on' fold dsb_sy

good
sed -i 's/stack dc_cvac 20/stack dc_cvac 21/' "$counts"
check 'a changed number is found' ends 1 'truncated or corrupt' fold dc_cvac
good
sed -i '$d' "$counts"
check 'a truncated file is found' ends 1 'truncated or corrupt' fold dc_cvac
: >"$counts"
check 'an empty file is one' ends 1 'no such counter file, or an empty one' fold dc_cvac
rm "$counts"
check 'and so is none' ends 1 'no such counter file, or an empty one' fold dc_cvac

good
: >"$symbols"
check 'no symbols are told' ends 1 'no such file of symbols, or an empty one' fold dc_cvac
printf '0000000000000000 T caller\n' >"$symbols"
check 'and addresses that are hidden' ends 1 'names no function.*kptr_restrict' fold dc_cvac
tap_end
