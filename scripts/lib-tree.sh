# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash disable=SC2034,SC2154 # used by those who source this; top: of lib.sh
#
# What tree-install and tree-remove agree on: where the project lies in a kernel tree, and what is
# remembered there.  To be sourced, after lib.sh and lib-kernel.sh.

# Folders of the project whose files go to the same path of the tree.
tree_folders=(kernel/dma include/uapi/linux tools/testing/selftests/dma)
tree_selftests=tools/testing/selftests/dma

# One line of each of these files of the tree: that is how kbuild and kselftest find the project.
tree_files=(kernel/dma/Makefile kernel/dma/Kconfig tools/testing/selftests/Makefile)
# shellcheck disable=SC2016 # kbuild's
declare -A tree_line=(
	[kernel/dma/Makefile]='include $(srctree)/kernel/dma/Makefile.map_benchmark_ext'
	[kernel/dma/Kconfig]='source "kernel/dma/Kconfig.map_benchmark_ext"'
	[tools/testing/selftests/Makefile]='TARGETS += dma'
)

# open_tree PATH: sets tree, and the names of what is remembered:
#   added    files that are new or stand in another's place, with what they were like
#   changed  files of the tree with a line more, with what they are like now
#   saved/   what was there before
# git does not see the folder, so the tree's status tells of the files alone.
open_tree() {
	local why
	why=$(tree_fault "$1") || die "$1: $why; give the root of a kernel tree"
	tree=$(cd -- "$1" && pwd)
	record=$tree/.dma-bench
	added=$record/added changed=$record/changed saved=$record/saved
	[ "$tree" != "$top" ] || die "$1: that is this project, not a kernel tree"
}

# What a file is like: for a link where it leads, otherwise its content.
print_of() { # FILE
	if [ -L "$1" ]; then
		printf 'link:%s\n' "$(readlink -- "$1")"
	else
		sha256sum <"$1"
	fi
}

# Moved, not copied: its time stays, and neither git nor make will see a difference.
put_back() { # PATH
	[ -e "$saved/$1" ] || return 0
	mkdir -p "$tree/$(dirname "$1")"
	mv -f -- "$saved/$1" "$tree/$1"
}
