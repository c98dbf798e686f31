#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
#
# `make mutants` in a pretended tree: it says "detected" only when the test that the table names
# fails with the bug and passes without it, and never takes a broken run for a detection.
#
# usage: mutants_test.sh; prints TAP; exit: 0 all passed, 1 not
# shellcheck disable=SC2016 # the pretended programs expand them
set -euo pipefail
. "$(dirname "$0")/tap.sh"

tree=$work/tree
export XDG_CACHE_HOME=$work/cache
unset DMA_BENCH_OUT DMA_BENCH_TIMES

pretend() { # PROGRAM SCRIPT
	printf '#!/bin/sh\n%s\n' "$2" >"$tree/scripts/$1"
	chmod +x "$tree/scripts/$1"
}

# What the guest's runner prints: one program of one test, then its total.
kselftest() { # "ok"|"not ok"
	printf 'printf "TAP version 13\\n1..1\\n# selftests: dma: copy_test\\n# TAP version 13\\n# 1..2\\n# %s 1 unmap copies once\\n# ok 2 map copies once\\n%s 1 selftests: dma: copy_test\\n# Totals: pass:1 fail:0 skip:0\\n"\n' \
		"$1" "$1"
	[ "$1" = ok ] || printf 'exit 1\n'
}

# without the bug, with it
runs() { # SCRIPT SCRIPT
	pretend run-kselftest "case \$* in
*+*) $2 ;;
*) $1 ;;
esac"
}

counts() { # "ok"|"not ok"
	printf 'printf "TAP version 13\\n%s 1 unmap waits\\n1..1\\n"\n' "$1"
	[ "$1" = ok ] || printf 'exit 1\n'
}

planted() { # MUTANT SUITE EXPECTED
	printf 'mutant\tkernel\tguest\tsuite\texpected\twhy\n%s\t6.12\tguest\t%s\t%s\twhy\n' "$@" >"$tree/configs/mutants.tsv"
}

good_tree() {
	rm -rf "$tree"
	mkdir -p "$tree/scripts" "$tree/configs"
	cp "$scripts"/lib.sh "$scripts"/mutants "$scripts"/ktap-summary* "$tree/scripts/"
	printf 'name\tarch\nguest\tarm64\n' >"$tree/configs/guests.tsv"
	planted twice kselftest 'copy_test/*unmap copies once'
	runs "$(kselftest ok)" "$(kselftest 'not ok')"
}

# The last line and the status of a run, and what its table says of the mutant.
mutants() { # STATUS LAST-LINE VERDICT [MUTANT]
	local status=0 said
	said=$("$tree/scripts/mutants" ${4:+"$4"} 2>&1) || status=$?
	printf '%s\nstatus %d, wanted %d, "%s" and "%s"\n' "$said" "$status" "$1" "$2" "$3"
	[ "$status" -eq "$1" ] && [ "$(tail -n 1 <<<"$said")" = "$2" ] &&
		grep -qE "^twice +6.12 guest [a-z]+ +$3" <<<"$said"
}
detected() { mutants 0 '1 of 1 mutants detected' 'detected$'; }
missed() { mutants 1 '0 of 1 mutants detected' 'NOT detected$'; }
error() { mutants 1 '0 of 1 mutants detected' "ERROR: $1"; }

good_tree
check 'the named test fails with the bug only: detected' detected
check 'the table is kept' grep -q '^twice .* detected$' "$tree/out/mutants/table"
check 'what failed is told' grep -q 'failed *copy_test/unmap copies once$' "$tree/out/mutants/table"
check 'one by name' mutants 0 '1 of 1 mutants detected' 'detected$' twice
check 'an unknown name' ends 1 'mutant "thrice" .* known: twice$' "$tree/scripts/mutants" thrice

good_tree
runs "$(kselftest ok)" "$(kselftest ok)"
check 'all tests pass with the bug: not detected' missed

good_tree
planted twice kselftest 'copy_test/map copies once'
check 'another test than the named one fails: not detected' missed

good_tree
planted twice kselftest 'copy_test/unmap*twice'
check 'a test that does not exist: error' error 'on the unmodified kernel no such test passes'

good_tree
runs "$(kselftest 'not ok')" "$(kselftest 'not ok')"
check 'the unmodified kernel fails as well: error' error 'the unmodified kernel fails: copy_test/unmap copies once'

good_tree
runs 'exit 125' "$(kselftest 'not ok')"
check 'the unmodified kernel gives no verdict: error' error 'the unmodified kernel status 125'

good_tree
runs "$(kselftest ok | sed 's/ok 1 unmap copies once/& # SKIP no probe/')" "$(kselftest 'not ok')"
check 'the test is skipped on the unmodified kernel: error' error 'on the unmodified kernel no such test passes'

good_tree
runs "$(kselftest ok)" 'echo "dma-bench: no verdict: the time limit was reached" >&2; exit 125'
check 'no verdict: error' error 'status 125: dma-bench: no verdict: the time limit was reached'

good_tree
runs "$(kselftest ok)" 'echo "dma-bench: FAILED: kernel: compile" >&2; exit 1'
check 'a kernel that does not build: error' error 'it ended early: dma-bench: FAILED: kernel: compile'

good_tree
runs "$(kselftest ok)" "$(kselftest 'not ok' | sed 's/# Totals.*"/"/')"
check 'a log without its end: error, although the test failed' error 'it ended early'

good_tree
runs "$(kselftest ok)" "$(kselftest 'not ok' | sed 's/1\.\.2/1..3/')"
check 'a truncated log: error' error 'its log is not whole'

good_tree
runs "$(kselftest ok)" "$(kselftest 'not ok' | grep -v exit)"
check 'a status that contradicts the log: error' error 'status 0, but 1 tests failed'

good_tree
runs "$(kselftest ok)" "$(kselftest ok); exit 1"
check 'a failure that no test tells: error' error 'status 1, but 0 tests failed'

good_tree
planted twice counts 'unmap waits'
pretend check-counts "case \$* in *+*) $(counts 'not ok') ;; *) $(counts ok) ;; esac"
check 'by counts: detected' detected
pretend check-counts "$(counts ok)"
check 'by counts: not detected' missed
pretend check-counts "case \$* in *+*) printf 'TAP version 13\nnot ok 1 unmap waits\n'; exit 1 ;; *) $(counts ok) ;; esac"
check 'by counts: no plan: error' error 'it ended early'

good_tree
planted twice none 'unmap waits'
check 'an unknown suite: error' error 'the unmodified kernel status 2: no such suite: none'

# ---- the real table ----
table() { grep -v -e '^#' -e $'^mutant\t' "$scripts/../configs/mutants.tsv" | cut -f "$1" | sort; }
bugs() { grep -l '^// Planted bug: ' "$scripts"/../configs/variants/*.cocci | xargs -n 1 basename -s .cocci | sort; }
check 'each planted bug has a row, and each row a planted bug' diff <(bugs) <(table 1)
guests_are_known() {
	local guest
	while IFS= read -r guest; do
		grep -q "^$guest"$'\t' "$scripts/../configs/guests.tsv" || {
			printf 'no such guest: %s\n' "$guest"
			return 1
		}
	done < <(table 3 | uniq)
}
check 'each guest is known' guests_are_known

tap_end
