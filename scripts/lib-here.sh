# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash disable=SC2154 # top, out, jobs: of lib.sh
#
# The running machine: its kernel's build folder, what keeps a module from being loaded, what was
# built for it.  To be sourced, after lib.sh and lib-module.sh.

here=$out/build/host/selftests

# running_build KERNEL: prints the folder to build modules in, or ends the script with what to install.
running_build() {
	local release built build
	release=$(uname -r)
	build=/lib/modules/$release/build
	case $1 in
	*/*) build=$1 ;;
	esac
	[ -f "$build/Makefile" ] ||
		die "no headers of the running kernel, $release (no Makefile in $build):" \
			"install the package linux-headers-$release (apt-get install linux-headers-$release);" \
			'if apt knows no such package, this kernel is not of this Debian release:' \
			'give the folder that it was built in, KERNEL=/path/to/it'
	# What a module will say that it is for; kernel.release is another name in Debian 12's 6.1.
	built=$(sed -n 's/^#define UTS_RELEASE "\(.*\)"$/\1/p' "$build/include/generated/utsrelease.h" 2>/dev/null || :)
	[ "$built" = "$release" ] ||
		die "$build is that of kernel \"$built\", and $release is running: its module would not load here"
	printf '%s\n' "$build"
}

# Why this kernel will not take an unsigned module, or keeps debugfs shut; nothing when it will.
loading_obstacle() {
	local root=${DMA_BENCH_ROOT:-} locked
	locked=$(sed -n 's/.*\[\(.*\)\].*/\1/p' "$root/sys/kernel/security/lockdown" 2>/dev/null || :)
	case $locked in
	'' | none) ;;
	*)
		printf 'the kernel is locked down (%s): it refuses unsigned modules and closes debugfs; %s\n' "$locked" \
			"$(secure_boot_is_on && printf 'Secure Boot does that: switch it off in the firmware' ||
				printf 'boot without lockdown= on the kernel command line')"
		return
		;;
	esac
	if [ "$(cat "$root/proc/sys/kernel/modules_disabled" 2>/dev/null)" = 1 ]; then
		printf 'loading modules is switched off (kernel.modules_disabled) until the next boot\n'
	elif [ "$(cat "$root/sys/module/module/parameters/sig_enforce" 2>/dev/null)" = Y ]; then
		printf 'the kernel takes signed modules only (module.sig_enforce): sign it with a key that it knows, %s\n' \
			'scripts/sign-file sha256 KEY CERTIFICATE MODULE of its build folder'
	fi
}

# The variable holds four bytes of attributes, then 1 or 0.
secure_boot_is_on() {
	local variable
	for variable in "${DMA_BENCH_ROOT:-}"/sys/firmware/efi/efivars/SecureBoot-*; do
		[ ! -e "$variable" ] || [ "$(od -An -tu1 -j4 -N1 "$variable" | tr -d ' ')" != 1 ] || return 0
	done
	return 1
}

# build_here KERNEL: module and programs, in $here.
build_here() {
	local build headers
	build=$(running_build "$1")
	"$top/scripts/install-packages" here
	headers=$("$top/scripts/kselftest-headers")
	mkdir -p "$here"
	lock "tools-$here"
	step build "module for the running kernel, $(uname -r)" compile_module "$build" '' '' "$out/build/host/module"
	step build 'programs for this machine' make -s -C "$top/tools/testing/selftests/dma" -j"$jobs" \
		OUTPUT="$here" KSFT_DIR="$headers" all
	cp "$out/build/host/module/kernel/dma/"*.ko "$here/"
	exec 9>&-
}
