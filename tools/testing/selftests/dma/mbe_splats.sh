# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=sh
# For run_kselftest.sh, sourced: what of the kernel log is a fault. Plain POSIX
# shell and awk: a guest has nothing but busybox.
#
# A test that misuses the API on purpose tells the log what it provokes:
#
#	dma-selftest begin: NAME
#	dma-selftest expect: EXTENDED REGULAR EXPRESSION
#	dma-selftest end: NAME
#
# Between begin and end a warning report, from "cut here" to "end trace", is no
# fault when one of its lines matches; nor is a line of the DMA API's debugging.
# Nothing else can be expected. An expression that matches any warning is
# itself a fault, and counts for nothing.

# One message of the kernel is one line; these begin a report of a fault. At
# least what configs/splats has: the tests of this script compare.
MBE_SPLAT='WARNING:|BUG:|BUG |Oops|Kernel panic|Call [Tt]race:|Unable to handle'
MBE_SPLAT="$MBE_SPLAT|general protection fault|soft lockup|hard LOCKUP|rcu.*stall"
MBE_SPLAT="$MBE_SPLAT|INFO: task .* blocked|UBSAN:|KASAN:|KFENCE:|kmemleak: .* new suspected|refcount_t:"
MBE_SPLAT="$MBE_SPLAT|possible circular locking|possible recursive locking|suspicious RCU"
MBE_SPLAT="$MBE_SPLAT|inconsistent lock state|circular locking dependency|Internal error:"
MBE_SPLAT="$MBE_SPLAT|list_(add|del) corruption|dma_map_benchmark_ext. enqueued on deprecated"
MBE_SPLAT="$MBE_SPLAT|DMA-API: .*(device driver|mapping error|leak)"

# What an expected report may hold besides the line that matches; any other line
# that looks like a fault belongs to another report, or is worse than a warning.
MBE_SPLAT_OF_WARNING='WARNING:|Call [Tt]race:|DMA-API:'

# Prints the faults in the messages of the file $1, one line each. Not 0 when it
# cannot judge: a bad expression ends awk.
mbe_faults()
{
	awk -v splat="$MBE_SPLAT" -v harmless="$MBE_SPLAT_OF_WARNING" '
	function expected(line,    i) {
		for (i = 1; i <= patterns; i++)
			if (line ~ pattern[i])
				return 1
		return 0
	}

	function too_much(text) {
		return text == "" || "" ~ text || "Call trace:" ~ text ||
			"WARNING: CPU: 0 PID: 1 at x.c:1 x+0x1/0x2" ~ text
	}

	# The report that has been collected, in case it is one to be told.
	function tell_report() {
		if (in_report && first != "")
			print first
		in_report = 0
	}

	# Anything but a lone expected warning is told by its own lines.
	function note_in_report(line) {
		warnings += line ~ /WARNING:/
		if (line ~ splat && first == "")
			first = line
		if (line ~ splat && (line !~ harmless || warnings > 1)) {
			print line
			told = 1
		}
		hit = hit || expected(line)
		if (line !~ /---\[ end trace/)
			return
		if (hit || told)
			first = ""
		tell_report()
	}

	{
		text = $0
		sub(/^(\[[^]]*\] *)+/, "", text)
	}
	text ~ /^dma-selftest begin: / { patterns = 0; open = 1; next }
	text ~ /^dma-selftest end: / { patterns = open = 0; next }
	text ~ /^dma-selftest expect: / {
		sub(/^dma-selftest expect: /, "", text)
		if (!open || too_much(text))
			print "not to be expected: " text
		else
			pattern[++patterns] = text
		next
	}
	text ~ /^-+\[ cut here \]-+/ {
		tell_report()
		in_report = 1
		first = ""
		warnings = hit = told = 0
		next
	}
	in_report { note_in_report($0); next }
	$0 ~ splat && !(text ~ /^DMA-API: / && expected($0)) { print }
	END { tell_report() }' "$1"
}
