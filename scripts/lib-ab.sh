# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash disable=SC2154 # work, top: of those who source this
#
# Boots of two kernels in turn, and what is made of them: shared by those who boot guests (ab) and
# boards (ab-boards).  To be sourced, after lib.sh, with $work the folder of the comparison.

# begin_with KEY: the boots that are there are kept where they were made of the same things (KEY, a text);
# others cannot be compared with them.
begin_with() {
	if [ -e "$work/key" ] && [ "$(cat "$work/key")" != "$1" ]; then
		say 'kernels, module or scenario are not those of the boots that are there: they begin anew'
		rm -rf "$work"/{A,B,again,order,boot_ids}
	fi
	mkdir -p "$work"/{A,B,again}
	printf '%s\n' "$1" >"$work/key"
}

# take_boots BOOTS COMMAND NAME-OF-A NAME-OF-B: A B A', A' B A, A B A', ...  "COMMAND SIDE NUMBER FILE" makes
# one boot and leaves its result in FILE.  What is there already is kept.
take_boots() {
	local boots=$1 take=$2 done_so_far=0 order side result i
	local -A called=([A]=$3 [B]=$4 [again]=$3)
	for ((i = 1; i <= boots; i++)); do
		order=(A B again)
		[ $((i % 2)) -eq 1 ] || order=(again B A)
		for side in "${order[@]}"; do
			result=$work/$side/$i.json
			done_so_far=$((done_so_far + 1))
			[ ! -s "$result" ] || continue
			say "boot $done_so_far of $((3 * boots)): $side, kernel ${called[$side]}"
			"$take" "$side" "$i" "$result.new"
			mv "$result.new" "$result"
			printf '%s %s\n' "$side" "$i" >>"$work/order"
		done
	done
}

# compare_boots BOOTS ARGUMENTS-OF-COMPARE: table, comparison and drawings of as many boots as were
# asked for, though there may be more.
compare_boots() {
	local boots=$1 arguments=$2 tool format side i files=()
	local -A written=([json]=comparison.json [md]=table.md [text]=table.txt)
	tool=$("$top/scripts/build-host-tool")
	for side in A B again; do
		[ "$side" = A ] || files+=(--)
		for ((i = 1; i <= boots; i++)); do
			files+=("$work/$side/$i.json")
		done
	done
	for format in "${!written[@]}"; do
		# shellcheck disable=SC2086 # words
		"$tool" compare --format "$format" $arguments "${files[@]}" >"$work/new"
		mv "$work/new" "$work/${written[$format]}"
	done
	cat "$work/table.txt"
	"$top/scripts/plot-ab" "$work"
	printf 'boots, table, comparison: %s\n' "${work#"$top/"}"
}
