# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash disable=SC2154 # top: of lib.sh
#
# What KERNEL= may be, told before anything long starts.  To be sourced, after lib.sh.

# The oldest kernel that the module supports: kernel/dma/compat.h refuses what is before it.
oldest_kernel=6.1

# check_kernel KERNEL [GUEST]: returns, or ends the script with what is wrong.
check_kernel() {
	case $1 in
	*/* | .)
		check_tree "$@"
		return
		;;
	[0-9]*+*) check_variant "${1#*+}" ;;
	[0-9]*) ;;
	*) die "KERNEL=$1: not a version like 6.12 or 7, nor the path of a kernel tree (with a slash in it)" ;;
	esac
	[[ ${1%%+*} =~ ^[0-9]+(\.[0-9]+)?$ ]] ||
		die "KERNEL=$1: not a version; use digits, like 6.12 or 7, a variant like 7+unbatched, or a path"
	check_age "$1" "${1%%+*}"
}

check_variant() { # NAME
	local known
	[ -s "$top/configs/variants/$1.cocci" ] && return
	known=$(cd "$top/configs/variants" && printf '%s\n' *.cocci | sed 's/\.cocci$//' | paste -sd ' ')
	die "kernel variant \"$1\" is not in configs/variants/; known: $known"
}

check_age() { # KERNEL VERSION
	[[ $2 != *.* && $2 -ge ${oldest_kernel%%.*} ]] ||
		[ "$(printf '%s\n' "$oldest_kernel" "$2" | sort -V | head -n 1)" = "$oldest_kernel" ] ||
		die "KERNEL=$1: that is kernel $2, and the module needs $oldest_kernel or newer"
}

check_tree() { # PATH [GUEST]
	local tree release
	[ -d "$1" ] || die "KERNEL=$1: no such folder; give the path of a kernel tree, or a version like 6.12"
	tree=$(cd -- "$1" && pwd)
	[[ -f $tree/Kbuild && -f $tree/Makefile ]] ||
		die "KERNEL=$1: not a kernel tree (no Kbuild and Makefile there); give a tree or a version like 6.12"
	case $tree in
	*[[:space:]:\'\"]*) die "KERNEL=$1: the path \"$tree\" has a space, a colon or a quote, which kbuild cannot take; move the tree" ;;
	esac
	release=$(kernel_release "$tree")
	[[ $release =~ ^[0-9]+\.[0-9]+ ]] || die "KERNEL=$1: not a kernel tree (its Makefile names no VERSION and PATCHLEVEL)"
	check_age "$1" "$release"
	[ $# -eq 1 ] || check_clean "$1" "$tree" "$(guest_field "$2" kernel_arch)"
}

# The same as kbuild refuses, which says it late and among a lot else.
check_clean() { # KERNEL TREE KERNEL-ARCH
	local arch=$3 trace
	case $arch in
	x86_64 | i386) arch=x86 ;;
	esac
	[ -d "$2/arch/$arch" ] || die "KERNEL=$1: this tree has no arch/$arch"
	for trace in .config include/config "arch/$arch/include/generated"; do
		[ ! -e "$2/$trace" ] || die "KERNEL=$1: something was built in this tree ($trace is there)," \
			'and kbuild then builds nowhere else;' \
			"give a clean checkout (git -C $2 worktree add FOLDER), or clean this one" \
			"(it deletes .config: make -C $2 ARCH=$3 mrproper)"
	done
}

kernel_release() { # TREE: like 6.12.118, or 7.3 where SUBLEVEL is missing
	awk '/^(VERSION|PATCHLEVEL|SUBLEVEL) =/ { printf "%s%s", dot, $3; dot = "." }' "$1/Makefile"
}
