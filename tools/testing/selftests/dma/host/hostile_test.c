// SPDX-License-Identifier: GPL-2.0-only
/* What the texts of a result file hold never reaches the terminal. */
#include "kselftest_harness.h"
#include "err.h"
#include "helper.h"
#include "json.h"

/* A result file: what follows "results"' head, and one phase. */
#define FILE_OF(environment, result) \
	"{\"schema\":1,\"environment\":{" environment "},\"results\":[{" result "}]}"
#define RESULT(name, phases, more) \
	"\"name\":\"" name "\",\"params\":{\"mode\":\"single\",\"dir\":\"x\"," \
	"\"state\":\"y\",\"size\":8},\"phases\":{" phases "},\"failed\":0" more
#define PHASE(n, min, median, mean, max, stddev) \
	"\"n\":" n ",\"unit\":\"ns\",\"min\":" min ",\"median\":" median \
	",\"mean\":" mean ",\"p90\":" median ",\"p99\":" median ",\"max\":" max \
	",\"stddev\":" stddev
#define GOOD	PHASE("2", "1", "2", "2", "3", "1")

FIXTURE(hostile) {
	struct ran ran;
};

FIXTURE_SETUP(hostile)
{
	memset(self, 0, sizeof(*self));
	machine_make();
}

FIXTURE_TEARDOWN(hostile)
{
	ran_free(&self->ran);
	machine_drop();
}

static void report(struct ran *ran, const char *text, const char *more)
{
	char *words = db_printf("report %s %s", machine_path("/x.json"), more);

	machine_write("/x.json", text);
	ran_free(ran);
	tool_run(ran, words);
	free(words);
}

/* Escape as a byte, C1 in UTF-8, DEL, a line end, and what turns the direction. */
#define EVIL	"x\\u001b[31m\xc2\x9b" "2J\\u007f\\nwarning: \xe2\x80\xae" "\\rend"
#define EVIL_FILE "{\"schema\":1,\"environment\":{\"kernel\":{\"release\":\"" EVIL "\"}," \
	"\"cpu\":{\"governors\":{\"" EVIL "\":\"" EVIL "\"}},\"devices\":{\"" EVIL \
	"\":{\"path\":\"" EVIL "\"}}},\"notes\":[\"" EVIL "\"],\"errors\":[{\"name\":\"" \
	EVIL "\",\"message\":\"" EVIL "\"}],\"results\":[{" \
	RESULT(EVIL, "\"" EVIL "\":{" GOOD ",\"representation\":\"" EVIL "\"}", \
	       ",\"job\":\"" EVIL "\"") "}]}"

static int harmful(const char *text)
{
	const unsigned char *c = (const unsigned char *)text;

	for (; *c; c++)
		if ((*c < ' ' && *c != '\n') || *c == 0x7f ||
		    (*c == 0xc2 && c[1] < 0xa0) || (*c == 0xe2 && c[1] == 0x80))
			return 1;
	return !!strstr(text, "\nwarning: \\u202e");
}

TEST_F(hostile, no_text_reaches_the_terminal_as_it_is)
{
	static const char *const formats[] = { "text", "md", "csv", "json" };
	char *more;
	size_t i;

	for (i = 0; i < sizeof(formats) / sizeof(*formats); i++) {
		more = db_printf("--format %s", formats[i]);
		report(&self->ran, EVIL_FILE, more);
		EXPECT_EQ(0, self->ran.status) TH_LOG("%s", self->ran.err);
		EXPECT_FALSE(harmful(self->ran.out)) TH_LOG("%s", formats[i]);
		EXPECT_FALSE(harmful(self->ran.err)) TH_LOG("%s", formats[i]);
		EXPECT_NE(NULL, strstr(self->ran.out, "31m"));
		free(more);
	}
	/* Nor through the message that refuses it. */
	report(&self->ran, FILE_OF("", RESULT("a", "\"" EVIL "\":0", "")), "");
	EXPECT_EQ(1, self->ran.status);
	EXPECT_NE(NULL, strstr(self->ran.err, "x\\x1b[31m"));
	EXPECT_FALSE(harmful(self->ran.err));
}

TEST_F(hostile, json_is_escaped_but_says_the_same)
{
	struct json_object *before = json_tokener_parse(EVIL_FILE), *after;

	report(&self->ran, EVIL_FILE, "--format json");
	after = json_tokener_parse(self->ran.out);
	EXPECT_TRUE(json_object_equal(before, after));
	json_object_put(before);
	json_object_put(after);
}

TEST_F(hostile, csv_cells_are_no_formulas)
{
	static const char *const begin[] = { "=", "+", "-", "@" };
	char *text, *cell;
	size_t i;

	for (i = 0; i < sizeof(begin) / sizeof(*begin); i++) {
		text = db_printf(FILE_OF("", RESULT("%s1,\\\"2\\\"", "\"map\":{" GOOD "}", "")),
				 begin[i]);
		cell = db_printf("\n\"'%s1,\"\"2\"\"\",map,", begin[i]);
		report(&self->ran, text, "--format csv");
		EXPECT_NE(NULL, strstr(self->ran.out, cell)) TH_LOG("%s", self->ran.out);
		free(text);
		free(cell);
	}
}

TEST_F(hostile, markdown_cells_stay_cells)
{
	report(&self->ran, FILE_OF("", RESULT("a", "\"m|<b>`\":{" GOOD "}", "")), "--format md");
	EXPECT_NE(NULL, strstr(self->ran.out, "| m\\|\\<b>\\` |")) TH_LOG("%s", self->ran.out);
}

TEST_HARNESS_MAIN
