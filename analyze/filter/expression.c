/* Recursive descent, to a bounded depth. */
#include "analyze/filter/expression.h"

#include <stdlib.h>
#include <strings.h>

#include "analyze/filter/token.h"
#include "collect/base/mem.h"

struct parser {
	struct filter_reader reader;
	struct where *why;
	size_t open[FILTER_DEPTH]; /* where the parentheses that are open stand */
	size_t depth;
};

static const char option[] = "--filter";

static struct filter_node *
no_node(bool failed)
{
	(void)failed;
	return NULL;
}

/* Says what is wrong; as a value, no node. */
#define fail(parser, at, ...)                                                                      \
	no_node(filter_fail(option, (parser)->reader.text, (at), (parser)->why, __VA_ARGS__))

static bool
next(struct parser *p, bool value)
{
	return filter_reader_next(&p->reader, value, p->why);
}

static int
kind(const struct parser *p)
{
	return p->reader.now.kind;
}

static struct filter_node *
new_node(enum filter_kind what)
{
	struct filter_node *node = mem_alloc(1, sizeof(*node));

	node->kind = what;
	return node;
}

/* Frees the node and those behind it, with their operands. Returns NULL. */
static struct filter_node *
free_nodes(struct filter_node *node)
{
	while (node) {
		struct filter_node *following = node->next;
		free_nodes(node->first);
		filter_pattern_free(node->pattern);
		free(node->key);
		free(node->value);
		free(node);
		node = following;
	}
	return NULL;
}

/* A node of one operand is that operand. */
static struct filter_node *
simplify(struct filter_node *node)
{
	struct filter_node *operand = node->first;

	if (operand->next)
		return node;
	free(node);
	return operand;
}

/* Something stands where something to match should. behind is what it should follow, at byte at;
 * NULL at the beginning. */
static struct filter_node *
fail_match(struct parser *p, size_t at, const char *behind)
{
	const struct filter_token now = p->reader.now;

	if (now.kind == TOKEN_END && p->depth)
		return fail(p, p->open[p->depth - 1], "')' is missing");
	if (now.kind == TOKEN_END && !behind)
		return fail(p, now.at, "nothing to match ('*' matches everything)");
	if (now.kind == TOKEN_END)
		return fail(p, at, "nothing follows '%s'", behind);
	if (now.kind == ')' && behind && *behind == '(')
		return fail(p, at, "nothing stands between '(' and ')'");
	return fail(p, now.at, "'%.*s' where KEY:VALUE is expected", (int)now.n,
		    p->reader.text + now.at);
}

/* The value of a term, which is looked at. */
static struct filter_node *
parse_value(struct parser *p, const char *key, size_t key_at)
{
	const struct filter_token now = p->reader.now;
	char message[PATTERN_MESSAGE];
	size_t at = 0;

	if (now.kind == TOKEN_END)
		return fail(p, now.at, "the value of '%.60s' is missing", key);
	if (now.kind != TOKEN_WORD && now.kind != TOKEN_PATTERN)
		return fail(p, now.at, "'%.*s' is no value: a word, \"quoted words\", /pattern/",
			    (int)now.n, p->reader.text + now.at);
	struct filter_node *term = new_node(FILTER_TERM);
	term->at = key_at;
	term->key = mem_dup(key);
	term->value = filter_reader_take(&p->reader);
	if (now.kind == TOKEN_PATTERN) {
		term->pattern = filter_pattern_new(term->value, &at, message);
		if (!term->pattern) {
			free_nodes(term);
			return fail(p, now.at + 1 + at, "%s", message);
		}
	}
	if (!next(p, false))
		return free_nodes(term);
	return term;
}

/* The (VALUE OR VALUE) of a key, as an or of terms; the parenthesis is looked at. */
static struct filter_node *
parse_values(struct parser *p, const char *key, size_t key_at)
{
	struct filter_node *values = new_node(FILTER_OR), **end = &values->first;
	size_t open = p->reader.now.at;

	do {
		if (!next(p, true))
			return free_nodes(values);
		*end = kind(p) == TOKEN_END ? fail(p, open, "')' is missing")
					    : parse_value(p, key, key_at);
		if (!*end)
			return free_nodes(values);
		end = &(*end)->next;
	} while (kind(p) == TOKEN_OR);
	if (kind(p) == ')')
		return next(p, false) ? simplify(values) : free_nodes(values);
	free_nodes(values);
	if (kind(p) == TOKEN_END)
		return fail(p, open, "')' is missing");
	return fail(p, p->reader.now.at, "between values stands OR");
}

