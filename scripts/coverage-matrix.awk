# SPDX-License-Identifier: GPL-2.0
# The work of coverage-matrix, which says what it is for.
#
# Reads configs/cases.tsv, then rows of summary.json, one a line as ktap-summary writes them.
# Variables: tap (1: TAP, 0: the table).

# The text of a member of the row in $0, as it stands between its quotes.
function member(name,    text) {
	text = $0
	if (!sub("^.*\"" name "\":\"", "", text))
		return ""
	# An escaped quote does not end it.
	match(text, /^([^"\\]|\\.)*/)
	return substr(text, 1, RLENGTH)
}

# program/fixture.variant.test without the variant: where one row of a table is skipped, another
# may have shown it.
function without_variant(test,    parts, count, slash) {
	slash = match(test, /\/[^\/]*$/)
	count = split(substr(test, slash + 1), parts, ".")
	return count < 3 ? test : substr(test, 1, slash) parts[1] "." parts[count]
}

function place_of(guest, kernel) {
	if (!((guest, kernel) in place)) {
		place[guest, kernel] = ++places
		place_guest[places] = guest
		place_kernel[places] = kernel
	}
	return place[guest, kernel]
}

FNR == NR {
	if (!/^#/ && $1 != "case" && NF) {
		order[++cases] = $1
		on_hardware[$1] = $2 == "hardware"
		title[$1] = $3
	}
	next
}

/^\{"test":/ {
	test = member("test")
	if (member("guest") == "host")
		next
	result = member("result")
	number = match(test, /case[0-9][0-9]/) ? substr(test, RSTART + 4, 2) : "--"
	if (number != "--" && !(number in title))
		unknown[number] = test
	at = place_of(member("guest"), member("kernel"))
	cells[number, at, result]++
	total[number, result]++
	if (number == "--")
		next
	test = without_variant(test)
	if (!(test in tests)) {
		tests[test] = ++test_count
		test_name[test_count] = test
		case_of[test] = number
	}
	of_test[test, result]++
	if (result == "SKIP")
		reason[test] = member("reason")
}

# What one case is in one place.  A failure is never hidden by a pass.
function cell(number, at,    text) {
	if (cells[number, at, "FAIL"])
		text = text " F" cells[number, at, "FAIL"]
	if (cells[number, at, "XFAIL"])
		text = text " x" cells[number, at, "XFAIL"]
	if (cells[number, at, "PASS"])
		text = text " " cells[number, at, "PASS"]
	if (text == "" && cells[number, at, "SKIP"])
		text = " s"
	return text == "" ? "." : substr(text, 2)
}

function table(    i, at) {
	print "columns (passed; F: failed, x: known failure, s: nothing but skips, .: nothing run):"
	for (at = 1; at <= places; at++)
		printf "  %2d  %s, kernel %s\n", at, place_guest[at], place_kernel[at]
	printf "%-56s", "case"
	for (at = 1; at <= places; at++)
		printf "%9d", at
	print ""
	for (i = 1; i <= cases + 1; i++) {
		number = i > cases ? "--" : order[i]
		printf "%-56s", substr(i > cases ? "-- tests of no case" : number " " title[number], 1, 55)
		for (at = 1; at <= places; at++)
			printf "%9s", cell(number, at)
		print ""
	}
}

# WHY is empty when all is well.
function line(text, why) {
	printf "%s %d %s\n", why == "" ? "ok" : "not ok", ++lines, text (why == "" ? "" : " # " why)
	failed += why != ""
}

function judge(    i, number, test, why) {
	print "TAP version 13"
	for (i = 1; i <= cases; i++) {
		number = order[i]
		why = "no test ran"
		if (total[number, "PASS"] || total[number, "XFAIL"])
			why = ""
		else if (total[number, "SKIP"] || total[number, "FAIL"])
			why = "it passes nowhere"
		line("case" number " " title[number], why)
	}
	for (i = 1; i <= test_count; i++) {
		test = test_name[i]
		if (!on_hardware[case_of[test]] && !of_test[test, "PASS"] && !of_test[test, "XFAIL"] &&
		    !of_test[test, "FAIL"])
			line(test, "it is skipped everywhere: " reason[test])
	}
	for (number in unknown)
		line(unknown[number], "case" number " is not in configs/cases.tsv")
	printf "1..%d\n", lines
}

END {
	if (!places) {
		print "coverage-matrix: no row of a guest" >"/dev/stderr"
		exit 1
	}
	if (!tap)
		table()
	else
		judge()
	exit failed > 0
}
