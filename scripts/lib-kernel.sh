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
	local tree why
	[ -d "$1" ] || die "KERNEL=$1: no such folder; give the path of a kernel tree, or a version like 6.12"
	why=$(tree_fault "$1") || die "KERNEL=$1: $why; give a tree or a version like 6.12"
	tree=$(cd -- "$1" && pwd)
	check_age "$1" "$(kernel_release "$tree")"
	[ $# -eq 1 ] || check_clean "$1" "$tree" "$(guest_field "$2" kernel_arch)"
}

# Says why a path is no kernel tree that kbuild can use, and fails; or is silent.
tree_fault() { # PATH
	local tree
	[ -d "$1" ] || { printf 'no such folder'; return 1; }
	tree=$(cd -- "$1" && pwd)
	[[ -f $tree/Kbuild && -f $tree/Makefile ]] ||
		{ printf 'not a kernel tree (no Kbuild and Makefile there)'; return 1; }
	case $tree in
	*[[:space:]:\'\"]*)
		printf 'the path "%s" has a space, a colon or a quote, which kbuild cannot take: move the tree' "$tree"
		return 1
		;;
	esac
	[[ $(kernel_release "$tree") =~ ^[0-9]+\.[0-9]+ ]] ||
		{ printf 'not a kernel tree (its Makefile names no VERSION and PATCHLEVEL)'; return 1; }
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

# kbuild compares times and recorded command lines: the copy keeps the times, and its records name
# the copy's source instead of the original's.  A record that is missed costs time, no more.
copy_build() { # BUILD TO SOURCE
	local from to
	from=$(readlink "$1/source") to=$(readlink -f "$3")
	cp -a --reflink=auto "$1/." "$2"
	find "$2" -name '*.cmd' -exec grep -lZF -- "$from" {} + |
		xargs -0 -r sed -i "s|${from//./\\.}|$to|g"
}
