// SPDX-License-Identifier: GPL-2.0-only
/*
 * Result files that nobody measured: what is not JSON, or has absurd numbers, is
 * refused by name and place; what a text holds never reaches the terminal.
 */
#include "kselftest_harness.h"
#include "document.h"
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
#define MAP(phase) FILE_OF("", RESULT("a", "\"map\":{" phase "}", ""))
#define MORE(more) FILE_OF("", RESULT("a", "\"map\":{" GOOD "}", "," more))
#define ENV(environment) FILE_OF(environment, RESULT("a", "\"map\":{" GOOD "}", ""))

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

/* Refused, by file and with what it says. */
static int refused(const char *text, const char *says, struct db_err *err)
{
	struct json_object *doc;

	machine_write("/x.json", text);
	err->text[0] = 0;
	doc = db_document_read(machine_path("/x.json"), err);
	json_object_put(doc);
	return !doc && strstr(err->text, says) && strstr(err->text, "/x.json: ");
}

TEST_F(hostile, what_is_not_strictly_json_is_refused_with_its_place)
{
	static const struct { const char *text, *says; } rows[] = {
		{ "/* x */" MAP(GOOD), "not JSON: unexpected character in line 1, byte 1" },
		{ "{\n\n 'schema': 1}", "line 3, byte 2" },
		{ "{\"schema\":1,}", "byte 13" },
		{ "{\"a\":\"\\\"'\x1b\"}", "out of place in line 1, byte 10" },
		{ "{\"schema\":True}", "boolean expected" },
		{ "{\"schema\":01}", "number expected" },
		{ MAP(GOOD) "\n{}", "more text after the document in line 2, byte 1" },
		{ MAP(GOOD) "]", "more text after the document" },
		{ "{\"a\":\"\xff\"}", "utf-8" },
	};
	struct db_err err;
	size_t i;

	report(&self->ran, MAP(GOOD) " \r\n\t", "");
	ASSERT_EQ(0, self->ran.status) TH_LOG("%s", self->ran.err);
	for (i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		EXPECT_TRUE(refused(rows[i].text, rows[i].says, &err))
			TH_LOG("row %zu: %s", i, err.text);
	}
	report(&self->ran, rows[0].text, "");
	EXPECT_EQ(1, self->ran.status);
	EXPECT_STREQ("", self->ran.out);
}

TEST_F(hostile, a_nul_byte_does_not_end_the_text)
{
	const char text[] = MAP(GOOD) "\0 and more";
	char *path = db_strdup(machine_path("/nul.json"));
	struct db_err err = { "" };
	FILE *file = fopen(path, "w");

	fwrite(text, 1, sizeof(text), file);
	fclose(file);
	EXPECT_EQ(NULL, db_document_read(path, &err));
	EXPECT_NE(NULL, strstr(err.text, "a NUL byte in line 1")) TH_LOG("%s", err.text);
	free(path);
}

TEST_F(hostile, absurd_members_are_refused_by_name)
{
	static const struct { const char *text, *says; } rows[] = {
		{ MAP(PHASE("2", "1", "2", "NaN", "3", "1")), "map.mean must be a finite" },
		{ MAP(PHASE("2", "1", "2", "2", "1e999", "1")), "map.max must be a finite" },
		{ ENV("\"future\":[-Infinity]"), "environment.future[0] must be a finite" },
		{ ENV("\"future\":\"a\\u0000b\""), "environment.future must be without" },
		{ MAP(PHASE("-2", "1", "2", "2", "3", "1")), "map.n must be a count" },
		{ MAP(PHASE("2.5", "1", "2", "2", "3", "1")), "map.n must be a count" },
		{ MAP(PHASE("99999999999999999999", "1", "2", "2", "3", "1")), "map.n must" },
		{ MAP(PHASE("2", "-1", "2", "2", "3", "1")), "map.min must be a number" },
		{ MAP(PHASE("0", "1", "2", "2", "3", "1")), "map.min must be null, as n is 0" },
		{ MAP(PHASE("1", "2", "2", "2", "2", "1")), "map.stddev must be null" },
		{ MAP(PHASE("2", "1", "2", "null", "3", "1")), "map.mean must be a number, as" },
		{ MAP(PHASE("2", "3", "2", "2", "3", "1")), "map.median must not be below" },
		{ MAP(PHASE("2", "1", "4", "2", "3", "1")), "map.max must not be below" },
		{ MAP(PHASE("2", "1", "2", "3.5", "3", "1")), "map.mean must be from min" },
		{ MAP(GOOD ",\"clamped\":-1"), "map.clamped must be a count" },
		{ MAP(GOOD ",\"counts\":{\"insn\":\"1/0\"}"), "insn (in counts) must be a count" },
		{ MAP(GOOD ",\"counts\":{\"insn\":-4}"), "insn (in counts) must be a count" },
		{ MORE("\"operations\":1"), "map.n must be at most the operations" },
		{ MORE("\"operations\":-1"), "results[0].operations must be a count" },
		{ MORE("\"bounced\":3,\"bounce_checked\":2"), "bounced must be at most" },
		{ MORE("\"flags\":[null]"), "results[0].flags must be an array of texts" },
		{ MORE("\"set_state\":{}"), "results[0].set_state.n must be a count" },
		{ MORE("\"params\":{\"mode\":\"warp\",\"dir\":\"\",\"state\":\"\",\"size\":1}"),
		  "results[0].params.mode must be single or sg" },
		{ ENV("\"kernel\":{\"debug_options\":[null]}"), "kernel.debug_options must" },
		{ ENV("\"cpu\":{\"governors\":{\"performance\":null}}"), "cpu.governors must" },
		{ ENV("\"devices\":[]"), "environment.devices must be an object" },
		{ "{\"schema\":-1}", "schema -1" },
		{ "{\"schema\":1,\"environment\":{},\"results\":[],\"notes\":[[]]}", "notes must" },
		{ "{\"schema\":1,\"environment\":{},\"results\":[],\"errors\":[0]}",
		  "errors[0].message must be a text" },
	};
	struct db_err err;
	size_t i;

	for (i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		EXPECT_TRUE(refused(rows[i].text, rows[i].says, &err))
			TH_LOG("row %zu: %s", i, err.text);
	}
}

/* Escape as a byte, C1 in UTF-8, DEL, a line end, and what turns the direction. */
#define EVIL	"x\\u001b[31m\302\2332J\\u007f\\nwarning: \342\200\256\\rend"
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

TEST_F(hostile, what_has_no_end_is_not_read_to_it)
{
	struct db_err err = { "" };
	char *path;

	machine_write("/large.json", "{");
	path = db_strdup(machine_path("/large.json"));
	ASSERT_EQ(0, truncate(path, 1ll << 32));
	EXPECT_EQ(NULL, db_document_read(path, &err));
	EXPECT_NE(NULL, strstr(err.text, "too large")) TH_LOG("%s", err.text);
	EXPECT_EQ(NULL, db_document_read(machine_path(""), &err));
	EXPECT_NE(NULL, strstr(err.text, "directory")) TH_LOG("%s", err.text);
	free(path);
}

TEST_HARNESS_MAIN
