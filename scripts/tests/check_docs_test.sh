#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
#
# The commands of the documentation: found in every kind of block, each with somebody who runs it.
#
# usage: check_docs_test.sh; prints TAP; exit: 0 all passed, 1 not
set -euo pipefail
. "$(dirname "$0")/tap.sh"
. "$(dirname "$0")/tree.sh"

new_docs() {
	new_tree check-docs doc-commands
	mkdir -p "$tree/Documentation"
	# shellcheck disable=SC2016 # a fence of Markdown
	printf 'Text: make nothing.\n\n```\nmake run   # a remark\nwords that are no command\n```\n' >"$tree/README.md"
	printf 'Say::\n\n\tdma_map_benchmark run \\\n\t  --size 4K\n\nmake no block\n' >"$tree/Documentation/a.rst"
	printf '.Bd -literal\ndma_map_benchmark devices\n.Ed\nmake text\n' >"$tree/Documentation/dma_map_benchmark.1"
	rows 'make run' host 'dma_map_benchmark *' guest
}
rows() { # COMMAND BY ...
	printf 'command\tby\tstatus\tmore\n' >"$tree/configs/doc-commands.tsv"
	printf '%s\t%s\t0\t-\n' "$@" >>"$tree/configs/doc-commands.tsv"
}
commands_are() {
	local found
	found=$("$tree/scripts/doc-commands" | cut -f 1,3)
	printf '%s\n' "$found"
	[ "$found" = "$1" ]
}

new_docs
check 'commands of fenced, indented and literal blocks are found' commands_are \
	$'README.md\tmake run\nDocumentation/a.rst\tdma_map_benchmark run --size 4K\nDocumentation/dma_map_benchmark.1\tdma_map_benchmark devices'
check 'each has a row' "$tree/scripts/check-docs" --dry-run
rows 'make run' host
check 'one that nobody runs is told' ends 1 'a.rst:3: nobody runs "dma_map_benchmark run --size 4K"' \
	"$tree/scripts/check-docs" --dry-run
rows 'make run' host 'dma_map_benchmark *' guest 'make old' host
check 'a row without a command is told' ends 1 'no document shows a command like make old' \
	"$tree/scripts/check-docs" --dry-run
rows 'make run' scripts/none 'dma_map_benchmark *' guest
check 'a script that is not there is told' ends 1 'by scripts/none: neither host nor guest' \
	"$tree/scripts/check-docs" --dry-run

# On the host and in a pretended guest.
new_docs
pretend fetch-kernel 'echo /nowhere'
pretend build-module true
pretend build-tools true
guest_prints() { pretend boot-guest "printf '$1'"; }
guest_prints '== Documentation/a.rst:3 x\n== status 0\n== y\n== status 0\n'
printf 'run:\n\t@exit %s\n' "\$(STATUS)" >"$tree/Makefile"
check 'all went well' env STATUS=0 "$tree/scripts/check-docs" guest 6.12
check 'a command that fails on the host is told' ends 1 '^not ok 5 README.md:4 make run' \
	env STATUS=1 "$tree/scripts/check-docs" guest 6.12
guest_prints '== x\nit said no\n== status 1\n'
check 'and one that fails in the guest, with what it said' ends 1 '^not ok 3 x' env STATUS=0 "$tree/scripts/check-docs" guest 6.12
guest_prints '== x\n'
check 'and one in which the guest ended' ends 1 '^not ok 3 x' env STATUS=0 "$tree/scripts/check-docs" guest 6.12
pretend boot-guest 'exit 125'
check 'and a guest without a verdict' ends 1 '^not ok 2 guest guest ran' env STATUS=0 "$tree/scripts/check-docs" guest 6.12
tap_end
