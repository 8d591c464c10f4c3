/* "Did you mean": the nearest known word to a misspelt one. */
#ifndef COLLECT_BASE_NEAREST_H
#define COLLECT_BASE_NEAREST_H

#include <stddef.h>

/* The one of n words with the smallest edit distance (insert, delete, replace, swap of neighbours)
 * to word, or NULL when even that is further away than a third of the word's length plus one.
 * Borrowed from words. */
const char *nearest_word(const char *word, const char *const *words, size_t n);

#endif
