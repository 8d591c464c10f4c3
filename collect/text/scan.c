/* Lines and numbers out of text that was written for people. */
#include "collect/text/scan.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

#include "collect/base/num.h"

static void
drop(struct view *text, size_t n)
{
	text->p += n;
	text->n -= n;
}

static bool
is_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\r';
}

static bool
is_quote(char c)
{
	return is_blank(c) || c == '>' || c == '|';
}

struct view
scan_trim(struct view text)
{
	while (text.n && is_blank(text.p[0]))
		drop(&text, 1);
	while (text.n && is_blank(text.p[text.n - 1]))
		text.n--;
	return text;
}

bool
scan_drop_part(struct view *text)
{
	static const char whole[] = {'\n', ')', ']', '%'};

	if (!text->n || memchr(whole, text->p[text->n - 1], sizeof(whole)))
		return false;
	const char *end = memrchr(text->p, '\n', text->n);
	text->n = end ? (size_t)(end + 1 - text->p) : 0;
	return true;
}

struct view
scan_line(struct view *rest)
{
	const char *end = rest->n ? memchr(rest->p, '\n', rest->n) : NULL;
	struct view line = {rest->p, end ? (size_t)(end - rest->p) : rest->n};

	drop(rest, line.n + (end != NULL));
	line = scan_trim(line);
	const char *over = line.n ? memrchr(line.p, '\r', line.n) : NULL;
	if (over)
		drop(&line, (size_t)(over + 1 - line.p));
	while (line.n && is_quote(line.p[0]))
		drop(&line, 1);
	return line;
}

bool
scan_skip(struct view *text, const char *prefix)
{
	if (!view_starts(*text, prefix))
		return false;
	drop(text, strlen(prefix));
	return true;
}

const char *
scan_find(struct view text, const char *piece)
{
	return text.n ? memmem(text.p, text.n, piece, strlen(piece)) : NULL;
}

bool
scan_split(struct view *text, const char *piece, struct view *before)
{
	const char *at = scan_find(*text, piece);

	if (!at)
		return false;
	*before = (struct view){text->p, (size_t)(at - text->p)};
	drop(text, before->n + strlen(piece));
	return true;
}

double
scan_unit(struct view *text, double kilo)
{
	static const char letters[] = "KMGTPE";
	double factor = 1;
	bool small = view_starts(*text, "k");
	const char *at = NULL;

	if (text->n && text->p[0])
		at = strchr(letters, small ? 'K' : text->p[0]);
	if (at) {
		bool binary = text->n > 1 && text->p[1] == 'i';
		double base = small ? 1000 : kilo;
		drop(text, binary ? 2 : 1);
		factor = pow(binary ? 1024 : base, (double)(at - letters) + 1);
	}
	scan_skip(text, "B");
	return factor;
}

/* The digits (and points) that text begins with, behind blanks. */
static bool
digits(struct view *text, double *out)
{
	size_t n = 0;

	while (text->n && is_blank(text->p[0]))
		drop(text, 1);
	while (n < text->n && (isdigit((unsigned char)text->p[n]) || text->p[n] == '.'))
		n++;
	if (!num_parse((struct view){text->p, n}, out))
		return false;
	drop(text, n);
	return true;
}

bool
scan_amount(struct view *text, double kilo, double *out)
{
	struct view rest = *text;
	double number;

	if (!digits(&rest, &number))
		return false;
	number *= scan_unit(&rest, kilo);
	if (number > 1e30)
		return false;
	*text = rest;
	*out = number;
	return true;
}

double
scan_step(struct view text, double kilo)
{
	struct view rest = text;
	bool decimals = false;
	double number, step = 1;

	if (!digits(&rest, &number))
		return NAN;
	for (const char *p = text.p; p < rest.p; p++) {
		if (decimals)
			step /= 10;
		decimals |= *p == '.';
	}
	return step * scan_unit(&rest, kilo);
}

double
scan_field(struct view text, const char *key, double kilo)
{
	struct view before;
	double value;

	while (scan_split(&text, key, &before)) {
		bool whole = before.n == 0 || !isalnum((unsigned char)before.p[before.n - 1]);
		if (whole && scan_skip(&text, "="))
			return scan_amount(&text, kilo, &value) ? value : NAN;
	}
	return NAN;
}

bool
scan_count(struct view *text, size_t *out)
{
	struct view rest = *text;
	double number;

	if (!digits(&rest, &number) || number > 1e9 || number != floor(number))
		return false;
	*out = (size_t)number;
	*text = rest;
	return true;
}
