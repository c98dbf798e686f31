#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
#
# A kernel variant is what its semantic patch says, or it is refused.
#
# usage: variant_test.sh; prints TAP; exit: 0 all passed, 1 not
set -euo pipefail
. "$(dirname "$0")/tap.sh"

tree=$work/tree
export XDG_CACHE_HOME=$work/cache
unset DMA_BENCH_OUT DMA_BENCH_TIMES
mkdir -p "$tree/scripts" "$tree/configs/variants" "$work/source/dma"
cp "$scripts"/lib.sh "$scripts"/lib-kernel.sh "$scripts/make-variant" "$scripts/install-packages" "$tree/scripts/"
cp "$scripts/../configs/packages.tsv" "$tree/configs/"
printf 'VERSION = 6\nPATCHLEVEL = 12\nSUBLEVEL = 1\n' >"$work/source/Makefile"
touch "$work/source/Kbuild"
printf 'int map(int n)\n{\n\twait(n);\n\treturn 0;\n}\n\nint unmap(int n)\n{\n\twait(n);\n\treturn 1;\n}\n' >"$work/source/dma/direct.c"

variant() { # PLACES BODY
	printf '// kernels: 6.*\n// files: dma/direct.c\n%s\n\n%s\n' "$1" "$2" >"$tree/configs/variants/some.cocci"
}
make_variant() { "$tree/scripts/make-variant" "$work/source" some; }
patched() { # PATTERN
	local folder
	folder=$(make_variant) && ! grep -q "$1" "$folder/dma/direct.c" && grep -q "$1" "$work/source/dma/direct.c" &&
		[ "$(cat "$folder/localversion-variant")" = -some ]
}

rule=$'@@\n@@\n- return 1;\n+ return 2;'
variant '// changes: 1' "$rule"
check 'a variant has its change, and the original keeps what it has' patched 'return 1'
variant '// changes: 1' "${rule/1;/3;}"
check 'a patch that matches nothing is refused' ends 1 'in 0 places, its head says 1' make_variant
variant '// changes: 1' $'@@\nexpression n;\n@@\n- wait(n);'
check 'a patch that matches twice is refused' ends 1 'in 2 places, its head says 1' make_variant
variant '' "$rule"
check 'a patch that does not say how often it matches is refused' ends 1 '// changes: 1' make_variant
variant '// changes: 1' $'@@\n- nonsense'
check 'a patch that Coccinelle cannot read is refused' ends 1 'FAILED: kernel variant' make_variant
check 'nothing is left of them' test "$(find "$XDG_CACHE_HOME/dma-bench/sources" -mindepth 1 -maxdepth 1 | wc -l)" -eq 1

tap_end
