#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
#
# tree-install and tree-remove, with a small tree that git knows.
set -euo pipefail
. "$(dirname "$0")/tap.sh"
unset DMA_BENCH_OUT V GIT_DIR GIT_WORK_TREE

kernel=$work/linux
theirs=tools/testing/selftests/dma

new_kernel() {
	rm -rf "$kernel"
	mkdir -p "$kernel"/{kernel/dma,include/uapi/linux,$theirs}
	cd "$kernel"
	printf 'VERSION = 6\nPATCHLEVEL = 12\nSUBLEVEL = 1\n' >Makefile
	: >Kbuild
	printf 'obj-y += mapping.o\n' >kernel/dma/Makefile
	printf 'config HAS_DMA\n\tbool\n' >kernel/dma/Kconfig
	printf 'TARGETS += damon\nTARGETS += devices/probe\nTARGETS += dmabuf-heaps\nTARGETS += efivarfs\n' \
		>tools/testing/selftests/Makefile
	printf 'theirs\n' >$theirs/dma_map_benchmark.c
	printf 'theirs\n' >$theirs/Makefile
	chmod 640 kernel/dma/Makefile
	touch -d '2001-02-03' kernel/dma/Makefile $theirs/Makefile
	git init -q .
	git add .
	git -c user.name=x -c user.email=x@x commit -qm x
	cd "$OLDPWD"
}

status() { git -C "$kernel" status --porcelain --ignored; }
# Everything but git's own: names, modes, times, contents.
picture() {
	(cd "$kernel" && find . -path ./.git -prune -o -type f -printf '%p %m %T@ ' -exec sha256sum {} \;) | sort
}
same_picture() {
	diff "$work/before" "$work/after" >"$work/diff" || {
		head -n 5 "$work/diff"
		return 1
	}
}
install_here() { "$scripts/tree-install" "$@" "$kernel" 2>/dev/null; }
remove_here() { "$scripts/tree-remove" "$kernel" 2>/dev/null; }

restores() {
	new_kernel
	picture >"$work/before"
	install_here "$@"
	[ -e "$kernel/kernel/dma/map_benchmark_ext.c" ]
	remove_here
	picture >"$work/after"
	same_picture && [ -z "$(status)" ]
}

# As the kernel's lib.mk does it: below another make, OUTPUT is what that has given.
products_go_whoever_calls() {
	new_kernel
	picture >"$work/before"
	install_here
	cat >"$kernel/tools/testing/selftests/lib.mk" <<-'LIB'
		ifeq (0,$(MAKELEVEL))
		OUTPUT := $(shell pwd)
		endif
		TEST_GEN_PROGS := $(patsubst %,$(OUTPUT)/%,$(TEST_GEN_PROGS))
		clean: ; rm -f -- $(TEST_GEN_PROGS)
	LIB
	: >"$kernel/$theirs/abi_query_test"
	MAKELEVEL=1 remove_here
	rm "$kernel/tools/testing/selftests/lib.mk"
	picture >"$work/after"
	same_picture
}

in_the_list_of_targets() {
	install_here
	[ "$(sed -n 3p "$kernel/tools/testing/selftests/Makefile")" = 'TARGETS += dma' ]
}
its_test_is_ours() {
	install_here
	cmp "$kernel/$theirs/Makefile" "$scripts/../$theirs/Makefile"
}
as_links() {
	install_here --symlink
	[ -L "$kernel/kernel/dma/compat.h" ] && cmp "$kernel/kernel/dma/compat.h" "$scripts/../kernel/dma/compat.h"
}
stays_as_it_is() { # TEXT COMMAND...: refused
	local text=$1
	shift
	picture >"$work/before"
	ends 1 "$text" "$@"
	picture >"$work/after"
	same_picture
}
keeps_a_later_line() {
	install_here
	printf 'obj-y += later.o\n' >>"$kernel/kernel/dma/Makefile"
	remove_here
	[ "$(cat "$kernel/kernel/dma/Makefile")" = $'obj-y += mapping.o\nobj-y += later.o' ]
}
what_was_built_goes() {
	install_here
	touch "$kernel"/kernel/dma/{mbe_sync.o,.mbe_sync.o.cmd,dma_map_benchmark_ext.ko}
	remove_here
	[ -z "$(status)" ]
}
half_an_installation_is_undone() {
	picture >"$work/before"
	# It takes the fingerprints last.
	mkdir -p "$work/bin"
	printf '#!/bin/sh\nexit 1\n' >"$work/bin/sha256sum"
	chmod +x "$work/bin/sha256sum"
	ends 1 '' env PATH="$work/bin:$PATH" "$scripts/tree-install" "$kernel"
	picture >"$work/after"
	same_picture && [ ! -e "$kernel/.dma-bench" ]
}
# Each test with a tree of its own.
fresh() {
	new_kernel
	"$@"
}
after_edit() { # FILE COMMAND...
	install_here
	printf 'edited\n' >>"$kernel/$1"
	shift
	"$@"
}
installed() {
	install_here
	"$@"
}
dirty() {
	printf 'mine\n' >>"$kernel/Kbuild"
	"$@"
}
forced_into_a_dirty_tree() {
	dirty true
	install_here --force
	remove_here
	[ "$(status)" = ' M Kbuild' ]
}

check 'what was built goes, also below another make' products_go_whoever_calls
check 'copies come and go without a trace' restores
check 'links come and go without a trace' restores --symlink
check 'kselftest knows the folder, in the order of its list' fresh in_the_list_of_targets
check 'a test of the same name makes room' fresh its_test_is_ours
check 'links lead here' fresh as_links
check 'what was built goes as well' fresh what_was_built_goes
check 'a line that came later stays' fresh keeps_a_later_line
check 'a broken installation leaves nothing' fresh half_an_installation_is_undone
check 'a dirty tree is refused' fresh dirty stays_as_it_is 'M Kbuild' "$scripts/tree-install" "$kernel"
check 'a dirty tree can be forced, and keeps its change' fresh forced_into_a_dirty_tree
check 'twice is refused' fresh installed \
	stays_as_it_is 'in this tree already.*tree-remove' "$scripts/tree-install" "$kernel"
check 'an edited file is not lost' fresh after_edit kernel/dma/compat.h \
	stays_as_it_is kernel/dma/compat.h "$scripts/tree-remove" "$kernel"
check 'a new test is not lost' fresh after_edit $theirs/new_test.c \
	stays_as_it_is new_test.c "$scripts/tree-remove" "$kernel"
check 'an edited file can be given up' fresh after_edit kernel/dma/compat.h \
	"$scripts/tree-remove" --force "$kernel"
check 'nothing to remove is said' fresh stays_as_it_is 'is not in this tree' "$scripts/tree-remove" "$kernel"
check 'no tree' ends 1 'not a kernel tree' "$scripts/tree-install" "$work"
check 'no folder' ends 1 'no such folder' "$scripts/tree-install" "$work/none"
check 'no argument' ends 2 usage "$scripts/tree-install"
check 'an unknown option' ends 2 'no option "--link"' "$scripts/tree-install" --link "$kernel"
tap_end
