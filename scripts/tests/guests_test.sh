#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
#
# Rows of configs/guests.tsv take over cells from each other.
#
# usage: guests_test.sh; prints TAP; exit: 0 all passed, 1 not
# shellcheck disable=SC2016 # for the shell that is started
set -euo pipefail
. "$(dirname "$0")/tap.sh"

tree=$work/tree
mkdir -p "$tree/scripts" "$tree/configs"
cp "$scripts/lib.sh" "$tree/scripts/"
cat >"$tree/configs/guests.tsv" <<'END'
# name is the first column
name	like	machine	append	extra	cpu	smp	memory_mib	dtb_drop	dtb_add
base	-	virt	console=x	-	max	4	1024	-	-
same	base	=	=	=	=	=	=	-	-
more	same	=	+ swiotlb=force	+ -device edu	=	=	=	smmu@*/dma-coherent pcie@1/dma-coherent	-
less	more	=	-	=	=	=	=	-	-
none	gone	=	=	=	=	=	=	-	-
ring	ring	=	=	=	=	=	=	-	-
node	base	=	=	=	=	=	=	nosuch@*/dma-coherent	-
prop	base	=	=	=	=	=	=	pcie@1/nosuch	-
port	base	=	=	=	=	=	=	-	port.dtso
lost	base	=	=	=	=	=	=	-	lost.dtso
dead	base	dead	=	=	=	=	=	-	-
END

cell() { # GUEST COLUMN WANTED
	local is
	is=$(. "$tree/scripts/lib.sh" && guest_field "$1" "$2") || { printf 'status %d\n' $?; return 1; }
	printf 'is "%s", wanted "%s"\n' "$is" "$3"
	[ "$is" = "$3" ]
}
fails() { # TEXT GUEST COLUMN
	ends 1 "$1" bash -c '. "$1/scripts/lib.sh"; guest_field "$2" "$3"' - "$tree" "$2" "$3"
}

check 'a cell of its own' cell base append console=x
check '"=" is the cell of the guest that it is like' cell same append console=x
check '"+" puts words behind that cell' cell more append 'console=x swiotlb=force'
check '"+" on an empty cell is those words' cell more extra '-device edu'
check 'a cell that is taken over from a "+"' cell less extra '-device edu'
check '"-" takes nothing over' cell less append -
check 'a guest that is not there' fails '' nobody append
check 'a column that is not there is empty' cell base colour ''
check 'like a guest that is not there' fails 'no such guest to resemble: gone' none append
check 'like itself' fails 'no such guest to resemble' ring append

tap_end
