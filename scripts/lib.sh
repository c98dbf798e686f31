# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash disable=SC2034 # used by those who source this
#
# Shared by every script here: where things are, how a step reports itself, locks, the tables in
# configs/.  To be sourced.  Convention: standard output carries a script's result (a folder, a
# list), everything said to people goes to standard error.

top=$(cd "${BASH_SOURCE[0]%/*}/.." && pwd)
cache=${XDG_CACHE_HOME:-${HOME:-}/.cache}/dma-bench
out=${DMA_BENCH_OUT:-$top/out}
jobs=${JOBS:-$(nproc)}
export LC_ALL=C
# Scripts call each other: this names the run that they belong to.
export DMA_BENCH_RUN=${DMA_BENCH_RUN:-$$-$EPOCHSECONDS}

say() { printf 'dma-bench: %s\n' "$*" >&2; }
die() { say "error: $*"; exit 1; }
usage() { say "usage: $*"; exit 2; }

# make and kbuild take these paths apart at white space, long after the first minute.
for path in "$top" "$cache" "$out"; do
	case $path in
	*[[:space:]\'\"]*) die "the path \"$path\" has a space or a quote, which kbuild cannot take; move the clone, or set XDG_CACHE_HOME" ;;
	/.cache/*) die 'neither XDG_CACHE_HOME nor HOME is set: set one, the cache goes there' ;;
	/*) ;;
	*) die "the path \"$path\" is relative: set XDG_CACHE_HOME and DMA_BENCH_OUT to absolute ones" ;;
	esac
done

# ---------------------------------------------------------------- steps
# step KIND LABEL [-p PROBE] [-o] COMMAND...
# Runs COMMAND quietly (V=1: openly), says what runs, every 10 s how far it is (PROBE prints
# that, perhaps out of $step_log), and how long it took.  With -o COMMAND's output is the result and goes out.
# A failing COMMAND shows its log and ends the script (with 1, or with -o its own status).  Where set -e is off, as in "step ... ||
# ...", its status is returned instead, and a COMMAND that is a function must mind its own errors.
# KIND (download, build, run, test) is what `scripts/times` adds up.
step_label='' step_log='' step_beat='' step_every=${DMA_BENCH_STEP_EVERY:-10}

step() {
	local kind=$1 label=$2 probe='' result=no start=$SECONDS status
	shift 2
	if [ "$1" = -p ]; then
		probe=$2
		shift 2
	fi
	if [ "$1" = -o ]; then
		result=yes
		shift
	fi
	say "$label ..."
	step_label=$label
	[ "$result" = yes ] || step_log=$(mktemp)
	step_heartbeat "$label" "$probe" "$start" &
	step_beat=$!
	if [ "$result" = yes ]; then
		"$@"
	elif [ "${V:-0}" = 1 ]; then
		"$@" >&2
	else
		# In a shell of its own: where set -e ends COMMAND half way, the messages of this one
		# would go to the log as well.
		("$@") >"$step_log" 2>&1
	fi
	status=$?
	if [ "$status" -eq 0 ]; then
		step_warnings
		step_end
		say "$label: done, $((SECONDS - start)) s"
	else
		step_failed
	fi
	note_time "$kind" $((SECONDS - start)) "$label"
	return "$status"
}

# The sleep is a child that outlives a plain kill and would keep a pipe behind us open.
step_heartbeat() {
	local label=$1 probe=$2 start=$3 sleeper='' far
	trap 'kill "$sleeper" 2>/dev/null; exit 0' TERM
	trap - EXIT
	while :; do
		sleep "$step_every" >/dev/null 2>&1 &
		sleeper=$!
		wait "$sleeper"
		kill -0 $$ 2>/dev/null || exit 0
		far=$($probe 2>/dev/null || :)
		say "$label: ${far:+$far, }$((SECONDS - start)) s"
	done
}

# What a Makefile warns of (a library is missing, so something is left out) is no failure, but must
# not stay in the log of a step that went well.
step_warnings() { [ ! -s "$step_log" ] || sed -nE '/^[^ ]*Makefile[^ :]*:[0-9]+: /s/^/    /p' -- "$step_log" >&2; }

step_end() {
	[ -z "$step_beat" ] || kill "$step_beat" 2>/dev/null || :
	[ -z "$step_beat" ] || wait "$step_beat" 2>/dev/null || :
	[ -z "$step_log" ] || rm -f -- "$step_log"
	step_label='' step_beat='' step_log=''
}

step_failed() {
	[ -n "$step_label" ] || return 0
	if [ -s "$step_log" ]; then
		say "FAILED: $step_label; it said:"
		tail -n 40 -- "$step_log" | sed 's/^/    /' >&2
	else
		say "FAILED: $step_label"
	fi
	step_end
}

# One list of clean-ups for the whole script, run last to first, whatever ends it.
cleanups=()
at_exit() { cleanups=("$*" "${cleanups[@]}"); }

run_cleanups() {
	local status=$? command
	if [ "$status" -ne 0 ]; then
		# make's 2 would look like a usage error of the script; more than 128 is a signal.
		[ -z "$step_log" ] || [ "$status" -gt 128 ] || status=1
		step_failed
	fi
	for command in "${cleanups[@]}"; do
		eval "$command" || :
	done
	exit "$status"
}
trap run_cleanups EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

note_time() {
	[ -z "${DMA_BENCH_TIMES:-}" ] || printf '%s\t%s\t%s\n' "$1" "$2" "$3" >>"$DMA_BENCH_TIMES"
}

# ---------------------------------------------------------------- locks, temporary folders
# lock NAME: held until the script ends; a second run waits instead of fighting.
lock() {
	mkdir -p "$cache/locks"
	exec 9>"$cache/locks/${1//\//_}"
	flock -n 9 && return
	say "waiting for another run that holds $1"
	flock 9
}

# temporary_beside PATH: a folder on the same file system, to be renamed to PATH when complete.
# To be called with a lock for PATH held: what a killed run left there goes.
temporary_beside() {
	mkdir -p "$(dirname "$1")"
	rm -rf -- "$1".partial.*
	temporary=$(mktemp -d "$1.partial.XXXXXX")
	at_exit "rm -rf -- '$temporary'"
}

megabytes_in() { du -sm -- "$1" 2>/dev/null | cut -f1; }

# ---------------------------------------------------------------- programs that were built
# The selftests' Makefile knows what belongs beside the programs, and has put it there; only its
# objects are of no use elsewhere.
copy_selftests() { # FROM TO
	find "$1" -mindepth 1 -maxdepth 1 ! -name '.*' ! -name obj ! -name host -exec cp -r -t "$2" {} +
}

# What `flamegraph` fills in, beside it. Nobody gets npm for that: where it is not, the rest is whole.
copy_flamegraph_page() { # TO
	local page
	if command -v npm >/dev/null && page=$("$top/scripts/make-flamegraph-page"); then
		cp -- "$page" "$1/flamegraph-template.html"
	else
		say 'note: no flamegraph-template.html, which takes npm (Debian: npm) and its registry: flamegraph will write tables, and no page'
	fi
}

# ---------------------------------------------------------------- variants of a kernel
# variant_touch SOURCE: what a variant changed becomes newer than every object that was taken over
# from its original, since make only compares times.
variant_touch() {
	sed -n "s|^+++ |$1/|p" "$1/variant.diff" | xargs touch --
}

# ---------------------------------------------------------------- tables
# guest_field GUEST COLUMN: one cell of configs/guests.tsv, by the name in its header line; the
# head of that file says what "=" and "+" are.
guest_field() {
	awk -F '\t' -v guest="$1" -v column="$2" '
		function cell(name, depth,    own, base) {
			own = row[name]
			if (own !~ /^(=$|[+] )/)
				return own
			if (depth > 9 || !(like[name] in row)) {
				print "guests.tsv: " name ": no such guest to resemble: " like[name] >"/dev/stderr"
				exit broken = 1
			}
			base = cell(like[name], depth + 1)
			if (own == "=")
				return base
			return (base == "-" ? "" : base " ") substr(own, 3)
		}
		/^#/ { next }
		!header { header = 1; for (i = 1; i <= NF; i++) at[$i] = i; next }
		{ row[$1] = column in at ? $at[column] : ""; like[$1] = $at["like"] }
		END {
			if (broken || !(guest in row))
				exit 1
			if (column in at)
				print cell(guest, 0)
		}' "$top/configs/guests.tsv"
}

guest_names() {
	awk -F '\t' '/^#/ { next } !header { header = 1; next } { print $1 }' "$top/configs/guests.tsv"
}

check_guest() {
	guest_field "$1" name >/dev/null ||
		die "guest \"$1\" is not in configs/guests.tsv; known:" "$(guest_names | paste -sd ' ')"
}

# Or is its kernel built here?
is_debian_kernel() { # GUEST
	[[ "$(guest_field "$1" configs) " == 'debian '* ]]
}

# A kernel word may be a path; as part of a folder name it becomes its last component.
kernel_word() {
	case $1 in
	*/* | .) basename -- "$(cd -- "$1" 2>/dev/null && pwd || printf '%s' "$1")" ;;
	*) printf '%s\n' "$1" ;;
	esac
}
# A semantic patch changes the kernel, not its tools: 7 for 7+unbatched; a path as it is.
unpatched_kernel() {
	case $1 in
	*/* | .) printf '%s\n' "$1" ;;
	*) printf '%s\n' "${1%%+*}" ;;
	esac
}
run_dir() { printf '%s/%s-%s\n' "$out" "$1" "$(kernel_word "$2")"; }
