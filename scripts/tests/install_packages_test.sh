#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
#
# install-packages with a pretended apt: it asks for what is missing and for nothing else, says what
# to type where it may not, and fails when apt does.
#
# usage: install_packages_test.sh; prints TAP; exit: 0 all passed, 1 not
# shellcheck disable=SC2016 # the pretended programs expand them
set -euo pipefail
. "$(dirname "$0")/tap.sh"
. "$(dirname "$0")/tree.sh"

# Root, with apt; the packages in $work/installed are.
new_machine() {
	new_tree install-packages
	printf '# words\npackage\tcommand\tgroups\nlibx-dev\t-\trun,test\nshell\tsh\trun\nlinter\tno-such-linter\tlint\n' \
		>"$tree/configs/packages.tsv"
	mkdir -p "$work/bin"
	: >"$work/installed"
	: >"$work/apt"
	fake id 'echo 0'
	fake dpkg-query "for last; do :; done; ! grep -qx \"\$last\" '$work/installed' || printf installed"
	fake apt-get "echo \"\$*\" >>'$work/apt'"
}
packages() { timeout 30 env PATH="$work/bin:$PATH" "$tree/scripts/install-packages" "$@"; }
apt_does() { grep -qx -- "$1" "$work/apt"; }

new_machine
check 'a missing package is installed' ends 0 'apt: install libx-dev: done' packages run
check 'by name, without what it recommends' apt_does 'install --yes --no-install-recommends libx-dev'
new_machine
check 'a dry run only says so' ends 0 '^apt-get install .* libx-dev linter$' packages --dry-run test lint
check 'and does nothing' test ! -s "$work/apt"
echo libx-dev >"$work/installed"
check 'what is there is not asked for' packages run test
check 'and apt is left alone' test ! -s "$work/apt"

new_machine
fake id 'echo 1000'
fake sudo 'exit 1'
check 'who may not is told what to type' ends 1 'libx-dev; they can only .* sudo apt-get install .*libx-dev' packages run
check 'and apt is left alone then' test ! -s "$work/apt"
fake sudo 'echo sudo >>'"'$work/apt'"'; [ "$1" != -n ] || shift; exec "$@"'
check 'sudo without a password will do' ends 0 'done' packages run
check 'and is used' apt_does sudo

new_machine
fake apt-get "echo \"\$*\" >>'$work/apt'; [ \"\$1\" != install ] || grep -qx update '$work/apt'"
check 'an install that fails on old lists is tried once more on fresh ones' ends 0 'done' packages run
new_machine
fake apt-get 'echo "E: no network"; exit 100'
check 'an apt that fails fails, in its own words' ends 1 '^    E: no network' packages run

new_machine
fake apt-get "[ \"\$1\" = install ] || exit 0
printf '0 upgraded, 4 newly installed, 0 to remove\nGet:1 x\nGet:2 y\n'
n=0; until grep -q 'packages downloaded' '$work/said' || [ \$n -gt 200 ]; do n=\$((n + 1)); sleep 0.1; done"
says_how_far() {
	DMA_BENCH_STEP_EVERY=0.2 packages run 2>"$work/said"
	cat "$work/said"
	grep -q '2 of 4 packages downloaded' "$work/said"
}
check 'it says how far apt is' says_how_far

new_machine
check 'a group that no package has is a usage error' ends 2 'in no row' packages runn
: >"$tree/configs/packages.tsv"
check 'a lost table is no pass' ends 1 'cannot be read' packages run
tap_end
