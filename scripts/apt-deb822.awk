# SPDX-License-Identifier: GPL-2.0
# A .sources file -> URI, suites, components, Signed-By for each URI of each enabled stanza of
# binary packages; see apt-root.  A key given inline keeps its lines as "\n".
function finish(    n, i, uri) {
	if (field["types"] ~ /(^| )deb( |$)/ && field["enabled"] !~ /^(no|false|0)/) {
		n = split(field["uris"], uri, " ")
		for (i = 1; i <= n; i++)
			print uri[i] "\t" field["suites"] "\t" field["components"] "\t" field["signed-by"]
	}
	split("", field)
	name = ""
}

/^#/ { next }
/^[ \t]*$/ { finish(); next }
/^[ \t]/ {
	if (name == "signed-by") {
		field[name] = field[name] "\\n" $0
	} else {
		sub(/^[ \t]+/, "")
		field[name] = field[name] " " $0
	}
	next
}
{
	name = tolower(substr($0, 1, index($0, ":") - 1))
	value = substr($0, index($0, ":") + 1)
	gsub(/^[ \t]+|[ \t]+$/, "", value)
	field[name] = value
}
END { finish() }
