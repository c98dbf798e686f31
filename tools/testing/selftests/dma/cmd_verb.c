// SPDX-License-Identifier: GPL-2.0-only
/* The frame of a verb: help, options, words, and what becomes of a mistake. */
#include <stdio.h>

#include "cmd.h"
#include "measure.h"

static int help(const struct verb *verb)
{
	puts(verb->before);
	db_options_help(verb->takes);
	puts(verb->after);
	return DB_OK;
}

static int check_words(const struct verb *verb, int count, char **words,
		       struct db_err *err)
{
	if (count == verb->words || (!count && verb->or_none) ||
	    (count > verb->words && count <= verb->or_more))
		return DB_OK;
	if (!verb->words)
		return db_err_set(err, DB_USAGE,
				  "'%s': %s takes options only; see 'dma_map_benchmark %s --help'",
				  words[0], verb->name, verb->name);
	return db_err_set(err, DB_USAGE,
			  "%d word%s given, but %s takes %s; see 'dma_map_benchmark %s --help'",
			  count, DB_S(count), verb->name, verb->words_are, verb->name);
}

static int measure(const struct verb *verb, const struct db_options *options,
		   char **words, struct db_err *err)
{
	struct db_matrix matrix = { };
	int status = verb->expand(&matrix, options, words, err);

	if (!status)
		status = db_measure(&matrix, options);
	db_matrix_free(&matrix);
	return status;
}

int cmd_verb(const struct verb *verb, int argc, char **argv)
{
	struct db_err err = { "" };
	struct db_options options;
	int status;
	char **words;

	status = db_options_parse(&options, verb->takes, argc, argv, &err);
	words = argv + options.rest;
	if (!status && options.help)
		status = help(verb);
	else if (!status && !check_words(verb, argc - options.rest, words, &err))
		status = verb->expand ? measure(verb, &options, words, &err) :
			verb->act(&options, words, &err);
	else
		status = DB_USAGE;
	/* What db_measure() said is not said again. */
	if (status && *err.text)
		db_complain(&err, status);
	db_options_free(&options);
	return status;
}
