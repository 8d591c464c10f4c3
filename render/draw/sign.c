/* Signs beyond ASCII and back. */
#include "render/draw/sign.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "collect/base/mem.h"

/* What sign_pretty writes and sign_plain spells out. */
static const struct sign {
	unsigned code_point;
	const char *utf8, *plain;
} signs[] = {
    {0x2212, "\u2212", "-"}, {0xB1, "\u00b1", "+-"},   {0xB5, "\u00b5", "u"},
    {0xD7, "\u00d7", "x"},   {0x2192, "\u2192", "->"}, {0x2264, "\u2264", "<="},
    {0xB7, "\u00b7", "-"},   {0x2013, "\u2013", "-"},  {0x2026, "\u2026", "..."},
};

size_t
sign_decode(const char *text, size_t n, unsigned *code_point)
{
	static const unsigned least[] = {0, 0, 0x80, 0x800, 0x10000};
	unsigned char first = (unsigned char)text[0];
	size_t length = first < 0x80             ? 1
			: (first & 0xE0) == 0xC0 ? 2
			: (first & 0xF0) == 0xE0 ? 3
			: (first & 0xF8) == 0xF0 ? 4
						 : 0;
	unsigned value = length == 1 ? first : first & (0x7FU >> length);

	*code_point = 0xFFFD;
	if (length == 0 || length > n || (length == 1 && (first < 0x20 || first == 0x7F)))
		return 1;
	for (size_t i = 1; i < length; i++) {
		if (((unsigned char)text[i] & 0xC0) != 0x80)
			return 1;
		value = value << 6 | ((unsigned char)text[i] & 0x3F);
	}
	/* Overlong forms, surrogates, C1 controls, and what XML has no place for. */
	if (value < least[length] || (value >= 0xD800 && value < 0xE000) || value > 0x10FFFF ||
	    (value >= 0x80 && value < 0xA0) || (value & 0xFFFE) == 0xFFFE)
		return 1;
	*code_point = value;
	return length;
}

/* The sign for what stands at text + i, and how many bytes it replaces; NULL for most text. */
static const char *
pretty_at(const char *text, size_t i, size_t *length)
{
	const char *p = text + i, *before = i ? p - 1 : " ";
	bool free_standing = strchr(" ([<", *before) != NULL;

	*length = 2;
	if (p[0] == '-' && p[1] == '>')
		return "\u2192";
	if (p[0] == '<' && p[1] == '=')
		return "\u2264";
	if (free_standing && p[0] == '+' && p[1] == '-')
		return "\u00b1";
	*length = 1;
	if (free_standing && p[0] == '-' && isdigit((unsigned char)p[1]))
		return "\u2212";
	if (p[0] == 'u' && p[1] == 's' && strchr(" ,;)]", p[2]) &&
	    (*before == ' ' || isdigit((unsigned char)*before)))
		return "\u00b5";
	if (p[0] == 'x' && isdigit((unsigned char)*before) && !isalnum((unsigned char)p[1]))
		return "\u00d7";
	return NULL;
}

char *
sign_pretty(const char *text)
{
	size_t n = strlen(text);
	char *out = mem_alloc(n * 3 + 1, 1), *end = out;

	for (size_t i = 0; i < n;) {
		size_t length;
		const char *sign = pretty_at(text, i, &length);

		if (sign) {
			end = stpcpy(end, sign);
			i += length;
		} else {
			*end++ = text[i++];
		}
	}
	return out;
}

char *
sign_plain(const char *text)
{
	size_t n = strlen(text);
	char *out = mem_alloc(n * 3 + 1, 1), *end = out;

	for (size_t i = 0; i < n;) {
		unsigned code_point;
		const char *plain = "?";

		i += sign_decode(text + i, n - i, &code_point);
		for (size_t s = 0; s < countof(signs); s++) {
			if (signs[s].code_point == code_point)
				plain = signs[s].plain;
		}
		if (code_point < 0x80) {
			*end++ = (char)code_point;
		} else {
			end = stpcpy(end, plain);
		}
	}
	return out;
}

/* Characters that nobody sees, or that turn the order of others around: Unicode's format
 * characters, line separators and tags. */
static bool
is_unseen(unsigned code_point)
{
	static const struct {
		unsigned first, last;
	} ranges[] = {{0xAD, 0xAD},     {0x61C, 0x61C},    {0x180E, 0x180E}, {0x200B, 0x200F},
		      {0x2028, 0x202E}, {0x2060, 0x206F},  {0xFE00, 0xFE0F}, {0xFEFF, 0xFEFF},
		      {0xFFF9, 0xFFFB}, {0xE0000, 0xE0FFF}};

	for (size_t i = 0; i < countof(ranges); i++) {
		if (code_point >= ranges[i].first && code_point <= ranges[i].last)
			return true;
	}
	return false;
}

char *
sign_text(const char *text)
{
	size_t n = strlen(text);
	char *out = mem_alloc(n * 4 + 1, 1), *end = out;

	for (size_t i = 0, length; i < n; i += length) {
		unsigned code_point;

		length = sign_decode(text + i, n - i, &code_point);
		if (code_point == 0xFFFD && length == 1)
			end += sprintf(end, "\\x%02x", (unsigned)(unsigned char)text[i]);
		else if (is_unseen(code_point))
			end += sprintf(end, "\\u%04x", code_point);
		else
			end = mempcpy(end, text + i, length);
	}
	return out;
}

size_t
sign_bytes(const char *text, size_t columns)
{
	size_t n = 0;

	for (; text[n]; n++) {
		bool begins = ((unsigned char)text[n] & 0xC0U) != 0x80U;
		if (begins && columns-- == 0)
			break;
	}
	return n;
}

size_t
sign_width(const char *text)
{
	size_t columns = 0;

	for (; *text; text++)
		columns += ((unsigned char)*text & 0xC0U) != 0x80U;
	return columns;
}

char *
sign_cut(const char *text, size_t width)
{
	char *plain = sign_text(text);
	size_t n = sign_width(plain);

	if (n <= width || width < 4)
		return plain;
	size_t head = (width - 2) * 2 / 5, tail = width - 2 - head;
	char *cut = mem_format("%.*s..%s", (int)sign_bytes(plain, head), plain,
			       plain + sign_bytes(plain, n - tail));

	free(plain);
	return cut;
}
