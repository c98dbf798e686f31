#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
#
# make install and make uninstall on a pretended machine: what comes goes again, and what keeps a
# module from being loaded is told.
#
# usage: install_here_test.sh; prints TAP; exit: 0 all passed, 1 not
# shellcheck disable=SC2016 # the pretended programs expand them
set -euo pipefail
. "$(dirname "$0")/tap.sh"
. "$(dirname "$0")/tree.sh"

# Root, running the kernel 9.9-here; what is installed lands in $work/dest.
new_machine() {
	new_tree install-here uninstall-here kselftest-here build-module check-names
	rm -rf "$work/dest" "$work/machine"
	mkdir -p "$work"/{bin,dest,machine} "$work/kbuild/include/generated" "$tree/kernel/dma" "$tree/include" \
		"$tree/tools/testing/selftests/dma" "$tree/Documentation"
	fake id 'echo 0'
	fake uname 'echo 9.9-here'
	fake depmod "echo \"depmod \$*\" >>'$work/depmod'"
	: >"$work/depmod"
	echo '#define UTS_RELEASE "9.9-here"' >"$work/kbuild/include/generated/utsrelease.h"
	printf 'modules:\n\t@echo module >$(M)/dma_map_benchmark_ext.ko\n' >"$work/kbuild/Makefile"
	pretend install-packages 'exit 0'
	fake npm 'exit 1'
	pretend make-flamegraph-page 'echo no registry >&2; exit 1'
	pretend kselftest-headers 'echo /nowhere'
	printf 'manual\n' >"$tree/Documentation/dma_map_benchmark.1"
	printf 'all:\n\tmkdir -p $(OUTPUT)/scenarios $(OUTPUT)/obj\n\ttouch $(OUTPUT)/scenarios/a.ini $(OUTPUT)/obj/x.o\n%s\n' \
		'	printf "#!/bin/sh\necho runs\n" >$(OUTPUT)/dma_map_benchmark; chmod +x $(OUTPUT)/dma_map_benchmark' \
		>"$tree/tools/testing/selftests/dma/Makefile"
	export DESTDIR=$work/dest DMA_BENCH_ROOT=$work/machine
	unset PREFIX
}
machine_has() { # FILE TEXT
	mkdir -p "$(dirname "$work/machine/$1")"
	printf '%b' "$2" >"$work/machine/$1"
}
in_path() { timeout 30 env PATH="$work/bin:$PATH" "$@"; }
install_it() { in_path "$tree/scripts/install-here" "${kernel-$work/kbuild}"; }
uninstall_it() { in_path "$tree/scripts/uninstall-here"; }
listing() { (cd "$work/dest" && find . ! -type d | sort); }