/* KEY:VALUE, with the key looked at. */
static struct filter_node *
parse_key(struct parser *p)
{
	const struct filter_token now = p->reader.now;
	char *key = filter_reader_take(&p->reader);
	struct filter_node *node = NULL;

	if (!next(p, false)) {
		/* That says why. */
	} else if (kind(p) != ':') {
		bool lower = !now.quoted && (!strcasecmp(key, "and") || !strcasecmp(key, "or"));
		fail(p, now.at, "'%.60s' is not KEY:VALUE%s", key,
		     lower ? " (AND and OR are written in capitals)" : "");
	} else if (next(p, true)) {
		node = kind(p) == '(' ? parse_values(p, key, now.at) : parse_value(p, key, now.at);
	}
	free(key);
	return node;
}

static struct filter_node *parse_any(struct parser *p);

/* What stands in parentheses; the opening one is looked at. */
static struct filter_node *
parse_nested(struct parser *p)
{
	size_t open = p->reader.now.at;

	if (p->depth == FILTER_DEPTH)
		return fail(p, open, "more than %d parentheses within one another", FILTER_DEPTH);
	p->open[p->depth++] = open;
	struct filter_node *node = next(p, false) ? parse_any(p) : NULL;
	if (!node)
		return NULL;
	p->depth--;
	return next(p, false) ? node : free_nodes(node);
}

/* One thing to match; at and behind as for fail_match. */
static struct filter_node *
parse_match(struct parser *p, size_t at, const char *behind)
{
	struct filter_node *node;
	bool negated = false;

	while (kind(p) == '-') {
		negated = !negated;
		at = p->reader.now.at;
		behind = "-";
		if (!next(p, false))
			return NULL;
	}
	if (kind(p) == '(') {
		node = parse_nested(p);
	} else if (kind(p) == TOKEN_WORD) {
		node = parse_key(p);
	} else if (kind(p) == '*') {
		node = next(p, false) ? new_node(FILTER_EVERYTHING) : NULL;
	} else {
		return fail_match(p, at, behind);
	}
	if (!node || !negated)
		return node;
	struct filter_node *not = new_node(FILTER_NOT);
	not ->first = node;
	return not ;
}

/* Whether what is looked at begins a match. */
static bool
begins_match(const struct parser *p)
{
	return kind(p) == '(' || kind(p) == '-' || kind(p) == '*' || kind(p) == TOKEN_WORD;
}

static struct filter_node *
parse_all(struct parser *p, size_t at, const char *behind)
{
	struct filter_node *all = new_node(FILTER_AND), **end = &all->first;

	while ((*end = parse_match(p, at, behind))) {
		end = &(*end)->next;
		at = p->reader.now.at;
		behind = "AND";
		if (kind(p) != TOKEN_AND && !begins_match(p))
			return simplify(all);
		if (kind(p) == TOKEN_AND && !next(p, false))
			break;
	}
	return free_nodes(all);
}

/* Up to the end of the text, or of the parentheses that are open. */
static struct filter_node *
parse_any(struct parser *p)
{
	struct filter_node *any = new_node(FILTER_OR), **end = &any->first;
	size_t at = p->depth ? p->open[p->depth - 1] : 0;
	const char *behind = p->depth ? "(" : NULL;

	while ((*end = parse_all(p, at, behind))) {
		const struct filter_token now = p->reader.now;
		end = &(*end)->next;
		if (now.kind == (p->depth ? ')' : TOKEN_END))
			return simplify(any);
		at = now.at;
		behind = "OR";
		if (now.kind == TOKEN_END)
			fail(p, p->open[p->depth - 1], "')' is missing");
		else if (now.kind == ')')
			fail(p, now.at, "')' without '('");
		else if (now.kind != TOKEN_OR)
			fail(p, now.at, "'%c' has no sense here", now.kind);
		if (now.kind != TOKEN_OR || !next(p, false))
			break;
	}
	return free_nodes(any);
}

bool
filter_parse(const char *text, struct filter *out, struct where *why)
{
	struct parser p = {.why = why};

	*out = (struct filter){text, NULL};
	if (filter_reader_begin(&p.reader, option, text, why))
		out->root = parse_any(&p);
	filter_reader_free(&p.reader);
	return out->root != NULL;
}

void
filter_free(struct filter *filter)
{
	filter->root = free_nodes(filter->root);
}
