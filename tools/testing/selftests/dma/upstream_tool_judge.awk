# SPDX-License-Identifier: GPL-2.0-only
# Judges three lines of upstream's tool by our statistics of the same run.
#
# The rule: a printed number is our exact mean, or sample deviation, rounded to
# 100 ns and shown in us with one decimal. So number * 1000 ns may differ from
# the exact value by 50 ns, and by 1 ns more because whole ns are rounded.
#
# usage: awk -v limit_ns=NS -f upstream_tool_judge.awk STATISTICS LINES
#	limit_ns	time that all threads together had
# exit: 0 they agree, 1 not; what is wrong is printed as a comment of TAP

function bad(text) { print "# " text; failed = 1 }
# Squares are compared: busybox may have no sqrt().
function square_of(ns)
{
	return ns > 0 ? ns * ns : 0
}
/^(map|unmap) n=/ {
	for (i = 2; i <= NF; i++) {
		split($i, pair, "=")
		stat[$1, pair[1]] = pair[2]
	}
	next
}
/^dma mapping benchmark/ { header++; next }
/^average (map|unmap) latency\(us\):[0-9]+\.[0-9] standard deviation:[0-9]+\.[0-9]$/ {
	name = $2
	mean = $3; sub(/^latency\(us\):/, "", mean)
	deviation = $5; sub(/^deviation:/, "", deviation)
	n = stat[name, "n"]
	sum = stat[name, "sum_ns"]
	if (n < 2) { bad(name ": fewer than two samples"); next }
	if (sum <= 0) bad(name ": no time at all")
	off = mean * 1000 - sum / n
	if (off < -51 || off > 51)
		bad(name ": mean printed " mean " us, exact " sum / n " ns")
	variance = (stat[name, "sum_sq_ns2"] - sum / n * sum) / (n - 1)
	if (variance < square_of(deviation * 1000 - 51) ||
	    variance > square_of(deviation * 1000 + 51))
		bad(name ": deviation printed " deviation " us, exact variance " variance " ns^2")
	if (sum > limit_ns) bad(name ": more time than the run had")
	lines[name]++
	next
}
{ bad("unexpected line: " $0) }
END {
	if (header != 1 || lines["map"] != 1 || lines["unmap"] != 1)
		bad("not exactly the three lines")
	if (stat["map", "n"] != stat["unmap", "n"])
		bad("maps and unmaps differ in number")
	exit failed
}