puts_all() {
	install_it
	[ "$(listing)" = './lib/modules/9.9-here/extra/dma_map_benchmark_ext.ko
./usr/local/bin/dma_map_benchmark
./usr/local/lib/dma_map_benchmark/dma_map_benchmark
./usr/local/lib/dma_map_benchmark/installed
./usr/local/lib/dma_map_benchmark/scenarios/a.ini
./usr/local/share/man/man1/dma_map_benchmark.1' ] || { listing; return 1; }
	grep -q "depmod -b $work/dest/ 9.9-here" "$work/depmod"
}
page_comes_along() {
	printf 'page\n' >"$work/page"
	pretend make-flamegraph-page "echo '$work/page'"
	install_it
	[ "$(cat "$work/dest/usr/local/lib/dma_map_benchmark/flamegraph-template.html")" = page ]
}
page_that_cannot_be_made_is_told() { install_it 2>&1 | sed -n '/^dma-bench: note: no flamegraph-template.html/p' | wc -l | { read -r n; [ "$n" = 1 ]; }; }
command_is_linked() { [ "$(readlink "$work/dest/usr/local/bin/dma_map_benchmark")" = /usr/local/lib/dma_map_benchmark/dma_map_benchmark ]; }
comes_out() {
	uninstall_it
	[ -z "$(listing)" ] || { listing; return 1; }
}
foreign_files_stay() {
	mkdir -p "$work/dest/usr/local/bin"
	: >"$work/dest/usr/local/bin/other"
	install_it
	uninstall_it
	[ "$(listing)" = ./usr/local/bin/other ]
}
what_is_new_replaces_what_was() {
	install_it
	touch "$work/dest/usr/local/lib/dma_map_benchmark/old_test"
	printf '/usr/local/lib/dma_map_benchmark/old_test\n' >>"$work/dest/usr/local/lib/dma_map_benchmark/installed"
	install_it
	[ ! -e "$work/dest/usr/local/lib/dma_map_benchmark/old_test" ]
}
a_damaged_list_deletes_nothing_else() {
	install_it
	mkdir -p "$work/dest/etc"
	: >"$work/dest/etc/passwd"
	printf '/etc/passwd\n' >"$work/dest/usr/local/lib/dma_map_benchmark/installed"
	ends 1 'is damaged' uninstall_it && [ -e "$work/dest/etc/passwd" ]
}
other_prefix() {
	PREFIX=/opt/x install_it
	[ -x "$work/dest/opt/x/lib/dma_map_benchmark/dma_map_benchmark" ]
	PREFIX=/opt/x uninstall_it
	[ -z "$(listing)" ]
}

new_machine
check 'module, programs, command and manual are put in place' puts_all
check 'the command is a link, so that it finds its scenarios' command_is_linked
check 'a page that cannot be made is told' page_that_cannot_be_made_is_told
check 'and comes along where it can' page_comes_along
check 'all of it comes out' comes_out
check 'nothing to take out is said' ends 1 'nothing is installed' uninstall_it
check 'or not, where that is no error' in_path "$tree/scripts/uninstall-here" --quiet
new_machine
check 'the files of others stay' foreign_files_stay
new_machine
check 'a file that there is no more goes' what_is_new_replaces_what_was
new_machine
check 'a damaged list deletes nothing else' a_damaged_list_deletes_nothing_else
new_machine
check 'another PREFIX' other_prefix
PREFIX=here check 'PREFIX must be absolute' ends 1 'PREFIX=here: not an absolute path' install_it
new_machine
kernel=6.12
check 'no headers: the package is named' ends 1 'install the package linux-headers-9.9-here' install_it
check 'make module says the same' ends 1 'install the package linux-headers-9.9-here' \
	in_path "$tree/scripts/build-module" none 6.12
unset kernel
check 'make module GUEST=none builds for the running kernel' in_path "$tree/scripts/build-module" none "$work/kbuild"

new_machine
machine_has sys/kernel/security/lockdown 'none [integrity] confidentiality\n'
check 'lockdown is told' ends 0 'warning: .*locked down \(integrity\).*boot without lockdown=' install_it
check 'and the tests are skipped for it' ends 4 '# SKIP the kernel is locked down' \
	in_path "$tree/scripts/kselftest-here" "$work/kbuild"
machine_has sys/firmware/efi/efivars/SecureBoot-8be4df61-93ca-11d2-aa0d-00e098032b8c '\006\000\000\000\001'
check 'and that Secure Boot is the cause' ends 0 'Secure Boot does that' install_it
new_machine
machine_has sys/firmware/efi/efivars/SecureBoot-8be4df61-93ca-11d2-aa0d-00e098032b8c '\006\000\000\000\001'
machine_has sys/module/module/parameters/sig_enforce 'Y\n'
check 'a kernel that takes signed modules only is told how' ends 0 'signed modules only.*sign-file' install_it
new_machine
machine_has proc/sys/kernel/modules_disabled '1\n'
check 'and one that loads none any more' ends 0 'kernel.modules_disabled' install_it
new_machine
machine_has sys/kernel/security/lockdown '[none] integrity confidentiality\n'
says_nothing() { ! install_it 2>&1 | grep warning; }
check 'no obstacle, no warning' says_nothing
tap_end
