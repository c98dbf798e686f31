# SPDX-License-Identifier: GPL-2.0
# "deb [options] URI suite component..." -> URI, suite, components, Signed-By; see apt-root.
$1 == "deb" {
	signed = ""
	line = $0
	if (match(line, /\[[^]]*\]/)) {
		options = substr(line, RSTART + 1, RLENGTH - 2)
		sub(/\[[^]]*\]/, "", line)
		n = split(options, option, " ")
		for (i = 1; i <= n; i++)
			if (option[i] ~ /^signed-by=/) {
				signed = substr(option[i], 11)
				gsub(",", " ", signed)
			}
	}
	sub(/#.*/, "", line)
	n = split(line, word, " ")
	components = ""
	for (i = 4; i <= n; i++)
		components = components word[i] " "
	print word[2] "\t" word[3] "\t" components "\t" signed
}
