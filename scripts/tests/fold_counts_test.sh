#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
#
# Folded stacks carry every weight, or fold-counts says what is wrong with the file.
#
# usage: fold_counts_test.sh; prints TAP; exit: 0 all passed, 1 not
set -euo pipefail
. "$(dirname "$0")/tap.sh"

counts=$work/counts.txt symbols=$work/kallsyms

# Two runs with the same chain; in the second chain the link register is stale.
body() {
	cat <<-'TEXT'
		dma-bench-counts 1
		target aarch64
		stray 0
		counters insn dc_cvac dsb_sy
		run 1
		phase 1 operations 2 disturbed 0
		count dc_cvac 128 64 64
		count dsb_sy 2 1 1
		stack dc_cvac 128 ffff800000001008;ffff800000002010;ffff800000003000
		stack dsb_sy 2 ffff800000001008;ffff800000003004
		phase 4 operations 2 disturbed 0
		count dsb_sy 2 1 1
		stack dsb_sy 2 ffff800000001008;ffff800000003008
		end 1
		run 2
		phase 1 operations 1 disturbed 0
		count dc_cvac 64 64 64
		stack dc_cvac 60 ffff800000001008;ffff800000002014;ffff800000003000
		stack dc_cvac 4 ffff800000001008;ffff800000003010;ffff800000003000
		end 2
	TEXT
}
seal() { # reads the body
	tee "$counts" | sha256sum | sed 's/^\([0-9a-f]*\).*/sha256 \1/' >"$work/seal"
	cat "$work/seal" >>"$counts"
}
cat >"$symbols" <<-'TEXT'
	ffff800000002000 T map_sg
	ffff800000001000 t loop
	ffff800000003000 t clean
	ffff800000003000 t $x
	ffff800000004000 D data
TEXT
fold() { "$scripts/fold-counts" "$counts" "$symbols" "$@"; }
prints() { # TEXT COMMAND...
	local text=$1
	shift
	diff -u <([ -z "$text" ] || printf '%s\n' "$text") <("$@")
}

body | seal
check 'the same chain of two runs is one line' prints $'map;loop;clean 4\nmap;loop;map_sg;clean 188' fold dc_cvac
check 'one phase only' prints 'unmap;loop;clean 2' fold dsb_sy unmap
check 'all phases, each in front of its chains' prints $'map;loop;clean 2\nunmap;loop;clean 2' fold dsb_sy
check 'a phase without them is empty' prints '' fold dc_cvac unmap
check 'an unknown phase is named' ends 2 'no phase "remap"; there are: map' fold dc_cvac remap
check 'an unknown counter: what there is' ends 1 'no stacks for "dc_zva"; there are: dc_cvac dsb_sy' fold dc_zva
check 'a pattern is no counter' ends 1 'no stacks for "dc_.[*]"; there are: dc_cvac dsb_sy' fold 'dc_.*'
body | sed 's/ffff800000001008;/ffff7fffffffffff;9;/' | seal
check 'what is below all symbols stays a number' prints \
	$'map;ffff7fffffffffff;0000000000000009;clean 4\nmap;ffff7fffffffffff;0000000000000009;map_sg;clean 188' fold dc_cvac
body | grep -v '^stack' | seal
check 'without stacks: how to get them' ends 1 'no stacks in it; .*--stacks on' fold dc_cvac

for line in 'stack dc_cvac 128' 'stack dc_cvac 0 ffff800000001008' 'stack dc_cvac x ffff800000001008' \
	'stack dc_cvac 1 ffff800000001008;' 'stack dc_cvac 1 no;address'; do
	body | sed "s/^stack dsb_sy 2 .*3008/$line/" | seal
	check "malformed though sealed: $line" ends 1 'line 13: .* is no stack' fold dc_cvac
done

body | seal
sed '$d' "$counts" >"$work/cut" && mv "$work/cut" "$counts"
check 'without its last line: truncated' ends 1 'is truncated' fold dc_cvac
body | seal
head -c 100 "$counts" >"$work/cut" && mv "$work/cut" "$counts"
check 'cut off in a line: truncated' ends 1 'is truncated' fold dc_cvac
body | seal
sed -i 's/^stack dc_cvac 60/stack dc_cvac 61/' "$counts"
check 'a changed digit: corrupt' ends 1 'is corrupt' fold dc_cvac
printf '{ "schema": 1 }\n' >"$counts"
check 'something else' ends 1 'not a counter file' fold dc_cvac
: >"$counts"
check 'empty' ends 1 'is empty' fold dc_cvac
rm "$counts"
check 'not there' ends 1 'no such counter file' fold dc_cvac

body | seal
sed -i 's/^f[0-9a-f]*/0000000000000000/' "$symbols"
check 'hidden addresses' ends 1 'all addresses are 0: .* as root' fold dc_cvac
printf 'nothing\n' >"$symbols"
check 'symbols without functions' ends 1 'no functions in it' fold dc_cvac
rm "$symbols"
check 'no symbols' ends 1 'no such file of symbols' fold dc_cvac

tap_end
