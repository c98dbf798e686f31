#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
#
# A kernel variant is built from the objects of its original, and has its change all the same: what
# make would take for up to date, because it was built after the variant's source was made, is
# compiled again.  The kernel is a pretended one of two files.
#
# usage: variant_build_test.sh; prints TAP; exit: 0 all passed, 1 not
# shellcheck disable=SC2016 # the pretended program expands it
set -euo pipefail
. "$(dirname "$0")/tap.sh"

tree=$work/tree
export XDG_CACHE_HOME=$work/cache
unset DMA_BENCH_OUT DMA_BENCH_TIMES
original=$work/source variant=$work/source+some

kernel() { # FOLDER
	mkdir -p "$1"
	cat >"$1/Makefile" <<-'MAKEFILE'
		VERSION = 6
		PATCHLEVEL = 12
		SUBLEVEL = 1
		allnoconfig: ; @cp $(KCONFIG_ALLCONFIG) $(O)/.config; ln -sfn $(CURDIR) $(O)/source
		Image: $(O)/same.o $(O)/changed.o ; @cat $^ >$(O)/Image
		modules:
		$(O)/%.o: %.c ; @cp $< $@; echo 'cmd := $(CURDIR)/$<' >$(O)/.$*.o.cmd; echo $@ >>$(O)/compiled
	MAKEFILE
	printf 'same\n' >"$1/same.c"
	printf 'original\n' >"$1/changed.c"
}

mkdir -p "$tree/scripts" "$tree/configs/kernel" "$tree/configs/variants"
echo "// kernels: 6.12*" >"$tree/configs/variants/some.cocci"
cp "$scripts"/lib.sh "$scripts"/lib-kernel.sh "$scripts"/build-kernel "$tree/scripts/"
printf 'name\tlike\tkernel_arch\tcross\timage\tconfigs\nguest\t-\tarm64\t\tImage\tbase.config\n' >"$tree/configs/guests.tsv"
printf 'CONFIG_NET=y\n' >"$tree/configs/kernel/base.config"
printf 'option\tversions\treason\n' >"$tree/configs/kernel/allowances.tsv"
printf '#!/bin/sh\ncase $1 in\n*+*) echo %s ;;\n*) echo %s ;;\nesac\n' "$variant" "$original" >"$tree/scripts/fetch-kernel"
chmod +x "$tree/scripts/fetch-kernel"

kernel "$variant"
printf 'variant\n' >"$variant/changed.c"
printf -- '--- changed.c\n+++ changed.c\n' >"$variant/variant.diff"
kernel "$original"
touch -d '1 hour ago' "$variant"/*.c "$original"/*.c

build() { build=$("$tree/scripts/build-kernel" guest "$1" 2>"$work/said") || { cat "$work/said"; return 1; }; }
image_is() { # KERNEL WORD...
	local kernel=$1
	shift
	build "$kernel" && diff "$build/Image" <(printf '%s\n' "$@")
}
compiled_again() { build 6.12+some && [ "$(sort "$build/compiled" | uniq -d | grep -c .)" = 0 ] &&
	[ "$(tail -n 1 "$build/compiled")" = "$build/changed.o" ] && [ "$(wc -l <"$build/compiled")" = 3 ]; }
nothing_again() { build 6.12+some && local before && before=$(wc -l <"$build/compiled") && build 6.12+some &&
	[ "$(wc -l <"$build/compiled")" = "$before" ]; }
little_is_kept() { build 6.12+some && [ ! -e "$build/same.o" ] && [ -e "$build/Image" ] && [ -e "$build/.config" ]; }
original_is_whole() { build 6.12 && [ -e "$build/same.o" ]; }

check 'the original' image_is 6.12 same original
check 'the variant has its change' image_is 6.12+some same variant
check 'nothing else was compiled for it' compiled_again
check 'nothing is compiled the second time' nothing_again
check 'only what modules and guests need is kept' little_is_kept
check 'the original is as it was' original_is_whole

tap_end
