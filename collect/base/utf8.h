/* UTF-8, one character at a time. */
#ifndef COLLECT_BASE_UTF8_H
#define COLLECT_BASE_UTF8_H

#include "collect/base/view.h"

/* Bytes of the character at the beginning of text, 0 where there is none or it is not UTF-8 as RFC
 * 3629 has it: too short or too long, a surrogate, beyond U+10FFFF. */
static inline size_t
utf8_length(struct view text)
{
	const unsigned char *p = (const unsigned char *)text.p;
	static const unsigned long least[] = {0, 0, 0x80, 0x800, 0x10000};

	if (text.n == 0)
		return 0;
	if (p[0] < 0x80)
		return 1;
	size_t n = p[0] >= 0xF0 ? 4 : p[0] >= 0xE0 ? 3 : 2;
	if (p[0] < 0xC2 || p[0] > 0xF4 || text.n < n)
		return 0;
	unsigned long code = p[0] & (0xFFU >> (n + 1));
	for (size_t i = 1; i < n; i++) {
		if ((p[i] & 0xC0) != 0x80)
			return 0;
		code = code << 6 | (p[i] & 0x3F);
	}
	return code < least[n] || code > 0x10FFFF || (code >= 0xD800 && code < 0xE000) ? 0 : n;
}

static inline bool
utf8_is_valid(struct view text)
{
	while (text.n) {
		size_t n = utf8_length(text);
		if (n == 0)
			return false;
		text.p += n;
		text.n -= n;
	}
	return true;
}

/* Puts '?' for each byte of text that is no UTF-8; whether there was any. */
static inline bool
utf8_mend(char *text)
{
	struct view rest = view_of(text);
	bool any = false;

	while (rest.n) {
		size_t n = utf8_length(rest);
		if (n == 0) {
			text[rest.p - text] = '?';
			any = true;
			n = 1;
		}
		rest.p += n;
		rest.n -= n;
	}
	return any;
}

#endif
