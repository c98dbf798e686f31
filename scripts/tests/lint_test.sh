#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
#
# lint finds nothing in a clean small tree, and each of its checks finds the fault that is planted
# for it.  A check whose tool is not installed here is skipped.
#
# usage: lint_test.sh; prints TAP; exit: 0 all passed, 1 not
# shellcheck disable=SC2016 # planted scripts
set -euo pipefail
. "$(dirname "$0")/tap.sh"
kernel_source=$("$scripts/fetch-kernel" 7)
. "$(dirname "$0")/tree.sh"

selftests=tools/testing/selftests/dma

plant() { # FILE, its text on standard input
	mkdir -p "$tree/$(dirname "$1")"
	cat >"$tree/$1"
}

make_clean_tree() {
	new_tree lint
	pretend install-packages 'exit 0'
	pretend fetch-kernel "echo '$kernel_source'"
	pretend kselftest-headers "echo '$kernel_source/tools/testing/selftests'"
	# A kbuild that does no more than lint asks of it.
	pretend build-kernel "echo '$work/kbuild'"
	mkdir "$work/kbuild"
	printf 'modules:\n\t@[ "$(C)$(W)" = 21 ]\n\t@sparse -D__user="__attribute__((noderef, address_space(1)))" $(M)/sparse.c\n' \
		>"$work/kbuild/Makefile"
	printf 'static int *x;\n' | plant kernel/dma/sparse.c
	cp "$scripts/../configs/checkpatch-ignore.tsv" "$tree/configs/"
	cp "$scripts/../.shellcheckrc" "$tree/"
	git init -q "$tree"
	# What is pretended holds paths of this machine, which lint would rightly find.
	printf '%s\n' /out/ /scripts/{fetch-kernel,build-kernel,kselftest-headers} sparse.c | plant .gitignore
	printf 'obj-m := x.o\n' | plant kernel/dma/Makefile
	printf '// SPDX-License-Identifier: GPL-2.0\n/* A module. */\n#include <linux/module.h>\n\nMODULE_DESCRIPTION("x");\nMODULE_LICENSE("GPL");\n' |
		plant kernel/dma/x.c
	printf '/* SPDX-License-Identifier: GPL-2.0 */\n/* Nothing. */\n' | plant include/x.h
	printf '// SPDX-License-Identifier: GPL-2.0\n/* Nothing. */\nint main(void)\n{\n\treturn 0;\n}\n' | tee "$work/main.c" |
		plant scripts/guest/init.c
	plant $selftests/x_test.c <"$work/main.c"
	printf 'TESTS := x_test\n' | plant $selftests/Makefile
	printf '#!/bin/sh\necho "$1"\n' | plant scripts/tests/x_test.sh
	chmod +x "$tree/scripts/tests/x_test.sh"
	printf 'See `scripts/lint`.\n' | plant README.md
	mv "$tree" "$work/clean"
}

clean_tree() {
	rm -rf "$tree"
	cp -a "$work/clean" "$tree"
}

lines() { awk -v n="$1" 'BEGIN { while (n--) print "" }'; } # NUMBER: of empty lines

lint() { timeout 120 "$tree/scripts/lint" "$@"; }
has_tool() { # CHECK
	case $1 in
	checkpatch) command -v perl ;;
	sparse | gcc | clang | cppcheck | shellcheck) command -v "$1" ;;
	manual) command -v mandoc ;;
	documents) command -v sphinx-build ;;
	esac >/dev/null
}

# Runs CHECK on what was planted, and wants a test for each of the lines NAME|TEXT behind: that
# CHECK failed, and that its words hold TEXT.
finds() { # CHECK, lines on standard input
	local name text
	! has_tool "$1" || lint "$1" >"$work/said" 2>&1 || :
	while IFS='|' read -r name text; do
		if has_tool "$1"; then
			check "$1: $name" said "$1" "$text"
		else
			skip "$1: $name" 'its tool is not installed'
		fi
	done
}
said() { # CHECK TEXT
	cat "$work/said"
	grep -qE "^$1 +FAILED" "$work/said" && grep -qE -- "$2" "$work/said"
}

make_clean_tree
clean_tree
checks=()
for name in checkpatch sparse cppcheck shellcheck leftovers paths tests sizes; do
	! has_tool $name || checks+=("$name")
done
check "a clean tree is clean: ${checks[*]}" ends 0 '^sizes +ok' lint "${checks[@]}"

printf '\nint x( int y);\n' >>"$tree/kernel/dma/x.c"
printf '\nint y; \n' >>"$tree/$selftests/x_test.c"
finds checkpatch <<'END'
a space too many in the module|kernel/dma/x.c:.*SPACING
a space at the end of a line of a tool|x_test.c:.*TRAILING_WHITESPACE
END

clean_tree
printf 'static int __user *y;\nstatic void z(void) { x = y; }\n' >>"$tree/kernel/dma/sparse.c"
finds sparse <<<'a user pointer taken for a kernel one|different address spaces'
clean_tree
printf 'modules:\n\t@exit 1\n' >"$work/kbuild/Makefile"
finds sparse <<<'a module that does not compile|Error 1'

