#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
#
# build-kernel on a pretended kernel, whose Makefile configures and compiles nothing: every option
# that was asked for must hold, and a KERNEL that cannot be right ends at once.
#
# usage: build_kernel_test.sh; prints TAP; exit: 0 all passed, 1 not
# shellcheck disable=SC2016 # a Makefile
set -euo pipefail
. "$(dirname "$0")/tap.sh"
. "$(dirname "$0")/tree.sh"

kernel=$work/linux

# A tree of RELEASE that turns the file "config" into a configuration and notes what it is asked to do.
kernel_tree() { # RELEASE
	rm -rf "$kernel"
	mkdir -p "$kernel/arch/arm64"
	: >"$kernel/Kbuild"
	IFS=. read -r version patchlevel sublevel <<<"$1"
	printf 'VERSION = %s\nPATCHLEVEL = %s\nSUBLEVEL = %s\n' "$version" "$patchlevel" "$sublevel" >"$kernel/Makefile"
	printf 'allnoconfig:\n\t@cp config $(O)/.config\nImage modules:\n\t@echo $@ >>done\n' >>"$kernel/Makefile"
	printf 'CONFIG_A=y\nCONFIG_B="b"\nCONFIG_OTHER=y\n' >"$kernel/config"
}

good() {
	new_tree build-kernel fetch-kernel make-variant check-names
	printf 'name\tarch\tkernel_arch\tcross\tconfigs\timage\nguest\tarm64\tarm64\t%s\tbase.config\tImage\n' "$work/x-" \
		>"$tree/configs/guests.tsv"
	mkdir -p "$tree/configs/kernel" "$tree/configs/variants"
	printf '# objects: 1\nCONFIG_A=y\n# a comment\nCONFIG_B="b"\n' >"$tree/configs/kernel/base.config"
	printf '# option, versions, reason\n' >"$tree/configs/kernel/allowances.tsv"
	echo '// kernels: 7.*' >"$tree/configs/variants/known.cocci"
	kernel_tree 6.12.3
}
printf '#!/bin/sh\necho "gcc 1"\n' >"$work/x-gcc"
chmod +x "$work/x-gcc"

builds() { timeout 20 "$tree/scripts/build-kernel" guest "$kernel"; }
refused() { ends 1 "$1" builds && [ ! -e "$kernel/done" ]; } # TEXT: and nothing is compiled
folder() { builds 2>/dev/null; }

good
check 'a kernel with all that was asked for is built' ends 0 "kernels/arm64-linux-" builds
check 'image and modules' test "$(sort "$kernel/done" | paste -sd ' ')" = 'Image modules'

good
sed -i '/CONFIG_A/d' "$kernel/config"
check 'an option that the kernel dropped stops the build' refused 'kernel 6.12.3 dropped CONFIG_A .*unknown to this kernel'
check 'also the next time' refused 'dropped CONFIG_A'

good
sed -i 's/CONFIG_A=y/# CONFIG_A is not set/' "$kernel/config"
check 'so does one that is off' refused 'dropped CONFIG_A .*got: # CONFIG_A is not set'
sed -i 's/.*CONFIG_A .*/CONFIG_A=m/' "$kernel/config"
check 'and one with another value' refused 'dropped CONFIG_A .*asked: CONFIG_A=y; got: CONFIG_A=m'
printf 'CONFIG_A\t6.12.*\twhy\n' >>"$tree/configs/kernel/allowances.tsv"
check 'unless this version may miss it' ends 0 "kernels/arm64-linux-" builds
sed -i 's/6\.12\.\*/6.1.*/' "$tree/configs/kernel/allowances.tsv"
rm "$kernel/done"
check 'and another version does not count' refused 'dropped CONFIG_A'

good
printf '# only words\n' >"$tree/configs/kernel/base.config"
check 'fragments that ask for nothing are no pass' refused 'no option is asked for in'

good
first=$(folder)
rm "$kernel/done"
folder >/dev/null
check 'a tree by path is looked at again in the next run' test -e "$kernel/done"
once_in_a_run() {
	export DMA_BENCH_RUN=one
	folder >/dev/null && rm "$kernel/done" && folder >/dev/null && [ ! -e "$kernel/done" ]
}
check 'and once in each' once_in_a_run
mkdir "$work/other"
cp -r "$kernel" "$work/other/"
kernel=$work/other/linux
check 'another tree of that name has a folder of its own' test "$(folder)" != "$first"
kernel=$work/linux

named() { ends 1 "$1" timeout 20 "$tree/scripts/check-names" guest "$2"; } # TEXT KERNEL
good
check 'a good tree is one' ends 0 '^status 0|^$' timeout 20 "$tree/scripts/check-names" guest "$kernel"
for trace in .config include/config arch/arm64/include/generated; do
	kernel_tree 6.12.3
	mkdir -p "$kernel/$trace"
	check "a tree with $trace was built in, and is refused" refused "$trace is there.*ARCH=arm64 mrproper"
done
kernel_tree 5.10.1
check 'a tree of 5.10 is too old' refused 'that is kernel 5.10.1, and the module needs 6.1 or newer'
kernel_tree 6.12.3
rmdir "$kernel/arch/arm64"
check "a tree without the guest's architecture" refused 'has no arch/arm64'
rm "$kernel/Kbuild"
check 'a folder that is no tree' refused 'not a kernel tree'
kernel_tree ''
check 'a Makefile that names no version' refused 'its Makefile names no VERSION'
kernel_tree 6.12.3
mv "$kernel" "$work/a linux"
check 'a path with a space' named 'a space, a colon or a quote' "$work/a linux"
check 'a folder that is not there' named 'no such folder' "$work/gone"
check 'a version that is too old' named 'needs 6.1 or newer' 5.10
check 'a word' named 'nor the path of a kernel tree' linux
check 'three numbers' named 'not a version; use digits' 6.12.3
check 'a variant that is not there' named 'known: known' 7+gone
tap_end
