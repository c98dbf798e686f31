// SPDX-License-Identifier: GPL-2.0-only
/* Reading a result file, which anybody may have written. */
#include <errno.h>
#include <string.h>
#include <stdlib.h>
#include <unistd.h>

#include "document.h"
#include "sys.h"

#define BLANKS	" \t\r\n"

/* Comments, single quotes and the like are json-c's own; what follows is ours. */
#define FLAGS	(JSON_TOKENER_STRICT | JSON_TOKENER_ALLOW_TRAILING_CHARS | \
		 JSON_TOKENER_VALIDATE_UTF8)

/* Not even the beginning of an object: a number, or a bare word. */
static int is_no_object(const char *text)
{
	text += strspn(text, BLANKS);
	return *text && *text != '{';
}

static int not_json(const char *text, size_t at, const char *why, struct db_err *err)
{
	size_t line = 1, column = 1, i;

	for (i = 0; i < at; i++) {
		column = text[i] == '\n' ? 1 : column + 1;
		line += text[i] == '\n';
	}
	return db_err_set(err, DB_FAILED,
			  "not JSON: %s in line %zu, byte %zu; this is no result file, or was edited",
			  why, line, column);
}

/* What json-c lets pass however strict: '' around names, controls in texts. */
static size_t lenience(const char *text)
{
	int inside = 0;
	size_t i;

	for (i = 0; text[i]; i++) {
		if (inside && text[i] == '\\' && text[i + 1])
			i++;
		else if (text[i] == '"')
			inside = !inside;
		else if (inside ? (unsigned char)text[i] < ' ' : text[i] == '\'')
			break;
	}
	return i;
}

/* The whole of @text must be one document. */
static int parse(struct json_object **doc, const char *text, size_t bytes,
		 struct db_err *err)
{
	struct json_tokener *tokener = json_tokener_new();
	enum json_tokener_error error;
	size_t end;

	json_tokener_set_flags(tokener, FLAGS);
	*doc = json_tokener_parse_ex(tokener, text, bytes);
	error = json_tokener_get_error(tokener);
	end = json_tokener_get_parse_end(tokener);
	json_tokener_free(tokener);
	if (error == json_tokener_continue && is_no_object(text))
		return DB_OK;	/* db_document_check() says what it is not */
	if (error == json_tokener_continue)
		return db_err_set(err, DB_FAILED,
				  "ends in the middle, after %zu byte%s: the file is truncated; measure again, or copy it again",
				  bytes, DB_S(bytes));
	if (error != json_tokener_success)
		return not_json(text, end, json_tokener_error_desc(error), err);
	end += strspn(text + end, BLANKS);
	if (end != bytes)
		return not_json(text, end, "more text after the document", err);
	end = lenience(text);
	return end == bytes ? DB_OK : not_json(text, end, "a character out of place", err);
}

static struct json_object *read_text(const char *text, size_t bytes,
				     struct db_err *err)
{
	struct json_object *doc = NULL;
	size_t length = strlen(text);
	int status;

	/* For json-c the text would end there. */
	if (length != bytes)
		status = not_json(text, length, "a NUL byte", err);
	else
		status = parse(&doc, text, bytes, err);
	if (!status)
		status = db_document_check(doc, err);
	if (!status)
		return doc;
	json_object_put(doc);
	return NULL;
}

struct json_object *db_document_read(const char *path, struct db_err *err)
{
	struct json_object *doc;
	size_t bytes;
	char *text;

	text = strcmp(path, "-") ? db_read_file(path, &bytes) :
		db_read_fd(STDIN_FILENO, &bytes);
	if (!text) {
		db_err_set(err, DB_FAILED, "%s: %s", path, strerror(errno));
		return NULL;
	}
	doc = read_text(text, bytes, err);
	free(text);
	if (!doc)
		db_err_at(err, DB_FAILED, "%s: ", path);
	return doc;
}
