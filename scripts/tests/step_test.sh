#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
#
# A step of a script that fails says what it said, wherever it failed.
#
# usage: step_test.sh; prints TAP; exit: 0 all passed, 1 not
# shellcheck disable=SC2016 # the script under test expands them
set -euo pipefail
. "$(dirname "$0")/tap.sh"

script() { # BODY
	printf '#!/usr/bin/env bash\nset -euo pipefail\n. "%s/lib.sh"\n%s\n' "$scripts" "$1" >"$work/script"
	bash "$work/script"
}
half_way() { script 'work() { echo reason; (exit 5) | cat; true; }; step build "some work" work'; }
at_the_end() { script 'work() { echo reason; return 3; }; step build "some work" work'; }
done_well() { script 'work() { echo reason; }; step build "some work" work'; }

check 'its last command failed' ends 1 'FAILED: some work; it said:' at_the_end
check 'it failed half way, in a pipeline' ends 1 'FAILED: some work; it said:' half_way
check 'and the reason is shown' ends 1 '^ +reason$' half_way
check 'it went well' ends 0 'some work: done' done_well

tap_end
