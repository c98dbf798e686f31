/* SPDX-License-Identifier: GPL-2.0-only */
/* A document for people, for a mail, for a spreadsheet, for programs. */
#ifndef DB_REPORT_H
#define DB_REPORT_H

#include <stdio.h>

#include <json-c/json.h>

#include "list.h"
#include "words.h"

enum db_format {
	DB_FORMAT_TEXT = 1,
	DB_FORMAT_MD,
	DB_FORMAT_CSV,
	DB_FORMAT_JSON,
	DB_FORMAT_KTAP,
};

extern const struct db_word db_formats[];

/* @doc has passed db_document_check(). */
void db_report(struct json_object *doc, enum db_format format, FILE *out);

/* Its parts. */
void db_report_circumstances(struct json_object *doc, int md, FILE *out);
void db_report_tables(struct json_object *doc, int md, FILE *out);
void db_report_csv(struct json_object *doc, FILE *out);
void db_report_ktap(struct json_object *doc, FILE *out);
/* What spoils these numbers, each with its remedy. */
void db_report_warnings(struct json_object *doc, struct db_list *warnings);

/* Cases that gave no result: for standard error, whatever the format. */
void db_report_errors(struct json_object *doc, FILE *out);

int db_report_emulated(struct json_object *doc);

#endif
