# SPDX-License-Identifier: GPL-2.0-only
# Judges the measurements that compare-upstream collects; it says by which rule.
# input: BOOT upstream PAGES MAP_NS UNMAP_NS
#        BOOT ours PAGES MAP_NS UNMAP_NS EMPTY_NS

BEGIN {
	# Two-sided 95 % points of the t distribution by degrees of freedom.
	split("12.706 4.303 3.182 2.776 2.571 2.447 2.365 2.306 2.262 2.228 " \
	      "2.201 2.179 2.160 2.145 2.131 2.120 2.110 2.101 2.093 2.086", t95, " ")
	phase_name[4] = "map"
	phase_name[5] = "unmap"
	CUT_NS = 200
}

!($2 == "upstream" && NF == 5 || $2 == "ours" && NF == 6 && $6 > 0) || $4 <= 0 || $5 <= 0 {
	print "not a measurement: " $0 >"/dev/stderr"
	broken = 1
	next
}

{
	if (!($1 in boot_seen)) { boot_seen[$1] = 1; boots[++nboots] = $1 }
	if (!($3 in pages_seen)) { pages_seen[$3] = 1; pages[++npages] = $3 }
	for (p = 4; p <= NF; p++) {
		sum[$1, $2, $3, p] += $p
		count[$1, $2, $3, p]++
	}
}

function mean(boot, who, page, p)
{
	if (!count[boot, who, page, p]) {
		print "boot " boot ": no measurement of " who ", " page " pages" >"/dev/stderr"
		broken = 1
		return 0
	}
	return sum[boot, who, page, p] / count[boot, who, page, p]
}

# The interval of ours / (upstream + add_ns) over the boots: low, middle, high.
function interval(page, p, add_ns,    i, upstream, ratio, total, squares, half, variance)
{
	total = squares = 0
	for (i = 1; i <= nboots; i++) {
		upstream = mean(boots[i], "upstream", page, p) + add_ns
		ratio = upstream > 0 ? mean(boots[i], "ours", page, p) / upstream : 0
		total += ratio
		squares += ratio * ratio
	}
	middle = total / nboots
	variance = (squares - total * middle) / (nboots - 1)
	half = t95[nboots > 21 ? 20 : nboots - 1] * sqrt((variance > 0 ? variance : 0) / nboots)
	low = middle - half
	high = middle + half
}

function over_boots(who, page, p,    i, total)
{
	for (i = 1; i <= nboots; i++)
		total += mean(boots[i], who, page, p)
	return total / nboots
}

function judge(page, p,    smallest, largest, text, empty)
{
	empty = over_boots("ours", page, 6)
	interval(page, p, CUT_NS + empty)
	smallest = low
	interval(page, p, 0)
	largest = high
	interval(page, p, CUT_NS / 2)
	if (low <= 1 && high >= 1)
		text = "equal"
	else if (smallest <= 1 && largest >= 1)
		text = "explained"
	else
		text = "different"
	different += text == "different"
	printf "| %d KiB | %s | %.0f | %.0f | %.0f | %.3f [%.3f, %.3f] | %.3f to %.3f | %s |\n",
		page * 4, phase_name[p], over_boots("upstream", page, p),
		over_boots("ours", page, p), empty, middle, low, high, smallest, largest, text
}

END {
	if (nboots < 2) {
		print "fewer than two boots" >"/dev/stderr"
		exit 1
	}
	print "| buffer | phase | upstream, ns (steps of 100) | ours, ns | empty, ns | ours / upstream, 95 % | whole range | verdict |"
	print "|---|---|---|---|---|---|---|---|"
	for (n = 1; n <= npages; n++)
		for (p = 4; p <= 5; p++)
			judge(pages[n], p)
	printf "\n%d boots, emulated times. Upstream + 100 ns for what it cuts off; the whole range\n" \
		"is that of + 0 to + 200 ns and the empty operation, which our windows hold as well.\n",
		nboots
	exit broken || different
}
