# SPDX-License-Identifier: GPL-2.0-only
# The parser behind ktap-summary, which says what it is for.
#
# A line's depth is the number of "# " or "  " before its first word. Results of
# depth d + 1 are the children of the next result of depth d. plan[], results[],
# fails[], harness[], totals[] and detail[] are kept per depth and judged when the
# parent's result comes.

BEGIN {
	print "[" >json
	for (i = 1; i < ARGC; i++) {
		if (ARGV[i] == "--")
			continue
		read_file(ARGV[i])
	}
	print "\n]" >json
	printf "%d passed, %d failed, %d skipped\n", total["PASS"], total["FAIL"],
		total["SKIP"] + total["XFAIL"] >counts
	exit total["FAIL"] > 0
}

function quoted(text)
{
	gsub(/[^ -~]/, "?", text)
	gsub(/\\/, "&&", text)
	gsub(/"/, "\\\"", text)
	return "\"" text "\""
}

function row(test, result, reason)
{
	if (rows++)
		print "," >json
	printf "{\"test\":%s,\"guest\":%s,\"kernel\":%s,\"result\":\"%s\",\"reason\":%s}",
		quoted(prefix test), quoted(guest), quoted(kernel), result,
		quoted(reason) >json
	total[result]++
}

function fault(test, reason)
{
	row(test, "FAIL", reason)
}

function open_depth(d)
{
	if (d in results)
		return
	results[d] = fails[d] = 0
	plan[d] = -1
	harness[d] = totals[d] = 0
	detail[d] = ""
}

function close_depth(d, parent)
{
	if (!(d in results))
		return
	if (plan[d] < 0)
		fault(parent, "no plan: how many tests there should be is unknown")
	else if (results[d] != plan[d])
		fault(parent, "truncated: " results[d] " of " plan[d] " tests have a result")
	if (harness[d] && !totals[d])
		fault(parent, "truncated: the harness's totals are missing")
	delete results[d]
}

# Children of a parent that never came.
function close_below(d, max, parent,    i)
{
	for (i = max; i > d; i--)
		close_depth(i, parent)
}

function name_of(text)
{
	sub(/^ *- */, "", text)
	sub(/^selftests: [^:]*: /, "", text)
	sub(/ +$/, "", text)
	return text == "" ? "unnamed" : text
}

# A directive begins what is behind the first " # ". XPASS is "ok" to those who
# print it, but a known failure that is gone must be told.
function directive_of(reason)
{
	if (reason ~ /^XPASS( |:|$)/)
		return "FAIL"
	if (reason ~ /^(SKIP|XFAIL|TODO)( |:|$)/)
		return reason ~ /^SKIP/ ? "SKIP" : "XFAIL"
	return ""
}

function note_result(d, ok, text,    number, name, reason, result, hash, children, bad, where)
{
	open_depth(d)
	number = text + 0
	sub(/^[0-9]+ */, "", text)
	hash = match(text, /(^| )# /)
	reason = hash ? substr(text, hash + RLENGTH) : ""
	name = name_of(hash ? substr(text, 1, hash - 1) : text)
	result = directive_of(reason)
	if (result == "")
		result = ok ? "PASS" : "FAIL"
	else
		sub(/^(SKIP|XFAIL|TODO):? */, "", reason)
	if (result == "FAIL" && reason == "")
		reason = detail[d] == "" ? "not ok" : detail[d]
	detail[d] = ""

	where = d ? program "/" name : name
	results[d]++
	if (number && number != results[d])
		fault(where, "number " number " where " results[d] " was due")
	if (seen[where]++)
		fault(where, "duplicate: this test has a result already")
	children = (d + 1) in results
	bad = children ? fails[d + 1] : 0
	close_below(d, 9, where)
	if (result == "FAIL")
		fails[d]++
	# A parent says no more than its children, unless they contradict it.
	if (!children || (result == "FAIL" && !bad))
		row(where, result, reason)
}

# "1..0" is a skip only where it says so.
function note_empty_plan(test, line)
{
	if (sub(/^1\.\.0+ +# SKIP($| )/, "", line))
		row(test, "SKIP", line == "" ? "no tests" : line)
	else
		fault(test, "a plan of no tests without # SKIP")
}

function read_line(line,    d)
{
	sub(/\r$/, "", line)
	for (d = 0; line ~ /^(# |  )/; d++) {
		if (!d && line ~ /^# selftests: [^:]*: /)
			program = name_of(substr(line, 3))
		line = substr(line, 3)
	}
	if (line ~ /^K?TAP version [0-9]/) {
		open_depth(d)
	} else if (line ~ /^1\.\.[0-9]+/) {
		open_depth(d)
		if (plan[d] >= 0)
			fault(d ? program : file, "a second plan")
		plan[d] = substr(line, 4) + 0
		if (!plan[d])
			note_empty_plan(d ? program : file, line)
	} else if (line ~ /^ok( |$)/) {
		note_result(d, 1, substr(line, 4))
	} else if (line ~ /^not ok( |$)/) {
		note_result(d, 0, substr(line, 8))
	} else if (line ~ /^Bail out!/) {
		fault(d ? program : file, line)
	} else if (d && (d - 1) in results) {
		if (line ~ /^Starting [0-9]+ tests from/)
			harness[d - 1] = 1
		else if (line ~ /^Totals: pass:/)
			totals[d - 1] = 1
		else if (detail[d - 1] == "" && line ~ /\.(c|sh):[0-9]+:/)
			detail[d - 1] = line
	}
}

function read_file(path,    line, status, before)
{
	file = path
	sub(/^.*\//, "", file)
	program = file
	before = rows
	split("", results)
	split("", seen)
	while ((status = (getline line <path)) > 0)
		read_line(line)
	if (status < 0)
		fault(file, "the file cannot be read")
	else
		close(path)
	close_below(0, 9, program)
	close_depth(0, file)
	if (rows == before)
		fault(file, "no test result in this file")
}
