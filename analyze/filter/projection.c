/* Lists of keys, read from left to right. */
#include "analyze/filter/projection.h"

#include <stdlib.h>
#include <string.h>

#include "analyze/filter/token.h"
#include "collect/base/mem.h"

struct parser {
	struct filter_reader reader;
	struct projection *out;
	struct where *why;
};

#define fail(parser, at, ...)                                                                      \
	filter_fail((parser)->out->option, (parser)->out->text, (at), (parser)->why, __VA_ARGS__)

static bool
next(struct parser *p)
{
	return filter_reader_next(&p->reader, false, p->why);
}

/* Shows what is looked at, or the end. */
static bool
fail_unexpected(struct parser *p, const char *wanted)
{
	const struct filter_token now = p->reader.now;

	if (now.kind == TOKEN_END)
		return fail(p, now.at, "%s is missing", wanted);
	return fail(p, now.at, "'%.*s' where %s is expected", (int)now.n, p->reader.text + now.at,
		    wanted);
}

/* A word that is one here, whatever it means in a filter. */
static bool
is_word(const struct parser *p)
{
	return p->reader.now.kind == TOKEN_WORD || p->reader.now.kind == TOKEN_AND ||
	       p->reader.now.kind == TOKEN_OR;
}

/* The values between parentheses; the opening one is looked at. Commas may stand among them. */
static bool
parse_values(struct parser *p, struct projection_field *field)
{
	size_t open = p->reader.now.at;

	field->order = PROJECTION_FIXED;
	if (!next(p))
		return false;
	while (is_word(p)) {
		size_t n = field->n_values;
		if (n == PROJECTION_VALUES)
			return fail(p, p->reader.now.at, "more than %d values", PROJECTION_VALUES);
		field->value = mem_resize(field->value, n + 1, sizeof(*field->value));
		field->value_at = mem_resize(field->value_at, n + 1, sizeof(*field->value_at));
		field->value_at[n] = p->reader.now.at;
		field->value[n] = filter_reader_take(&p->reader);
		field->n_values++;
		for (size_t i = 0; i < n; i++) {
			if (strcmp(field->value[i], field->value[n]) == 0)
				return fail(p, field->value_at[n], "'%.60s' is there twice",
					    field->value[n]);
		}
		if (!next(p) || (p->reader.now.kind == ',' && !next(p)))
			return false;
	}
	if (p->reader.now.kind == TOKEN_END)
		return fail(p, open, "')' is missing");
	if (p->reader.now.kind != ')' || field->n_values == 0)
		return fail_unexpected(p, "a value");
	return next(p);
}

/* What follows the @, which is looked at. */
static bool
parse_order(struct parser *p, struct projection_field *field)
{
	if (strcmp(p->out->option, "--ignore") == 0)
		return fail(p, p->reader.now.at, "what is ignored has no order");
	if (!next(p))
		return false;
	if (p->reader.now.kind == '(')
		return parse_values(p, field);
	if (is_word(p) && strcmp(p->reader.word, "alpha") == 0)
		field->order = PROJECTION_ALPHA;
	else if (is_word(p) && strcmp(p->reader.word, "num") == 0)
		field->order = PROJECTION_NUM;
	else
		return fail_unexpected(p, "alpha, num or (VALUE ...)");
	return next(p);
}

static bool
parse_field(struct parser *p)
{
	struct projection *out = p->out;

	if (!is_word(p))
		return fail_unexpected(p, "a key");
	if (out->n == PROJECTION_FIELDS)
		return fail(p, p->reader.now.at, "more than %d keys", PROJECTION_FIELDS);
	struct projection_field *field = &out->field[out->n];
	*field = (struct projection_field){.key = filter_reader_take(&p->reader),
					   .at = p->reader.now.at};
	out->n++;
	for (size_t i = 0; i + 1 < out->n; i++) {
		if (strcmp(out->field[i].key, field->key) == 0)
			return fail(p, field->at, "'%.60s' is there twice", field->key);
	}
	return next(p) && (p->reader.now.kind != '@' || parse_order(p, field));
}

bool
projection_parse(const char *option, const char *text, struct projection *out, struct where *why)
{
	struct parser p = {.out = out, .why = why};

	*out = (struct projection){.option = option, .text = text};
	bool ok = filter_reader_begin(&p.reader, option, text, why) && parse_field(&p);
	while (ok && p.reader.now.kind != TOKEN_END)
		ok = (p.reader.now.kind != ',' || next(&p)) && parse_field(&p);
	filter_reader_free(&p.reader);
	return ok;
}

void
projection_free(struct projection *projection)
{
	for (size_t i = 0; i < projection->n; i++) {
		struct projection_field *field = &projection->field[i];
		for (size_t v = 0; v < field->n_values; v++)
			free(field->value[v]);
		free((void *)field->value);
		free(field->value_at);
		free(field->key);
	}
	projection->n = 0;
}
