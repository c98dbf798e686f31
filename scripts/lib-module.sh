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
