# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash disable=SC2154 # top, jobs: of lib.sh
#
# compile_module KBUILD KERNEL-ARCH CROSS DIR [MAKE-ARGUMENT...]
# Builds the module against a kernel's build folder.  It is done in a copy below DIR, kept for the
# next time: kbuild writes its objects beside the sources.  An empty KERNEL-ARCH means this machine.
# To be sourced, after lib.sh.  May be called where set -e is off.
compile_module() {
	local kbuild=$1 arch=$2 cross=$3 dir=$4
	shift 4
	mkdir -p "$dir/kernel" "$dir/include" &&
		cp -pru "$top/kernel/dma" "$dir/kernel/" &&
		cp -pru "$top/include/." "$dir/include/" || return
	make -s -C "$kbuild" M="$dir/kernel/dma" ${arch:+ARCH="$arch" CROSS_COMPILE="$cross"} \
		-j"$jobs" "$@" modules
}

# Options in Debian's configuration that say what its newer compiler can do.  The file is touched
# only where there is something to change: kbuild looks at its time.
adapt_to_compiler() { # KBUILD CROSS
	local conf=$1/include/config/auto.conf
	"${2}gcc" -fmin-function-alignment=8 -S -x c -o /dev/null /dev/null 2>/dev/null ||
		! grep -q '^CONFIG_CC_HAS_MIN_FUNCTION_ALIGNMENT=' "$conf" ||
		sed -i '/^CONFIG_CC_HAS_MIN_FUNCTION_ALIGNMENT=/d' "$conf"
}
