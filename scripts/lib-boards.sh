# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash disable=SC2034,SC2154 # kernel, result: of those who source this; run, top: theirs
#
# A guest as the board of `make ab PLAN=`, for those who check that (check-boards, check-console).  To be
# sourced, after lib.sh, with $run the folder of the check.

# make_sides GUEST KERNEL: sets kernel[A], kernel[B], B without swiotlb's fix (redundant-copy); $run/A.tar.gz and
# B.tar.gz of `make board` for them, and few.ini, which measures little.
declare -A kernel=()
make_sides() {
	local side build
	kernel=([A]=$2 [B]=$2+redundant-copy)
	for side in A B; do
		build=$("$top/scripts/build-kernel" "$1" "${kernel[$side]}")
		cp "$("$top/scripts/make-board" "$(guest_field "$1" arch)" "$build")" "$run/$side.tar.gz"
	done
	printf '[few]\nmode = single\nsize = 4K\ndir = from_device\n' >"$run/few.ini"
}

# ---------------------------------------------------------------- for verdict_of
ended_well() { # STATUS FILE
	[ "$1" -eq 0 ] || { cat "$2"; return 1; }
}
# What ab-boards has left in $result, after one boot of each series.
three_boots() { [ "$(sort -u "$result/boot_ids" | wc -l)" -eq 3 ]; }
own_kernels() { [ "$(sort -u "$result"/[AB]/kernel | wc -l)" -eq 2 ]; }
has_table() { cat "$result/table.txt" && grep -q 'dir=' "$result/table.txt"; }