# The real Makefile: its first program stops it.
clean_tree
rm -r "${tree:?}/tools"
cp -r "$scripts/../tools" "$scripts/../include" "$tree/"
printf 'static int unused_here;\n' >>"$tree/$selftests/abi_limits_test.c"
for compiler in gcc clang; do
	finds $compiler <<<'a warning in a tool|unused_here.*-Werror'
done
printf 'static int unused_here;\n' >>"$tree/scripts/guest/init.c"
for compiler in gcc clang; do
	finds $compiler <<<'a warning in init|init.c:.*unused_here'
done

clean_tree
printf 'int x(void)\n{\n\tint y[2] = {0};\n\n\treturn y[2];\n}\n' | plant tools/x.c
finds cppcheck <<<'an index out of bounds|x.c:.*out of bounds'

clean_tree
printf '#!/bin/sh\necho $1\n' | plant scripts/x
printf '# shellcheck shell=sh\necho $1\n' | plant scripts/x.sh
finds shellcheck <<'END'
a word without quotes, in a script without a suffix|scripts/x line 2
the same in a file to be sourced|scripts/x.sh line 2
END

clean_tree
while read -r name mark; do
	printf '// %b this\n' "$mark" | plant "kernel/dma/$name.c"
done <<'END'
todo TO\x44O:
fixme FIX\x4dE
triple X\x58X
home /ho\x6de/me
mirror http://deb.deb\x69an.org
END
finds leftovers <<'END'
something to do|kernel/dma/todo.c:1
something to fix|kernel/dma/fixme.c:1
three times the same letter|kernel/dma/triple.c:1
a path of one machine|kernel/dma/home.c:1
the name of a mirror|kernel/dma/mirror.c:1
END
clean_tree
mkdir "$work/bin"
printf '#!/bin/sh\ncase "$*" in *FIX*) echo "grep: out of memory" >&2; exit 2 ;; esac\nexec /bin/grep "$@"\n' >"$work/bin/grep"
chmod +x "$work/bin/grep"
check 'leftovers: a grep that cannot look is no pass' ends 1 'out of memory' env PATH="$work/bin:$PATH" "$tree/scripts/lint" leftovers

clean_tree
printf 'See `scripts/gone`.\n' >>"$tree/README.md"
finds paths <<<'a path that does not exist|README.md: scripts/gone'

# A tool with one verb, which has one option.
clean_tree
pretend build-host-tool "echo '$work/tool'"
printf '#!/bin/sh\n[ $# = 1 ] && echo "  run  runs" || echo "  --size BYTES  how much"\n' >"$work/tool"
chmod +x "$work/tool"
manual() { # MACRO LINES...
	{ printf '.\\" SPDX-License-Identifier: GPL-2.0\n.Dd January 1, 2026\n.Dt X 1\n.Os\n.Sh NAME\n.Nm x\n.Nd y\n.Sh DESCRIPTION\n.Bl -tag -width Ds\n'
		printf '%s\n' "$@" .El; } | plant Documentation/dma_map_benchmark.1
}
manual '.It Cm run' '.It Fl -size'
! has_tool manual || check 'manual: verb and option are there' ends 0 '^manual +ok' lint manual
manual '.It Cm walk'
finds manual <<'END'
a verb that the manual leaves out|nothing about the verb run
an option that it leaves out|nothing about --size
END
manual '.It Cm run' '.It Fl -size' '.Nonsense'
finds manual <<<'a macro that there is not|unknown macro'

clean_tree
printf 'project = "x"\n' | plant Documentation/conf.py
printf 'Head\n====\n\n:doc:`gone`\n' | plant Documentation/index.rst
finds documents <<<'a reference to nothing|unknown document'
clean_tree
pretend check-docs "echo 'nobody runs: make x'; exit 1"
finds commands <<<'a command that nobody runs|nobody runs: make x'

clean_tree
plant $selftests/y_test.c <"$work/main.c"
printf '#!/bin/sh\n' | tee "$work/y" | plant scripts/tests/y_test.sh
plant scripts/tests/z.sh <"$work/y"
finds tests <<'END'
a test that the Makefile does not name|y_test.c is not in
a test of scripts that is not executable|y_test.sh: run-tests runs
a file that no test of scripts uses|scripts/tests/z.sh: run-tests runs
END

clean_tree
lines 501 | plant tools/y.c
lines 251 | plant scripts/tests/x_test.sh
finds sizes <<'END'
a long file|y.c: 501 lines, at most 500
a long test|x_test.sh: 251 lines, at most 250
END

printf 'See `scripts/gone`.\n' >>"$tree/README.md"
check 'all checks run, whatever the first one found' ends 1 'something: paths sizes' lint paths tests sizes
rm "$tree/README.md"
check 'a check that has nothing to look at fails' ends 1 'no source is like' lint paths
check 'without git nothing is clean' ends 1 'not a git repository' env GIT_DIR=/nowhere "$tree/scripts/lint" sizes
check 'an unknown check is told, with those that exist' ends 2 'no check "spelling"; known: checkpatch sparse' lint spelling
tap_end
