/* Text that survives a mailing list: UTF-8, and ASCII but for the names that were given, a fixed
 * width, no trailing blanks, and no line that a mail program or git mailinfo takes for something
 * else. All text output goes through here. */
#ifndef RENDER_TEXT_PAGE_H
#define RENDER_TEXT_PAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "collect/base/view.h"

enum {
	PAGE_WIDTH = 72,     /* default, in columns */
	PAGE_WIDTH_MIN = 60, /* below, tables have no room */
	PAGE_WIDTH_MAX = 1000,
};

struct page {
	FILE *out; /* write errors are left to ferror */
	size_t width;
	bool colour; /* verdicts in the colours of a terminal: "regressed" red, "improved" green */
};

/* Whether the stream shows colours: a terminal that can, and nobody who asks for none. no_color and
 * term are the texts of NO_COLOR and TERM, NULL where they are not set. */
bool page_takes_colour(FILE *out, const char *no_color, const char *term);

/* One line by printf's rules. What is longer than the page is cut and ends in "..". A line that
 * begins with ">", "From ", "---", "diff -", "Index: ", "[PATCH]", "#", or like a header (From:,
 * Subject:, Date:) is moved right by one column. */
void page_line(const struct page *page, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Likewise for lines that programs read, and whose beginning is our own: neither moved nor cut. */
void page_unbroken(const struct page *page, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

void page_blank(const struct page *page);

/* A paragraph by printf's rules, broken between words; lines after the first begin with indent
 * blanks. Blanks within a line stay as they are. */
void page_wrap(const struct page *page, size_t indent, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Whether the note of a percentile says that little is known of it, since few I/Os lie beyond it in
 * a run; the mark of such a one, and the mark's legend. */
bool page_is_thin(struct view note);
extern const char page_thin[], page_thin_words[];

/* text as it may begin a line: as of sign_text, with a blank in front where page_line would put
 * one. For what is measured before it is printed. The caller frees it. */
char *page_beginning(const char *text);

#endif
