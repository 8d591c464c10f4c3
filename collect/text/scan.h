/* Lines and numbers out of text that was written for people. */
#ifndef COLLECT_TEXT_SCAN_H
#define COLLECT_TEXT_SCAN_H

#include <stdbool.h>

#include "collect/base/view.h"

/* Cuts a last line without its newline off *text: it may end inside of a number, and a wrong number
 * is worse than none. Behind a bracket or a percent sign it is whole and stays. Returns whether one
 * went. */
bool scan_drop_part(struct view *text);

/* Takes the next line off *rest: without its end, without what a later carriage return wrote over,
 * and without blanks and marks of quoting ("> ", "| ") before it and blanks behind it. */
struct view scan_line(struct view *rest);

/* Without blanks at both ends. */
struct view scan_trim(struct view text);

/* Moves *text behind prefix, if it begins with that, else leaves it. */
bool scan_skip(struct view *text, const char *prefix);

/* The place of the first such piece in text, or NULL. */
const char *scan_find(struct view text, const char *piece);

/* Splits text at the first such piece: before it, and in *text what is behind it. false leaves all
 * as it is. */
bool scan_split(struct view *text, const char *piece, struct view *before);

/* Takes the letters of a unit (k, K, M, G, T, P, E, with i and B behind them) off text and returns
 * what they multiply by: powers of kilo, but with an i of 1024, and k (as against K, which is old)
 * is 1000. */
double scan_unit(struct view *text, double kilo);

/* A number as fio prints one, with blanks before it and a unit behind it: "10.4k", "2404KiB",
 * "4096B". Moves *text behind it. false: there is none, or it is out of all bounds. */
bool scan_amount(struct view *text, double kilo, double *out);

/* What the last digit of the amount at the front of text stands for: 0.1 * 1024 of "15.6KiB". NaN
 * where there is no amount. */
double scan_step(struct view text, double kilo);

/* The amount behind "key=" in a list such as "min=1, max=2"; NaN where there is none. */
double scan_field(struct view text, const char *key, double kilo);

/* A count of at most 1e9 without any letters. */
bool scan_count(struct view *text, size_t *out);

#endif
