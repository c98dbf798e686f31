#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
#
# modules-check on a tiny module: what does not compile, warns, or wants a symbol that the kernel
# does not export, fails; headers that Debian does not offer are a skip, others a failure.
#
# usage: modules_check_test.sh; prints TAP; exit: 0 all passed, 1 not
set -euo pipefail
. "$(dirname "$0")/tap.sh"
. "$(dirname "$0")/tree.sh"

build=$(kernel_build '6*')
new_tree modules-check
mkdir -p "$tree/kernel/dma" "$tree/include"
printf 'arm64\tarm64\tarm64\taarch64-linux-gnu-\n' >"$tree/configs/headers.tsv"
printf 'obj-m := x.o\n' >"$tree/kernel/dma/Makefile"
pretend install-packages 'exit 0'

module() { # LINE
	cat >"$tree/kernel/dma/x.c" <<-SOURCE
		#include <linux/module.h>
		#include <linux/memblock.h>
		$1
		MODULE_DESCRIPTION("x");
		MODULE_LICENSE("GPL");
	SOURCE
}
says() { ends "$1" "$2" timeout 120 "$tree/scripts/modules-check" 6.12; } # STATUS TEXT

builds() { # NAME STATUS TEXT LINE
	module "$4"
	if [ -n "$build" ] && command -v sparse >/dev/null; then
		check "$1" says "$2" "$3"
	else
		skip "$1" 'no kernel of 6.x is built, or sparse is not installed'
	fi
}
pretend fetch-headers "echo '$build'"
builds 'a clean module passes' 0 '^ok 1 module 6.12 arm64' ''
builds 'a compile error fails' 1 '^not ok 1 module 6.12 arm64' 'int x = y;'
builds 'a symbol that is not exported fails' 1 'undefined!' \
	'static int __init x(void) { return !memblock_is_memory(0); } module_init(x);'
builds 'what only sparse sees fails' 1 'different address spaces' 'int *x; static int __user *y; int z(void) { x = y; return 0; }'

pretend fetch-headers 'exit 4'
check 'headers that Debian does not offer are a skip' says 0 '^ok 1 module 6.12 arm64 # SKIP Debian offers no'
pretend fetch-headers 'exit 1'
check 'headers that cannot be had fail' says 1 '^not ok 1 module 6.12 arm64'
: >"$tree/configs/headers.tsv"
check 'no architecture to check fails' says 1 'names no architecture'
tap_end
