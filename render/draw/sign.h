/* Signs that are not ASCII: pictures have real minus signs and arrows, mails have what a keyboard
 * has. */
#ifndef RENDER_DRAW_SIGN_H
#define RENDER_DRAW_SIGN_H

#include <stdbool.h>
#include <stddef.h>

/* Decodes the UTF-8 sequence at text (n bytes are left, n > 0) and returns its length. Bytes that
 * are no UTF-8, and control characters, give U+FFFD and a length of 1. */
size_t sign_decode(const char *text, size_t n, unsigned *code_point);

/* A copy of text, made of ASCII by our own code, with the signs of a picture: "-4.1" after a blank
 * or bracket gets a minus sign, "+-2" a plus-minus, "->" an arrow, "12us" a micro. Names like
 * "read-4k" stay as they are. The caller frees it. */
char *sign_pretty(const char *text);

/* A copy of any text in printable ASCII: our own signs are spelt out ("us", "+-", "->"), what else
 * is not ASCII becomes '?'. The caller frees it. */
char *sign_plain(const char *text);

/* A copy of any text for a terminal or a mail: valid UTF-8 that can be seen stays as it is. Bytes
 * that are none, and control characters, are written as "\\x1b"; characters that are not seen or
 * turn the direction of others as "\\u202e". So different texts stay different. The caller frees
 * it. */
char *sign_text(const char *text);

/* The columns of what sign_text gave, one for each character. */
size_t sign_width(const char *text);

/* The bytes of its first columns, at most all. */
size_t sign_bytes(const char *text, size_t columns);

/* text as of sign_text, cut to width columns with ".." in its middle where it is longer: the ends
 * are where names differ. The caller frees it. */
char *sign_cut(const char *text, size_t width);

#endif
