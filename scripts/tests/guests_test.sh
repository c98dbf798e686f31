#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
#
# Rows of configs/guests.tsv take over cells from each other, and a guest gets QEMU's device tree
# with exactly the changes that its row names, and the ACPI table.
#
# usage: guests_test.sh; prints TAP; exit: 0 all passed, 1 not
# shellcheck disable=SC2016 # for the shell, or the pretended QEMU, that is started
set -euo pipefail
. "$(dirname "$0")/tap.sh"

tree=$work/tree
mkdir -p "$tree/scripts" "$tree/configs/acpi"
cp "$scripts/lib.sh" "$scripts/make-dtb" "$scripts/make-acpi" "$tree/scripts/"
cat >"$tree/configs/guests.tsv" <<'END'
# name is the first column
name	like	machine	append	extra	cpu	smp	memory_mib	dtb_drop	acpi_add
base	-	virt	console=x	-	max	4	1024	-	-
same	base	=	=	=	=	=	=	-	-
more	same	=	+ swiotlb=force	+ -device edu	=	=	=	smmu@*/dma-coherent pcie@1/dma-coherent	-
less	more	=	-	=	=	=	=	-	-
none	gone	=	=	=	=	=	=	-	-
ring	ring	=	=	=	=	=	=	-	-
node	base	=	=	=	=	=	=	nosuch@*/dma-coherent	-
prop	base	=	=	=	=	=	=	pcie@1/nosuch	-
port	base	=	=	=	=	=	=	-	port.asl
lost	base	=	=	=	=	=	=	-	lost.asl
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

# A QEMU that only writes a device tree.
printf '/dts-v1/;\n/ {\nsmmu@2 { dma-coherent; reg = <2>; };\npcie@1 { dma-coherent; reg = <1>; };\n};\n' >"$work/qemu.dts"
cat >"$work/qemu" <<END
#!/bin/sh
case \$2 in
dead,*) echo 'unsupported machine'; exit 1 ;;
*,dumpdtb=*) exec dtc -q -O dtb -o "\${2#*,dumpdtb=}" "$work/qemu.dts" ;;
esac
END
chmod +x "$work/qemu"

make_dtb() { rm -f "$work/dtb"; "$tree/scripts/make-dtb" "$1" "$work/qemu" "$work/dtb"; }
holds() { # GUEST "node/property..."
	local is
	make_dtb "$1" || return
	is=$(dtc -q -I dtb -O dts "$work/dtb" | awk '/@.*[{]/ { node = $1 } /^\t.*;$/ && !/}|=/ { sub(";", ""); printf "%s/%s ", node, $1 }')
	printf 'is "%s", wanted "%s"\n' "$is" "$2"
	[ "$is" = "$2" ]
}

check 'no change' holds base 'smmu@2/dma-coherent pcie@1/dma-coherent '
check 'both properties go' holds more ''
check 'a pattern that no node has is an error' ends 1 'dtb_drop nosuch@\*/dma-coherent: no such node' make_dtb node
check 'so is a property that the node has not' ends 1 'node /pcie@1 has no property nosuch' make_dtb prop
check 'and leaves no file' test ! -e "$work/dtb"
check "QEMU's own words are shown" ends 1 'unsupported machine' make_dtb dead

make_acpi() { "$tree/scripts/make-acpi" "$1" "$work/table.aml"; }
printf 'DefinitionBlock ("", "SSDT", 2, "DMABEN", "TEST", 1) { Name (\\_SB.PORT, 1) }\n' >"$tree/configs/acpi/port.asl"
printf 'DefinitionBlock ("", "SSDT", 2, "DMABEN", "TEST", 1) { Nonsense }\n' >"$tree/configs/acpi/lost.asl"
check 'a table that does not compile is an error' ends 1 'acpi_add lost.asl: does not compile: .*Error' make_acpi lost
check 'and leaves no table' test ! -e "$work/table.aml"
check 'a table is compiled' make_acpi port
check 'and is one of ACPI' grep -q '^SSDT' "$work/table.aml"

tap_end
