/* "Did you mean": the nearest known word to a misspelt one. */
#ifndef COLLECT_BASE_NEAREST_H
#define COLLECT_BASE_NEAREST_H

#include <stddef.h>

/* The one of n words with the smallest edit distance (insert, delete, replace, swap of neighbours)
 * to word, or NULL when even that is further away than a third of the word's length plus one.
 * Borrowed from words. */
const char *nearest_word(const char *word, const char *const *words, size_t n);

/* The same for an option as it stands on the command line, "--NAME=VALUE", among names without
 * dashes. */
const char *nearest_option(const char *option, const char *const *names, size_t n);

enum { NEAREST_HINT = 128 }; /* bytes that hold a hint with its NUL */

/* " (did you mean 'x'?)" for the end of a message, with before, such as "--", in front of nearest;
 * "" where that is NULL. Returns out. */
char *nearest_hint(const char *before, const char *nearest, char out[NEAREST_HINT]);

#endif
