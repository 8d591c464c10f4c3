/* Words and signs of the expressions that choose and arrange runs, and what is wrong with them. The
 * language is that of benchstat (golang.org/x/perf/benchproc/syntax), over our keys. */
#ifndef ANALYZE_FILTER_TOKEN_H
#define ANALYZE_FILTER_TOKEN_H

#include <stdbool.h>
#include <stddef.h>

struct where;

/* Kinds of tokens beside the signs ( ) : @ , - * which are their own kind. */
enum {
	TOKEN_END = 0,
	TOKEN_WORD = 256, /* bare or "quoted" */
	TOKEN_PATTERN,    /* between slashes; only where a value may stand */
	TOKEN_AND,
	TOKEN_OR,
};

struct filter_token {
	int kind;
	size_t at;   /* where it begins: its byte in the text */
	size_t n;    /* bytes */
	bool quoted; /* of a word */
};

/* Reads one text token by token. */
struct filter_reader {
	const char *option; /* "--filter", which messages begin with */
	const char *text;
	struct filter_token now; /* the token that is looked at */
	char *word;              /* of a word or pattern: what it means; the reader's */
};

enum { FILTER_WHOLE = -1 };

/* Errors of the option: "--filter 'a:b OR': column 5: ...". at is a byte of the text, or
 * FILTER_WHOLE for no column; these are counted in characters from 1. Returns false. */
bool filter_fail(const char *option, const char *text, size_t at, struct where *why,
		 const char *format, ...) __attribute__((format(printf, 5, 6)));

/* Looks at the first token. option and text must live as long as the reader. */
bool filter_reader_begin(struct filter_reader *reader, const char *option, const char *text,
			 struct where *why);

/* Goes on to the next token; value: a value may stand there, so that a slash begins a pattern.
 * Errors: a quote or a pattern without an end, an unknown escape. Free the reader in either case.
 */
bool filter_reader_next(struct filter_reader *reader, bool value, struct where *why);

/* The word of the token that is looked at; the caller frees it. */
char *filter_reader_take(struct filter_reader *reader);

void filter_reader_free(struct filter_reader *reader);

#endif
