#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
#
# Both forms of apt's source lists are understood.
#
# usage: apt_sources_test.sh; prints TAP; exit: 0 all passed, 1 not
set -euo pipefail
. "$(dirname "$0")/tap.sh"

reads() { # PARSER WANTED (tabs as |)
	local is
	is=$(awk -f "$scripts/$1" "$work/sources" | sed 's/ *\t/|/g; s/ *$//')
	printf 'is:     %s\nwanted: %s\n' "$is" "$2"
	[ "$is" = "$2" ]
}

cat >"$work/sources" <<'LIST'
# deb http://mirror.example/old buster main
deb http://mirror.example/debian bookworm main contrib # comment
deb-src http://mirror.example/debian bookworm main
deb [arch=amd64 signed-by=/keys/a.gpg] http://mirror.example/security bookworm-security main
LIST
check 'one-line form' reads apt-one-line.awk "$(printf '%s\n' \
	'http://mirror.example/debian|bookworm|main contrib|' \
	'http://mirror.example/security|bookworm-security|main|/keys/a.gpg')"

cat >"$work/sources" <<'LIST'
Types: deb deb-src
# comment
URIs: http://mirror.example/debian
Suites: trixie
 trixie-updates
Components: main
Signed-By: /keys/a.gpg

Enabled: no
Types: deb
URIs: http://mirror.example/off
Suites: trixie
Components: main
LIST
check 'deb822 form' reads apt-deb822.awk 'http://mirror.example/debian|trixie trixie-updates|main|/keys/a.gpg'

cat >"$work/sources" <<'LIST'
Types: deb
URIs: http://mirror.example/debian
Suites: trixie
Components: main
Signed-By:
 -----BEGIN PGP PUBLIC KEY BLOCK-----
 .
 mDME
 -----END PGP PUBLIC KEY BLOCK-----
LIST
check 'a key inside a deb822 stanza keeps its lines' reads apt-deb822.awk \
	'http://mirror.example/debian|trixie|main|\n -----BEGIN PGP PUBLIC KEY BLOCK-----\n .\n mDME\n -----END PGP PUBLIC KEY BLOCK-----'

tap_end
